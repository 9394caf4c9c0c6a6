"""Whether a text speaks to a language model, and by which sign.

It knows signs, not meaning, and few: a race is full of orders ("REPORT TO THE STEWARDS"), names ("CRYPTO.COM") and
questions to somebody. Text that is quiet enough passes; what holds it is that no text can change a plan, and that no
value reaches an answer but by its pointer.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache

LOOKED_AT = 2000
"""How much of a text is looked at: no more of it is handed on."""

# No pattern here may scan the text anew from each of its places: strangers decide how long the text is.
_RULES = r"\w{0,4}nstructions?|rules|prompts?|orders|commands|directions|guidelines|directives|context"
_BEFORE = r"previous|prior|above|earlier|preceding|foregoing|former|system"
_ORDERS = (
    rf"\b(?:ignore|ignoring|disregard|forget|override|bypass)\s(?:\w+\s){{0,3}}?(?:{_BEFORE})\s"
    rf"(?:\w+\s){{0,2}}?(?:{_RULES})\b",
    rf"\b(?:ignore|disregard|forget)\s(?:all|your|these|those)\s(?:of\s)?(?:your\s)?(?:{_RULES})\b",
    r"\b(?:ignoriere|vergiss)\s(?:\w+\s){0,3}(?:anweisungen|regeln|befehle)",
    r"\b(?:ignore[zs]?|oublie[zs]?)\s(?:\w+\s){0,3}(?:instructions|règles|consignes)",
    r"\b(?:ignora|olvida)\s(?:\w+\s){0,3}(?:instrucciones|reglas|órdenes)",
    r"\b(?:ignora|dimentica)\s(?:\w+\s){0,3}(?:istruzioni|regole)",
    r"\b(?:ignore|esqueça|esquece)\s(?:\w+\s){0,3}(?:instruções|regras)",
    r"\b(?:negeer|vergeet)\s(?:\w+\s){0,3}(?:instructies|regels)",
    r"忽略.{0,8}(?:指令|指示|规则)|無視.{0,8}|(?:игнорируй|забудь).{0,24}(?:инструкци|правил|указани)",
    r"\byou\sare\snow\s(?:an?\b|in\s(?:\w+\s){0,3}mode\b|the\s(?:\w+\s){0,2}(?:assistant|system|model|bot|ai|admin)\b)",
    r"\bfrom\snow\son,?\syou\b",
)
_MODEL = r"ai|a\.i\.|llm|chatbot|assistant|language\smodel|ai\s(?:agents?|models?|assistants?)"
_SELVES = (
    r"assistant|bot|chatbot|ai|model|system|agent|admin\w*|developer|hacker|pirate|commentator|character|persona|human"
    r"|twin|poet|friend"
)
_OWN = r"instructions?|rules|prompt|guidelines|task|role|name|persona|identity|goal|purpose|orders"
_ROLES = (
    rf"\byou\sare\s(?:no\slonger|not|now)\s(?:an?|the|my)\s(?:\w+\s){{0,3}}?(?:{_SELVES})\b",
    rf"\b(?:your|the)\s(?:job|{_OWN})\s(?:has|have)\schanged\b",
    r"\bfree\s(?:of|from)\s(?:all|any)\s(?:restrictions|rules|limits|guidelines)\b",
    r"\b(?:assume|adopt|take\son|change)\s(?:the|a|your)\s(?:persona|identity|character)\b",
    r"\btake\son\sthe\srole\sof\s(?:an?|the)\s",
    r"\byou\s(?:shall|must|will|should)\s(?:only\s|always\s)?(?:speak|answer|reply|respond|talk)\s"
    r"(?:like|as|only|in|with)\b",
    r"\byou\swork\sfor\sme\b",
    r"\b(?:vergiss|ignoriere)\sdeine\s(?:rolle|aufgabe)|\boublie[sz]?\s(?:ton|votre)\srôle"
    r"|\b(?:olvida|ignora)\stu\s(?:papel|rol)\b|\bdimentica\sil\stuo\sruolo|\besque(?:ça|ce)\s(?:o\s)?seu\spapel"
    r"|\bvergeet\sje\srol\b",
    r"\byou\s(?:will|must|shall|should)\snow\s(?:respond|act|answer|obey|behave|speak|reply|ignore|follow|pretend)\b",
    r"\bin\swhich\syou\sare\san?\b|\bpretend\s(?:that\s)?(?:you\b|to\sbe\b)|\brole-?play\sas\b",
    rf"\b(?:act|behave|respond|reply|answer|pose|start\sover|speak)\sas\s"
    rf"(?:if\syou\s(?:were|are|had)|my\s\w|(?:an?|the)\s(?:\w+\s){{0,2}}?(?:{_SELVES})\b)",
    r"\bstop\sbeing\s(?:an?|the)\s",
    r"\b(?:developer|debug|god|dan|admin|jailbreak|unrestricted|sudo|root)\smode\b",
    rf"\byour\s(?:new\s(?:{_OWN})\b|(?:{_OWN})\s(?:is|are|has|have)\s(?:now\b|to\b|changed\b))",
    r"\bfrom\s(?:now|here|this\smoment)(?:\son)?(?:\sout)?,?\s(?:you\b|your\b|(?:reply|answer"
    r"|respond)\s(?:only|in|with|as)\b)",
    r"\bstarting\snow,?\syou\b",
    r"\bdu\sbist\s(?:jetzt|nun|ab\ssofort)\s(?:ein|eine|kein|keine|mein|meine|nicht)\b",
    r"\btu\s(?:n'es\splus|es\smaintenant)\s(?:une?|mon|ma)\b|\b(?:ya\sno\seres|ahora\seres)\s(?:una?|mi)\b",
    r"\b(?:non\ssei\spiù|ora\ssei|adesso\ssei)\s(?:un|una|il\smio|la\smia)\b",
    r"\b(?:não\sés?\smais|você\snão\sé\smais|agora\s(?:você\sé|és))\s(?:uma?|meu|minha)\b",
    r"\bje\sbent\s(?:nu|niet\slanger|geen)\s(?:een\b|mijn\b|\w{0,20}assistent)",
)
_COMMANDS = (
    r"\bnew\srules\s(?:apply|are\sin\s(?:force|effect))\s(?:from\snow|now|immediately|as\sof\snow)\b",
    r"\b(?:following|next|this)\s(?:instruction|message|text|note|command|order)s?\s"
    r"(?:overrides?|supersedes?|replaces?|has\s(?:a\s)?(?:higher\s|top\s)?priority|takes\s(?:priority|precedence))",
    r"\bobey\s(?:only\s)?me\b|\bdo\swhatever\s(?:i\b|the\snext\b|this\b)",
    r"\b(?:do\snot|don't|never)\s(?:follow|obey)\s(?:\w+(?:'s)?\s){0,3}?"
    r"(?:rules|instructions|operator|developer|prompt|guidelines)\b",
    r"\b(?:discard|forget|disregard|ignore)\s(?:everything|all|what|anything)\s(?:that\s)?"
    r"(?:you\s(?:know|were|have|are|said|learned)|above|before\sthis)\b",
    r"\b(?:override|disable|bypass|turn\soff)\s(?:the\s|all\s|any\s|your\s(?=safety|filters?|restr|guard|pol)){0,2}"
    r"(?:safety|filters?|restrictions|guardrails|polic(?:y|ies)|your\srules)\b",
    r"\bwithout\s(?:any\s)?(?:restrictions|filters|limitations|guardrails)\b",
    r"\b(?:system|hidden|secret)\sprompt\b",
    r"\b(?:reveal|print|show|repeat|output|display|leak|list|recite)\s(?:\w+\s){0,4}?"
    r"(?:your\s(?:prompt|instructions|tools|rules|guidelines)|everything\sabove|words\sabove|you\swere\stold)\b",
    r"\b(?:when|whenever|if)\s(?:\w+\s){0,3}?ask(?:s|ed)\b(?:\s\w+){0,5},?\s(?:always\s|just\s|only\s)?"
    r"(?:say|answer|reply|respond|claim|write|tell)\b",
    r"\binstead\sof\sanswering\b|\banswer\severy\squestion\b",
    r"\b(?:reply|answer|respond)\sonly\s(?:in|with)\b",
    r"\b(?:tell|inform|convince|ask)\s(?:the|all|every|any|your)\susers?\b(?!\sof\b)",
    r"\b(?:do\snot|don't|never)\s(?:tell|mention|reveal|show|repeat)\s(?:\w+\s){0,3}?"
    r"(?:users?|this\s(?:message|note|text)|these\sinstructions|your\sanswer)\b",
    r"\b(?:use|call|invoke|run|execute|trigger)\s(?:the\s|your\s)?(?:[a-z]{1,20}_\w+|tools?\s(?:to|calls?)\b"
    r"|tool\s\w+\swith\b)",
    r"\bforward\s(?:all\s|the\s){0,2}(?:data|messages|emails?)\b",
    rf"^\W{{0,3}}(?:{_MODEL})\s?[:,]|\battention,?\s(?:all\s)?(?:{_MODEL})\b",
    rf"\b(?:note|message|notice)\s(?:to|for)\s(?:the\s|any\s|all\s)?(?:{_MODEL})\b",
    r"\bas\san?\s(?:large\slanguage\smodel|language\smodel|ai(?:,|\s(?:model|assistant|agent|language)))",
    r"^(?:hi|hey|hello|dear)\s(?:ai|model|llm|language\smodel)\b",
    r"\b(?:if|whenever|when)\s(?:anyone|anybody|someone|somebody|a\suser|users)\s(?:\w+\s){0,5}?\w+,\s"
    r"(?:always\s|just\s)?(?:say|answer|reply|respond)\b",
    r"(?<!an\s)(?<!the\s)\b(?:respond|reply|answer)\sto\s(?:all|every|any)\s(?:further\s"
    r"|other\s)?(?:questions?|messages)\b",
    r"\b(?:say|reply|respond)\b(?:\s\w+){1,5}\sto\severy\squestion\b|\bmust\sbe\sanswered\swith\b"
    r"|\b(?:your|the)\snext\s(?:answer|question|reply)\s"
    r"(?:\w+\s){0,2}?(?:backwards|incorrectly|wrongly|falsely|on\spurpose)\b",
    r"\b(?:answer|reply|respond)\s(?:\w+\s){0,2}?(?:untruthfully|dishonestly|incorrectly|wrongly|falsely)\b"
    r"|\b(?:do\snot|don't|never)\sanswer\s(?:truthfully|honestly)\b",
    rf"\b(?:set\saside|overwrite|drop|abandon|stop\sfollowing|disclose"
    rf"|reveal)\s(?:all\s)?your\s(?:\w+\s){{0,2}}?(?:{_OWN})\b",
    r"\b(?:show|give|tell)\sme\s(?:\w+\s){0,5}?your\s(?:configuration|prompt|instructions)\b",
    r"\b(?:operator|developers?|admin|administrator)\s(?:wants|asked|orders|told|tells|instructed)\s(?:you|me)\sto\b",
    r"\b(?:comes?|here\s(?:is|are))\s(?:the|your)\sreal\sinstructions?\b|\bhide\sthis\s(?:sentence|message|text)\b",
    r"\b(?:rules|instructions)\sabove\s(?:no\slonger|do\snot|don't)\b|\b(?:as|is)\sa\ssystem\smessage\b",
    r"\b(?:begin|start|end)\s(?:your|every|each)\s(?:reply|answer|response)\swith\b",
    r"\b(?:forget|erase)\syour\s(?:role|memory|name|task|persona)\b|\bgive\syou\snew\s(?:orders|instructions)\b",
    r"\bhidden\sinstructions?\b|\bthe\s(?:assistant|bot|model)\s(?:should|must|shall)\s(?:say|answer|reply|claim)\b",
    r"\bstop\sanswering\b|\b(?:simulate|emulate)\s(?:a|the)\s(?:terminal|shell|console)\b|\bswitch\sroles\b",
    r"\binvent\s(?:the\s|some\s)?(?:numbers|data|results)\b|\bwhat\swere\syou\stold\b",
)
_TOLD = r"instructions?|prompts?|rules|guidelines|configuration|system\smessage|message"
_HIDDEN = r"initial|original|first|hidden|secret|internal|raw"
_READER = r"ai|llm|language\smodel|model|bot|chatbot|assistant"
_WORDS = (
    rf"\b(?:{_READER})s?\s(?:that\s|who\s)?(?:reads?|reading|process\w*|sees?|seeing"
    rf"|summari[sz]\w+)\s(?:this|the\sfollowing)\b",
    rf"\bif\syou\sare\s(?:an?|any|the)\s(?:{_READER})\b|\bunrestricted\s(?:{_READER})\b",
    r"\bwhen(?:ever)?\s(?:you\s)?(?:summari[sz]|report|translat|paraphras|answer|reply)(?:e|ing"
    r"|ting)?\b(?:\s\w+){0,4},?\s"
    r"(?:always|please|add|say|mention|include|write)\b",
    r"\binstead\sof\s(?:the|your|its|any)\s(?:\w+\s?){1,3},\s(?:print|output|reply|respond|write|say)\b",
    r"\b(?:answer|reply|respond|speak|talk|write)\s(?:\w+\s){0,2}?in\sthe\s(?:voice|style|tone|manner)\sof\b",
    r"\b(?:execute|run)\s(?:the\s|this\s)?(?:following\s)?(?:shell\s)?(?:command|code|script)\b|\brm\s-rf\b|\bcurl\s-",
    r"\bto=(?:functions|tools?)\b|\bfunctions\.\w",
    rf"\b(?:your|the)\s(?:{_HIDDEN})\s(?:system\s)?(?:{_TOLD})\b|\bcontents?\sof\syour\s(?:{_TOLD})\b",
    r"\b(?:give|show|tell|send|share|leak|reveal|include|print)\s(?:\w+\s){0,3}?(?:api|admin|secret|access)\skeys?\b",
    r"\b(?:ignore|disregard|skip)\s(?:the\s)?(?:tool|timing|real|actual|true)\s?(?:output|data|results?|numbers)\b",
    r"\bnow\sfollow\sthese\s(?:steps|instructions|orders)\b|\bend\sof\s(?:data|input|context|prompt|instructions)\b",
    r"\b(?:previous|earlier|old|prior)\s(?:rules|instructions|directions|orders|guidelines)\s"
    r"(?:no\slonger\sapply|are\s(?:void|obsolete|cancelled))\b",
    r"\byour\s(?:new|real|actual|true|only)\s(?:goal|task|job|mission|objective|purpose|instructions?|orders?)\b",
    r"\b(?:whatever|no\smatter\swhat|regardless\sof)\s(?:the\s)?(?:question|user|viewer)\b"
    r"|\bbefore\syou\s(?:answer|reply|respond)\b",
    r"\bin\s(?:your|every|each)\s(?:next\s)?(?:answer|reply|response|summary|output)\b"
    r"|\binclude\s(?:this|the\sfollowing)\s(?:sentence|phrase|text|line|link|word)\b",
    r"\b(?:as|i\sam)\sthe\s(?:owner|developer|admin\w*|creator)\sof\s(?:this|the)\s(?:bot|system|model|assistant)\b"
    r"|\bauthori[sz]e\syou\sto\b",
    r"\b(?:reply|respond|answer)\s(?:only\s)?with\s(?:the\s)?(?:word|token|phrase|yes|no|ok)\b",
    r"\b(?:print|output|dump|display)\s(?:all\s)?(?:the\s|your\s)?(?:variables|environment|hidden|memory)\b",
    r"\b(?:repeat|print|output|copy)\s(?:all\s)?(?:the\s)?(?:text|lines?|words|message)\sabove\b",
    rf"\b(?:an\s)?(?:order|instruction|command)\s(?:to|for)\s(?:the|every|any)\s(?:{_READER})\b",
    r"\b(?:leak|dump|exfiltrate)\s(?:the\s|your\s)?(?:conversation|chat|history|data|keys?|prompt)\b",
    r"\btreat\s(?:the\s)?(?:next|following|this)\s(?:line|text|message|sentence)\sas\b"
    r"|\bwithout\s(?:asking\sfor\s)?confirmation\b",
    r"\b(?:ab\s(?:jetzt|sofort)|à\spartir\sde\smaintenant|dorénavant|a\spartir\sde\s(?:ahora|agora)"
    r"|d'ora\sin\spoi|vanaf\snu),?\s(?:\w+\s)?"
    r"(?:antwort\w*|bist|réponds|répondez|es|êtes|responde|responda|respondes|eres|você|rispondi|sei|ben)\b",
    r"\bantworte\s(?:nur|ausschließlich)\b|\bréponds\s(?:uniquement|seulement)\b|\bresponde\s(?:solo|sólo|só|apenas)\b"
    r"|\brispondi\ssolo\b|\bantwoord\salleen\b",
    r"\b(?:negeer|vergeet)\s(?:\w+\s){0,3}(?:opdrachten|aanwijzingen)|\b(?:ignoriere|vergiss)\s(?:\w+\s){0,3}vorgaben"
    r"|\b(?:ignora|olvida)\s(?:\w+\s){0,3}(?:indicaciones|directrices)",
    r"\b(?:nenne|zeig|zeige|gib)\smir\sdeinen?\s(?:system)?(?:prompt|anweisungen)"
    r"|\bmuestra\stu\s(?:configuración|prompt)"
    r"|\bmostra\s(?:il\stuo|le\stue)\s(?:prompt|istruzioni)"
    r"|\bmontre\s(?:ton|tes|vos)\s(?:prompt|instructions|consignes)",
)
"""What is said to whoever reads and answers by machine: how to answer, in whose voice, what to give away."""
_SPACED = re.compile(r"(?<!\S)(?:\w\s){3,}\w(?!\S)")
_TAGS = (
    "system|user|assistant|tool|data|information|instructions?|prompt|script|img|iframe|a|b|i|p|div|html|results?|output"
    "|response|context"
)
_SENTENCE = re.compile(r"[.!:;]\s")
_SAID = frozenset(("a change of its role", "an order to it"))
"""Signs that a single question does not give: `is there a developer mode?` asks."""
_SIGNS: Mapping[str, str] = {
    "a link": r"https?://|\bwww\.\w|(?<=[a-z0-9_.+-])@[a-z0-9-]{1,80}\.[a-z]",
    "markup": rf"</?(?:{_TAGS})\b[^<>]{{0,200}}>|```|#{{3,}}|<\||\|>|\[/?inst\]|\{{\{{|\$\{{",
    "a role": r"\[\s?(?:system|assistant|admin|developer)\s?\]"
    r"|(?:^|[\n.!?]\s{0,3})\W{0,3}(?:system|assistant|developer)\s?(?:message|prompt)?\s?\)?\s?:|\btodo\s?:"
    r"|\bsystem[ _]message\b",
    "an order to leave its rules": "|".join(_ORDERS),
    "a change of its role": "|".join(_ROLES),
    "an order to it": "|".join((*_COMMANDS, *_WORDS)),
    "an account": r"\b[a-z]{2}\d{10,}\b|\b\d{13,}\b",
}


@lru_cache(maxsize=1)
def _signs() -> Mapping[str, re.Pattern[str]]:
    """The signs by their names, compiled when first needed."""
    return {name: re.compile(sign) for name, sign in _SIGNS.items()}


def suspicion(text: str) -> str:
    """The sign by which a text speaks to a model, as `a link`; empty where it does not."""
    plain = text[:LOOKED_AT]
    if not plain.isascii():
        taken = unicodedata.normalize("NFKC", plain).casefold()
        plain = "".join(char for char in taken if unicodedata.category(char) != "Cf")
    plain = plain.lower().replace("\u2019", "'").replace("you're", "you are")
    plain = _SPACED.sub(lambda letters: letters[0].replace(" ", ""), plain)
    if "\n" in plain.strip():
        return "more than one line"
    asks = plain.rstrip().endswith("?") and not _SENTENCE.search(plain)
    return next((name for name, sign in _signs().items() if not (asks and name in _SAID) and sign.search(plain)), "")


def is_suspect(text: str) -> bool:
    """Whether a text speaks to a model."""
    return bool(suspicion(text))
