"""What Junta refuses, beyond what every game refuses."""

from __future__ import annotations

from rules.kernel.rejections import OutOfChoice


class CardNotInHand(OutOfChoice):
    """The card is not held, or may not be played now."""

    slug = "card-not-playable"
    title = "You cannot play or discard that card now"


class NotEnoughVotes(OutOfChoice):
    """More votes than the seat has in this ballot, or for somebody who does not stand."""

    slug = "not-enough-votes"
    title = "Those votes are not yours to give"


class BillsNotHeld(OutOfChoice):
    """Bills that the seat does not hold."""

    slug = "bills-not-held"
    title = "You do not hold those bills"


class CabinetAgainstTheRules(OutOfChoice):
    """An assignment of posts that breaks a rule of the cabinet."""

    slug = "cabinet-not-allowed"
    title = "That cabinet is against the rules"


class NoSuchLocation(OutOfChoice):
    """Not one of the five locations."""

    slug = "no-such-location"
    title = "There is no such location"


class NoSuchVictim(OutOfChoice):
    """Not another living family."""

    slug = "no-such-victim"
    title = "That family cannot be a victim"


class NoSuchPartner(OutOfChoice):
    """Not another living family."""

    slug = "no-such-partner"
    title = "You cannot deal with that family"


class NoSuchOffer(OutOfChoice):
    """Not an open offer, or not one that can be accepted now."""

    slug = "no-such-offer"
    title = "There is no such offer"


class NoSuchTarget(OutOfChoice):
    """Not a family, or not a post, at which this card can be aimed now."""

    slug = "no-such-target"
    title = "That card cannot be aimed there"


class NoSuchPost(OutOfChoice):
    """Not a post of the dead."""

    slug = "no-such-post"
    title = "That post cannot be taken over"


class NotYourUnits(OutOfChoice):
    """Units that the seat does not command there, or that may not be used any more."""

    slug = "not-your-units"
    title = "Those units are not yours to use"


class CannotFireAt(OutOfChoice):
    """Nobody who can be fired at there, or more dice than the seat has."""

    slug = "cannot-fire"
    title = "You cannot fire like that"


class NoSuchZone(OutOfChoice):
    """A zone that the units or weapons cannot reach or enter."""

    slug = "no-such-zone"
    title = "That zone cannot be chosen"
