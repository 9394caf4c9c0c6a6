"""Questions of practice and qualifying, and of laps, tyres and the stewards, in the words of people who watch."""

from __future__ import annotations

from director.planners.offline.apart.reworded_parts import NAME

_SO_FAR = r"(?:\s+(?:so\s+far|now|right\s+now|yet|today|here|at\s+this\s+point|for\s+now|at\s+the\s+moment))*"
_TWO = rf"(?P<one>{NAME})\s+(?:and|&)\s+(?P<other>{NAME}?)"
_DID = r"(?:who|which\s+(?:car|driver))\s+(?:has\s+|have\s+)?(?:did|done|driven|completed|drove)\s+(?:the\s+)?"
_SAFE = r"(?:safe|through|at\s+risk|in\s+danger|in\s+the\s+drop\s+zone)"
_LAPS = r"laps?(?:\s+times?)?"
_DELETED = rf"(?:deleted\s+{_LAPS}|{_LAPS}\s+(?:(?:were|was|got|have\s+been|has\s+been)\s+)?deleted)"
_HOW_MANY = r"(?:how\s+many|(?:the\s+)?(?:total|number)\s+of)"
_WHO_HAS = r"(?:who|which\s+(?:drivers|cars|ones|of\s+them))\s+(?:has|have|had|got)"
_SECTOR = r"(?:sector\s+|s)(?:1|2|3|one|two|three)"

