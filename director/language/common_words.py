"""Common English words that look like something else: a short code, a name, or a slip for another word."""

from __future__ import annotations

_TEXT = """
    account ace act actor actress add advise africa african age aged ages ago agree agreed aid aim air airport album
    algebra alien all almost alone along amazing amazon america american and angel angry animal annoy annoyed
    another answer ant any ape app apple apps april arc are argue argued ark arm army arrive arrived art article
    artist ash asia asian ask ate atom attack attend auction august aunt australia australian author autumn awe
    awesome awful baby bacon bad bag bake baker ban banana bank banned bar baseball basket basketball bat bath
    battery battle bay beach beacon bean bear beard beautiful beckon bed bee beer beige belgian believe believed
    belt berlin best bet bets better betting bible bid big bike bill bin bingo biography biology bird birds birthday
    bit bitcoin black blanket blog blood boa bob body bog boil bone bonus book books border bored boring born borrow
    boss bot bots bottle bottles bottom bought bow bowl box boxing boy boyfriend brain brand brazil brazilian bread
    breakfast bridge bright british broke broken brother brothers brown browser bruise brush bud bug build builder
    built bulb bull bun burn burned burnt bury bus business but butcher butter button buy buying cab cable cake call
    camera can canada canadian cancer candle candy cap capital car care career cares caress carpet carried carrot
    carry cash casino castle cat catch cats cause cave century chair chairs champion champions championship chance
    changes channel chapels charge charged charger charges charms charred charter charters charts chase chat cheap
    cheat cheated cheats cheese chemical chemistry cherry chess chicken child children china chinese chocolate
    choose chose chosen christmas church cinema circle city class clean cleaned clear cleric clever climb clinic
    clothes cloudy coach coat cod code coding coffee coin coins cold college color colors colour colours comb
    comedian comment comments company compile computer concert contract control cook cookie cooks cool cop cost
    costs cot couch cough count countries country court cousin cover cow crazy cream create created cricket cried
    crime criminal crown cry crypto cub cube cue culture cup curtain custom cut cuts dad dam dance dancer danger
    danish dark darts daughter daughters day dead deal death debt debut december decent deep delete den denial
    density derivative desert desktop destiny destroy destroyed devil did die dies difficult dig dim dime dinner dip
    dirty discount discover disease diver divers divide doctor doe dog dogs dollar dollars don door dot double
    download dragon drain drank draw dream dreams dress drew drink drive drives drug drugs drum dry duck due dug
    dumb duo dutch dying ear earn earned earring earth easter easy eat eats economics economy eel effect egg ego
    elect election electric electron eleven elf email empire encrypt end enemy energy engineer england english enjoy
    enjoyed enroll episode equation era euro europe european euros eve even evening event ever evidence exam example
    excite explode eye eyes face facebook faces fair faith fake false famous fan far farmer fat fate father favorite
    favourite fax feather february fed fee feel felt fern fever few fiance field fig fights file files film fin fine
    fines finn finnish fired fish fit fix fixing flat flew flight flower flown flu fly foe fog folder food football
    for force forest forge forget forgive forgot fork formula forte fortune fought fox france franks freeze french
    friday fridge friend friends frog froze frozen fry fun function funny fur gamble gap garden gas genius geology
    geometry german germany get ghost gift gifts girl girlfriend girls glass glasses gloves goal goalkeeper goals
    goat god gold golf google gorge gossip got government grain grand grandfather grandma grandmother grandpa grant
    grape grate gravity great green greet grew gross grow grown guess guessed guest guilty guitar gum gun gut guy
    gym habit hack hacker had hair haircut halloween hand hands handsome happy hard hardly hardware has hat hate
    haul hay head health heart heat heaven heavy height hell helmet help helped hen her hero hid hill him hip hire
    hired his history hit hobbies hobby hockey hog holiday home hop hope horoscope horrible horse hospital hot hotel
    house how hug human hungry hunt hurt hurts husband hut ice idea ideas idiot ill illegal image income india indie
    injury ink inn innocent insect install insurance integral interesting internet interview invent invented invite
    invoice ion irish island italian italy its ivy jack jacket jackpot jam january japan japanese jar java jaw jeans
    jet job jobs jock jog join joined joint joke jokes joy judge judo july jump jumped june karate kettle key
    keyboard kick kicked kid kill killed kin kind king kings kiss kit kitchen knife knight lab lace lad lag lake
    lamp lance land lands language lap laptop lauder laugh laughed law laws lawyer lay lazy leader league learn
    learned leather leave leaves led leg legal legend lemon lend lent lesson let letter lie lied life light linux
    lion lip listen lit little live liver lives loan log login logo london lonely long lot lottery loud louder love
    lover low luck lucky lunch lying lyrics mac mad madrid magazine magic magnet man manager map marathon march
    margins marine mark market maroon married marry mart martial martyr mass mat match math may mean meaning means
    meat medal medicine melt men merch mercy merlin message met metal mexican mexico mid milk minister minus mirror
    mix mob molecule mom monday money monk monkey monster month moon morning mortgage moscow mother motion mountain
    mouse moustache moveable movie movies mud mug multiply music nap narrow nation nature necklace neighbour nephew
    net netflix nettle never new news newspaper nice nickname niece night nod nor normal not novel november now
    nurse nut oak ocean october odd odds off office oil old olive olympics one onion option orange orchestra other
    our out oven over owe owed own paces pad page paid pain paint painter palace pan pants paper parent parents
    paris park partner party password pat patent paw pay paying pays pea peace pears peel peers pen penalties
    penalty per percent period person pet philosophy phone photo physics piano pick picked picture pie piece pier
    pierce pierced pig pill pillow pilot pin pink pit pizza places plan plane planet plans plate play player players
    playing plus podcast podiums poem poet point points poison poker poles police polish politics poll polls pools
    poor pop pope post poster posts pot potato potion pound pounds power prayer prefer preferred present president
    pressure pretty prevent price prices pride priest prime prince print printer prison prize pro problem producer
    program protect prove proved psychology pub purple purse put python queen question quiet quit quote rabbit
    racing radio rain raise raised ran rank rat ration raw ray reason receipt recent recipe recommend record records
    red referee religion remember remembered rent repair republic rescue result retire retired retirement rib rice
    rich rid ridden ride rig rim ring rip risk river rivers road roast rob robot rod rode roles roman rome room root
    rose ross rot round router row rub rug rugby rule rules rumour rumours run running russia russian saber sad safe
    sailor sails saint saints salary sale salt salty sand sane sang sat saturday save saved saw say scandal scare
    scared scarf school science scientist scottish scream screen scroll sea season see sell sells sentence september
    series served server serves set settle seven shallow shape sharp she sheep shield shirt shoes shoot shop shorts
    shot shout shouted shower shut shy sick sign signed silver simple sin sing singer single sink sip sir sister
    sisters sit six size sizes ski skin skinny sky sleep slept small smart smell smelled smile smiled snake snow
    soap soccer socks sofa soft software sold soldier solve solved son song songs sons sorry sort soul soup souvenir
    sow spa space spain spanish speak special speed spend spent spider spirit spoke spoken sponsor spoon spring spy
    square stadium stall stars state states station statues status stay stayed steal sterling stock stocks stole
    stone store stories storm story stove strange stranger street striker string strode stroke strolling strong
    student studied study stupid subtract suck sucks sugar suggest suit sum summer sun sunday sunny support swam
    swedish swim swimming swiss sword sydney tab table tag talk talking talks tall tan tap tar taste tasted tattoo
    taught tax taxes taxi tea teach teacher team temperature ten tennis terrible test tested text thank thanked
    thanksgiving the theatre thick thief thin threw throw thrown thursday ticket tie tiger tiles tin tip tired title
    titles toe toilet tokyo tomato tomorrow ton too top tore torso touch towel town toy trade train translate travel
    travelled tree trial triangle trip troll trophies trophy trouble true try tub tuesday tweet twitter two type
    types ugly ukraine umbrella uncle update upload use username vacation vaccine van variable vessel via victories
    victory video videos villain violet violin virus visit visited voltage volume vote voted wage wages wake walk
    walking walks wallet war warm wart was wash watch watches water way wear weather website wed wednesday week
    weight weird welsh wet whether whisper white who why wide wife wifi wig wiki wil will win wind window windows
    wine wins winter wish wishes wit witch witness wizard woke wolf woman women won wonder wood woods word words
    wore work worker working works world worried worry worse worst wound write writer written wrong wrote year years
    yes yesterday yet yoga you young youtube zip zoo
"""
ORDINARY = frozenset(_TEXT.split())
"""Not taken for a code without further evidence, nor corrected into another word."""
