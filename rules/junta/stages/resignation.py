"""A resignation that was announced is carried out. RS-2, RS-4."""

from __future__ import annotations

from rules.junta.succession import leave_office
from rules.kernel.stages import AsksNobody

RESIGNATION = AsksNobody("resignation", opens=leave_office)