TIMED: tuple[tuple[str, str, str], ...] = (
    # Of each his number is told, and of his laps their turn and how many there are.
    (
        "deleted",
        rf"(?:{_HOW_MANY}\s+{_DELETED}(?:\s+(?:are|were|have)\s+there(?:\s+been)?)?|{_DELETED}\W+how\s+many){_SO_FAR}"
        rf"\W+(?:and\s+)?{_WHO_HAS}\s+(?:more\s+than\s+|at\s+least\s+)?(?:one|two|three|four|\d|several)"
        r"(?:\s+of\s+(?:them|those)|\s+or\s+more)?",
        "deleted laps by driver",
    ),
    (
        "deleted",
        rf"{_HOW_MANY}\s+{_DELETED}\s+(?:for|of|by|has|have|does|did)\s+(?P<who>{NAME}?)(?:\s+(?:have|had|got))?{_SO_FAR}"
        r"\W+(?:and\s+)?where(?:\s+(?:was|were)\s+(?:it|that|they|those))?",
        r"where were \g<who>'s laps deleted",
    ),
    (
        "rank|order|sort",
        r"(?:rank|order|sort)\s+(?P<who>the\s+(?:top|first|leading)\s+\w+)\s+by\s+(?:their\s+)?(?:personal\s+)?(?:best|fastest|quickest)"
        r"\s+laps?(?:\s+times?)?(?:,?\s+(?:and\s+)?not\s+by\s+position(?:\s+on\s+(?:the\s+)?(?:track|road))?)?",
        r"fastest laps of \g<who>",
    ),
    # Of whoever was fastest it is told, whatever speed is asked for.
    (
        "over|above|past|top|break|exceed|reach|hit",
        r"(?:did|has|have)\s+any(?:one|body)(?:\s+on\s+track)?(?:\s+(?:today|yet))?\s+(?:(?:go|gone|went|been|do|done|get|got)\s+"
        r"(?:over|above|past|beyond)|topp?(?:ed)?|broken?|exceed(?:ed)?|reach(?:ed)?|hit)\s+[23]\d\d(?:\s*(?:kph|kmh|km/h|k))?"
        r"(?:\s+(?:at|through|in|on)\s+.+)?",
        "top speed",
    ),
    # The fastest of each sector are told together.
    (
        "sector|s1|s2|s3",
        rf"(?:who\s+(?:is|was)\s+(?:the\s+)?(?:fastest|quickest|purple|best)\s+in\s+{_SECTOR}(?:\s+and(?:\s+in)?|,)\s+{_SECTOR}"
        rf"|(?:and\s+)?{_SECTOR}(?:\s+and|,)\s+{_SECTOR}\W+(?:is\s+it\s+)?(?:the\s+)?same\s+(?:guy|man|driver|one|car|bloke)){_SO_FAR}",
        "who has the purple sectors",
    ),
    (
        " and | & ",
        rf"(?:is|are)\s+(?:both\s+)?{_TWO}\s+(?:both\s+)?(?P<so>{_SAFE}){_SO_FAR}",
        r"is \g<one> \g<so> and is \g<other> \g<so>",
    ),
    (" both ", rf"{_TWO}\s+both\s+(?P<so>{_SAFE}){_SO_FAR}", r"is \g<one> \g<so> and is \g<other> \g<so>"),
    (
        "shootout",
        r"(?P<ask>.+?)\s+the\s+(?:top[\s-](?:ten|10)|q3|pole)\s+shoot-?out(?P<rest>.*)",
        r"\g<ask> Q3\g<rest>",
    ),
    (
        "most ",
        rf"(?:{_DID})?most\s+laps{_SO_FAR}[?,]?\s+(?:and|or)\s+(?:{_DID}|the\s+)?(?:least|fewest)(?:\s+laps)?{_SO_FAR}",
        "who did the most laps and who did the fewest laps",
    ),
    (
        "most and ",
        rf"{_DID}most\s+and\s+(?:the\s+)?(?:least|fewest)\s+laps{_SO_FAR}",
        "who did the most laps and who did the fewest laps",
    ),
    (
        "benchmark",
        r"(?:(?:give|show|tell)\s+me\s+|what(?:['’]?s|\s+is|\s+are)\s+)?the\s+benchmarks?(?:\s+times?|\s+laps?)?\s+(?:on|for|of)"
        rf"\s+(?:each|every|all)(?:\s+of)?(?:\s+the)?(?:\s+(?:two|three|3))?\s+(?:compounds?|tyres?|tires?){_SO_FAR}",
        "best lap on each compound",
    ),
    (
        "other car|other garage",
        r"how\s+(?:are|is|do|does)\s+(?P<who>[\w'’ -]+?)\s+(?:doing|getting\s+on|compare)\s+(?:against|to|with)"
        r"\s+(?:the\s+)?(?:guys?|man|men|one|driver|drivers|bloke|lads?)\s+in\s+the\s+other\s+(?:car|garage)",
        r"how do \g<who> compare with their team mates",
    ),
    (
        "the only",
        r"who(?:['’]?s|\s+is|\s+was)\s+the\s+only\s+(?:one|car|driver|man|person|runner)\s+(?:that|who|which)(?:['’]s|\s+has)"
        r"\s+(?P<what>(?!(?:ever|also)\b).+)",
        r"who has \g<what>",
    ),
    (
        "lap",
        r"(?:(?:are\s+)?any\s+(?:of\s+the\s+)?|which\s+)lap\s+(?P<n>\d+|one)\s+(?:incidents?|cases?|stuff)\s+(?:are\s+|is\s+)?still\s+"
        r"(?:open|under\s+investigation|to\s+be\s+(?:looked\s+at|investigated|decided)(?:\s+by\s+the\s+stewards)?)",
        r"which incidents of lap \g<n> are still to be investigated",
    ),
    (
        "anything",
        r"(?:is\s+there\s+)?anything\s+(?:that\s+)?(?:they|the\s+stewards)(?:['’]ll|\s+will|\s+are(?:\s+going\s+to)?)\s+(?:only\s+)?"
        r"(?:look(?:ing)?\s+(?:into|at)|investigat(?:e|ing)|decid(?:e|ing))\s+(?:only\s+)?(?:once|when|after)\s+the\s+"
        r"(?:race|session|sprint)(?:\s+(?:is\s+over|has\s+finished|is\s+finished|ends|is\s+done))?",
        "what will be investigated after the race",
    ),
    (
        "pit",
        r"(?:did\s+)?they\s+(?:shut|closed?)\s+the\s+(?P<end>pit\s?(?:lane)?(?:\s+(?:entry|exit))?)(?:\s+at\s+some\s+(?:stage|point))?"
        r"(?:,?\s+did(?:n['’]?t|\s+not)\s+they)?\W+(?:and\s+)?(?:for\s+)?how\s+long(?:\s+was\s+(?:it|that))?",
        r"how long was the \g<end> closed",
    ),
    (
        "sector",
        r"if\s+(?:you|we|one)\s+(?:stitched|put|added|joined|combined)\s+(?:together\s+)?the\s+best\s+sectors?\s+(?:of\s+)?"
        r"(?:any(?:one|body)|every(?:one|body)|all)\b[^,]*,?\s+how\s+(?:much\s+)?(?:fast|faster|quick|quicker)\s+would\s+(?:it|that)\s+be.*",
        "combine the best sectors of everyone",
    ),
    # Who that was is the driver of the first pass.
    (
        "first ",
        r"who\s+(?:was|were)\s+(?:the\s+)?first\s+(?:(?:driver|car|one|man)\s+)?to\s+(?:gain|make\s+up|take|win)\s+(?:a|any)\s+"
        r"(?:place|position|spot)(?P<when>\s+(?:at|on|after|since|from)\s+.+)?",
        r"what was the first overtake\g<when>",
    ),
    (
        "doing anything|do anything",
        rf"(?P<who>{NAME})\s+(?:got|was|has\s+been|gets)\s+(?:blocked|impeded|held\s+up|baulked)\s+by\s+(?P<by>{NAME})(?:\s+apparently)?"
        r"\W+(?:are|will|did)\s+(?:they|the\s+stewards)\s+(?:going\s+to\s+)?(?:do|doing)\s+anything(?:\s+about\s+(?:it|that))?",
        r"incident between \g<by> and \g<who>",
    ),
)
"""As `reworded` reads them: cues, the form, and what it asks."""
