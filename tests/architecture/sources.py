"""The product's files as the checks read them: their imports, names and texts. Nothing is run."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("rules", "events", "projections", "workers", "service", "bots")
NOT_OURS = {".venv", ".git", "build", "dist", "var"}


@dataclass(frozen=True, kw_only=True)
class Source:
    """One file, by its path from the root; `text` may be made up to try a check."""

    path: str
    text: str

    @property
    def room(self) -> str:
        """The first folder, or the file's own name at the root."""
        return self.path.split("/", 1)[0]

    @property
    def module(self) -> str:
        """The dotted name under which it is imported."""
        return self.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text, filename=self.path)

    @cached_property
    def imports(self) -> frozenset[str]:
        """Every module it imports anywhere, by dotted name; `from a import b` gives a and a.b."""
        return frozenset(self._imported())

    def _imported(self) -> Iterator[str]:
        package = self.module if self.path.endswith("__init__.py") else _parent(self.module)
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                start = node.module or ""
                if node.level:
                    parts = package.split(".")
                    start = ".".join([*parts[: len(parts) - node.level + 1], start]).rstrip(".")
                yield start
                yield from (f"{start}.{alias.name}" for alias in node.names)

    @cached_property
    def lines(self) -> int:
        return len(self.text.splitlines())

    def reaches(self, module: str) -> bool:
        """Whether it imports the module or something within it."""
        return any(name == module or name.startswith(f"{module}.") for name in self.imports)


def _parent(module: str) -> str:
    return module.rpartition(".")[0]


def sources(*rooms: str) -> list[Source]:
    """Every Python file of these rooms."""
    found = [path for room in rooms for path in sorted((ROOT / room).rglob("*.py"))]
    return [Source(path=_from_root(path), text=path.read_text("utf-8")) for path in found]


def product_texts() -> Iterator[Source]:
    """Every file of the product that people wrote, tests aside."""
    for path in sorted(ROOT.rglob("*")):
        within = path.relative_to(ROOT).parts
        if NOT_OURS & set(within) or within[0] == "tests" or not path.is_file():
            continue
        if any(part.startswith(".") and part not in (".ci", ".gitignore") for part in within):
            continue
        if "__pycache__" in within or any(part.endswith(".egg-info") for part in within):
            continue
        try:
            yield Source(path=_from_root(path), text=path.read_text("utf-8"))
        except UnicodeDecodeError:
            continue


def _from_root(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()
