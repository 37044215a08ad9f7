"""A second, independent reading of the proof: nothing of the product is imported here.

`check_feed` checks what any viewer can check from his own feed: the chain, the bodies, the stubs
and the dice. The body covers an event's type and version but not the names of its fields: those are
documented per type and version, and a checker brings them along. `check_revealed` opens, once the
game's secrets are revealed, every commitment that the feed shows the value of, and every draw.
"""

from __future__ import annotations

import hashlib
import hmac
import json

STUB = {"position", "recorded_at", "body", "hash"}
FULL = STUB | {"type", "version", "actor", "salt", "command", "data", "leaves"}
HIDDEN = {"hidden": True}


class Fault(Exception):
    """The feed does not hold, first at this position."""

    def __init__(self, position, why):
        super().__init__(f"position {position}: {why}")
        self.position = position


def canonical(value):
    return json.dumps(
        value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    ).encode()


def digest(raw):
    return hashlib.sha256(raw).hexdigest()


def mac(key, words):
    return hmac.new(key, words.encode(), hashlib.sha256).digest()


def check_feed(game, entries, after=0, prev="0" * 64, documented=None):
    """Every link of the chain; returns the last hash.

    documented: (type, version) -> (names of all fields, names of those that are committed to).
    """
    for entry in entries:
        after += 1
        _check_shape(entry, after)
        if documented is not None and "type" in entry:
            names, committed = documented[entry["type"], entry["version"]]
            if set(entry["data"]) != set(names) or set(entry["leaves"]) != set(committed):
                raise Fault(after, "fields")
        if "type" in entry and body(entry) != entry["body"]:
            raise Fault(after, "body")
        link = [game, after, entry["recorded_at"], prev, entry["body"]]
        if digest(canonical(link)) != entry["hash"]:
            raise Fault(after, "hash")
        prev = entry["hash"]
    check_dice(game, entries)
    return prev


def _check_shape(entry, position):
    names = set(entry)
    if names not in (STUB, FULL):
        raise Fault(position, "neither an event nor a stub")
    if type(entry["position"]) is not int or entry["position"] != position:
        raise Fault(position, "position")
    if names == FULL and not set(entry["leaves"]) <= set(entry["data"]):
        raise Fault(position, "leaves")


def body(entry):
    leaves = [entry["leaves"].get(name, value) for name, value in sorted(entry["data"].items())]
    head = [entry["salt"], entry["type"], entry["version"], entry["actor"], entry["command"]]
    return digest(canonical(head + leaves))


def check_dice(game, entries):
    """Each roll's link hashes to the one before it, and its faces come from its link."""
    link = None
    for entry in entries:
        kind, fields = entry.get("type"), entry.get("data")
        if kind == "game_created":
            link = fields["dice_anchor"]
        if kind == "dice_rolled" and fields["link"] is not None and link is not None:
            if digest(bytes.fromhex(fields["link"])) != link:
                raise Fault(entry["position"], "dice link")
            link = fields["link"]
            seed = mac(bytes.fromhex(link), f"{game}|{fields['request']}")
            if faces(seed, len(fields["faces"])) != fields["faces"]:
                raise Fault(entry["position"], "dice faces")


def faces(seed, number):
    """Six-sided dice from 32 bytes, by rejection sampling over 32-bit words."""
    found, block, limit = [], 0, 2**32 // 6 * 6
    while len(found) < number:
        raw = hashlib.sha256(seed + block.to_bytes(4, "big")).digest()
        words = [int.from_bytes(raw[i : i + 4], "big") for i in range(0, 32, 4)]
        found += [word % 6 + 1 for word in words if word < limit]
        block += 1
    return found[:number]


def check_revealed(game, entries, commands=None):
    """Every shown commitment, and with the commands (by position) the draws and the commands."""
    secrets = next(e["data"] for e in entries if e.get("type") == "secrets_revealed")
    created = next(e["data"] for e in entries if e.get("type") == "game_created")
    salt_secret = bytes.fromhex(secrets["salt_secret"])
    draw_secret = bytes.fromhex(secrets["draw_secret"])
    if digest(draw_secret) != created["draw_commitment"]:
        raise Fault(1, "draw secret")
    for entry in entries:
        if "type" in entry:
            _check_opened(entry, salt_secret)
    for position, command in (commands or {}).items():
        _check_command(game, entries[position - 1], command, salt_secret, draw_secret)


def _check_opened(entry, salt_secret):
    position = entry["position"]
    if mac(salt_secret, f"{position}|").hex() != entry["salt"]:
        raise Fault(position, "salt")
    for name, leaf in entry["leaves"].items():
        shown = entry["data"][name]
        if shown != HIDDEN and commitment(salt_secret, position, name, shown) != leaf:
            raise Fault(position, f"commitment of {name}")


def commitment(salt_secret, position, name, value):
    return digest(mac(salt_secret, f"{position}|{name}") + canonical(value))


def _check_command(game, entry, command, salt_secret, draw_secret):
    position = entry["position"]
    if commitment(salt_secret, position, "@command", command) != entry["command"]:
        raise Fault(position, "command")
    if command is not None and command["type"] == "supply_chance":
        fields = command["fields"]
        key = bytes.fromhex(fields["link"]) if fields["link"] else draw_secret
        if mac(key, f"{game}|{fields['request']}").hex() != fields["seed"]:
            raise Fault(position, "supply")
