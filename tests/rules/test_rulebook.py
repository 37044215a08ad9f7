"""The rulebook, the rules and their tests name the same ids."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
RULES = ROOT / "rules" / "junta"
TESTS = Path(__file__).parent / "junta"

ID = re.compile(r"\b([A-Z]{2})-(\d+)\b")
RANGE = re.compile(r"\b([A-Z]{2})-(\d+) to \1-(\d+)\b")
DEFINED = re.compile(r"^- \*\*([A-Z]{2}-\d+)\*\* ", re.MULTILINE)


def spread(text: str) -> set[str]:
    """Every id in the text, ranges spread out."""
    found = {f"{part}-{number}" for part, number in ID.findall(text)}
    for part, first, last in RANGE.findall(text):
        found |= {f"{part}-{number}" for number in range(int(first), int(last) + 1)}
    return found


def book() -> str:
    return (RULES / "RULEBOOK.md").read_text(encoding="utf-8")


def sources() -> Iterator[tuple[Path, str]]:
    for path in sorted(RULES.rglob("*.py")):
        yield path, path.read_text(encoding="utf-8")


def cited() -> set[str]:
    """The ids in the code; in the docstring of a module a range only says what stands there."""
    found = set()
    for _, text in sources():
        module = ast.get_docstring(ast.parse(text), clean=False) or ""
        found |= spread(text.replace(module, "")) | spread(RANGE.sub("", module))
    return found


def named() -> set[str]:
    """The ids by which tests are named."""
    names = (
        node.name
        for path in TESTS.glob("test_*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef)
    )
    matches = (re.match(r"test_([A-Z]{2})_(\d+)_", name) for name in names)
    return {f"{match[1]}-{match[2]}" for match in matches if match}


DEFINITIONS = DEFINED.findall(book())


def test_each_id_is_defined_once_and_in_order() -> None:
    assert len(DEFINITIONS) == len(set(DEFINITIONS))
    parts: dict[str, list[int]] = {}
    for rule in DEFINITIONS:
        part, number = rule.split("-")
        parts.setdefault(part, []).append(int(number))
    assert all(numbers == list(range(1, len(numbers) + 1)) for numbers in parts.values())


def test_every_id_that_is_mentioned_is_defined() -> None:
    assert spread(book()) - set(DEFINITIONS) == set()


def test_every_id_that_the_code_cites_is_in_the_rulebook() -> None:
    everywhere = set().union(*(spread(text) for _, text in sources()))
    assert everywhere - set(DEFINITIONS) == set()


def test_every_rule_is_cited_by_the_code() -> None:
    assert set(DEFINITIONS) - cited() == set()


def test_every_rule_is_named_by_a_test_and_every_test_names_a_rule_that_exists() -> None:
    assert set(DEFINITIONS) - named() == set()
    assert named() - set(DEFINITIONS) == set()


def test_every_option_is_in_the_rulebook_with_its_rule() -> None:
    from rules.junta.ruleset import OPTIONS

    for option in OPTIONS:
        (line,) = (ln for ln in book().splitlines() if ln.startswith(f"- **{option.rule}** "))
        assert f"`{option.name}`" in line
