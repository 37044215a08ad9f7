"""The worker process as it is, but knowing the toy game too."""

from __future__ import annotations

import sys

from rules import registry
from tests.toy.game import TOY
from workers.run import main

if __name__ == "__main__":
    registry.GAMES["toy/1"] = TOY
    sys.exit(main())
