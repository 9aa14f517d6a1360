"""Retractions: "please disregard the results I sent", "I measured the wrong kernel"."""

import re
from collections.abc import Iterator, Mapping

from archive.results import Correction, Target
from archive.text import lines_of
from ingest.measure import Identifier
from ingest.post import Post, PostPart
from ingest.prose import Sentence

_RESULTS = r"(?:results|numbers|figures|benchmarks?|measurements?|timings?|table|scores?)"
_RETRACTS = re.compile(
    rf"\b(?:ignore|disregard|discard)\s(?:the|these|those|my|this|that|all|both|any)\s(?:\w+\s){{0,4}}?{_RESULTS}\b"
    r"|\b(?:i|we)(?:'ve|'d)?\s(?:\w+\s){0,3}?(?:measured|tested|booted|benchmarked|ran|used|compiled|built|running)\s"
    r"(?:\w+\s){0,3}?wrong\s(?:kernel|binary|image|config\w{0,10}|branch|tree|version|module|build|file|data)\b"
    rf"|\b(?:the|my|these|those|our)\s(?:\w+\s){{0,3}}?{_RESULTS}\s(?:\w+\s){{0,6}}?(?:are|were|was|is)\s(?:all\s)?"
    r"(?:wrong|bogus|invalid|incorrect|swapped|mixed up|not valid)\b"
    rf"|\b(?:i|we)\s(?:\w+\s)?(?:swapped|mixed up|mislabell?ed)\s(?:the|these|my|two)\s(?:\w+\s){{0,3}}?"
    rf"(?:{_RESULTS}|labels?|columns?|kernels?|sides)\b",
    re.IGNORECASE,
)
# In small letters one of these is in every retraction.
_WORDS = (
    *("ignore", "disregard", "discard", "wrong", "bogus", "invalid", "incorrect", "swapped", "mixed up", "mislabel"),
    "not valid",
)
_SUPPOSED = re.compile(r"\b(?:if|would|could|might|may|unless|whether|when|will|should)\b|\?$", re.IGNORECASE)


def read_retractions(post: Post, posted: Mapping[str, str], identify: Identifier) -> Iterator[Correction]:
    """What a mail takes back of its author's earlier results; `posted` is the last mail with results of each author
    before this one.
    """
    earlier = posted.get(post.message.author.key)
    if earlier is None:
        return
    for part in post.parts:
        for sentence in part.sentences_about(_lines_told(part)):
            retracted = _RETRACTS.search(sentence.text) if sentence.depth == 0 else None
            if retracted is not None and _SUPPOSED.search(sentence.text) is None:
                yield _correction(post, part, sentence, earlier, identify)
                return


def _lines_told(part: PostPart) -> frozenset[int]:
    places = ((start, start + len(word)) for word in _WORDS if (start := part.lowered.find(word)) >= 0)
    return lines_of(part.lowered, places)


def _correction(post: Post, part: PostPart, sentence: Sentence, earlier: str, identify: Identifier) -> Correction:
    place = sentence.span(0, len(sentence.text))
    name = identify.statement("correction", place, part.lines[place.line - 1])
    return Correction(name, post.message.key, place, post.message.author, Target("post", earlier), sentence.text)
