"""The five calls that `junta serve` prints: those of the README, word for word."""

from __future__ import annotations

import re
from pathlib import Path

from service.first_game import CALLS, beginning

README = (Path(__file__).parents[2] / "README.md").read_text()


def test_they_are_the_readmes() -> None:
    chapter = README.partition("## A first game in five calls")[2].partition("\n## ")[0]
    found = re.findall(r"^( *)```sh\n(.*?)^ *```", chapter, re.DOTALL | re.MULTILINE)
    blocks = [re.sub(rf"^{indent}", "", text, flags=re.MULTILINE) for indent, text in found]
    assert blocks[:6] == [
        "".join(f"{line}\n" for line in lines)
        for lines in (beginning(), *(call.lines for call in CALLS))
    ]
    titles = re.findall(r"^\d\. (.*?\.)", chapter, re.MULTILINE)
    assert titles == [call.what for call in CALLS]


def test_the_address_is_the_one_that_is_served() -> None:
    assert beginning("http://a")[0] == "A=http://a"


def test_every_call_that_writes_has_a_key_of_its_own() -> None:
    for call in CALLS:
        text = " ".join(call.lines)
        assert (" -d " in text) == ("Idempotency-Key: $(random)" in text)
