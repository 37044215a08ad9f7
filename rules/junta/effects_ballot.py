"""What the events played in ballots do: effect name -> `Effect`."""

from __future__ import annotations

from collections.abc import Mapping

from rules.junta.effect import Effect

EFFECTS: Mapping[str, Effect] = {}
