"""Common English words that look like something else: a short code, a name, or a slip for another word."""

from __future__ import annotations

_TEXT = """
    ace act add ago aid aim air all and any ape arc are ark arm art ash ask ate awe bad bag ban bar bat bay bed
    bee bet bid big bin bit boa bob bog bow box boy bud bug bun bus but buy cab can cap car cat cod cop cot cow
    cry cub cue cup cut dad dam day den did die dig dim dip doe dog don dot dry due duo ear eat eel egg ego elf
    end era eve eye fan far fat fax fed fee few fig fin fit fix fly foe fog for fox fun fur gap gas get god got
    gum gun gut guy had ham has hat hay hen her hid him hip his hit hog hop hot how hug hut ice ill ink inn ion
    its ivy jam jar jaw jet job jog joy key kid kin kit lab lad lag lap law lay led leg let lie lip lit log lot
    low mac mad mag man map mat max may men met mid mix mob mom mud mug nap net new nod nor not now nut oak odd
    off oil old one our out owe own pad pan pat paw pay pea pen per pet pie pig pin pit pop pot pro pub put ran
    rat raw ray red rib rid rig rim rip rob rod rot row rub rug run sad sat saw say sea see set she shy sin sip
    sir sit six ski sky son sow spa spy sum sun tab tag tan tap tar tax tea ten the tie tin tip toe ton too top
    toy try tub two use van via war was way wed wet who why wig win wit won yes yet you zip zoo bot bots boring
    wine food book books cook poll hair fair bull force point racing team haul power bird button rich green
    white black brown king long little small grand lance will mark jack grant chase piece rose stone wood woods
    park hill field lake summer winter married carried wife girl girlfriend money salary saint battle bottle
    bottles bottom kettle metal settle nettle vessel option potion motion nation station ration ocean lesson
    listen season reason person poison prison bacon beacon beckon talk talking talks walk walking walks work
    working play player players playing sing song music movie movies film dance party love hate hope believe
    live life lives death dead kill born baby paris child children woman women girls human animal cats dogs fish
    horse tree flower house home room door window kitchen table chair street city town country state school
    teacher student college class test exam doctor nurse hospital health sick pain heart head hand hands eyes
    face body blood bone skin cash bank price cost costs cheap poor paid bought sell sold shop store market
    trade business company office boss jobs email phone call text message letter paper news page video photo
    picture image camera computer code coding software internet website password google twitter facebook youtube
    netflix amazon drink water coffee beer bread milk meat rice sugar salt recipe dinner lunch breakfast pizza
    soup cake clothes shirt shoes dress ring gold weather sunny cloudy snow wind storm warm cold cool heat
    temperature morning evening night yesterday tomorrow week month year years century birthday holiday vacation
    travel trip flight plane airport ticket hotel train taxi bike road bridge river mountain island beach earth
    planet moon stars space science math physics history religion church queen prince president minister
    government election vote peace army police crime court lawyer judge football soccer tennis golf cricket
    baseball basketball hockey boxing goal goals match league champion champions championship title titles medal
    olympics coach stadium joke jokes funny laugh smile happy angry tired hungry scared lonely beautiful ugly
    pretty handsome favourite favorite best worst better worse famous legend hero idiot stupid dumb clever smart
    genius lazy weird crazy true false fake wrong question answer meaning mean means word language english
    french german spanish russian chinese sane sails saints alone along almost prices prize places
    palace paces faces peers period pears stall scroll strolling troll enroll control sterling string spring
    berlin merlin lauder louder leader clear cleric whether leather feather mother father brother other another
    tiles polls poles pools rules roles world words works wart monkey story stories states status statues great
    grate greet grain rain brain drain paint points joint print pride prime dime drive drives diver divers
    rivers silver liver lover cover over never fever ever seven eleven even event prevent present parent patent
    recent decent finnish finn british dutch italian australian canadian mexican american danish swedish japanese
german brazilian belgian polish swiss irish scottish welsh european asian african
"""
ORDINARY = frozenset(_TEXT.split())
"""Not taken for a code without further evidence, nor corrected into another word."""
