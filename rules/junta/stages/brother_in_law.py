"""The President's brother-in-law takes over one post of the dead and exiled. BR-1 to BR-8."""

from __future__ import annotations

from typing import Annotated

from rules.junta.rejections import NoSuchPost
from rules.junta.ruleset import PostId
from rules.junta.state import State, president, vacant_posts
from rules.junta.succession import resignation_due
from rules.kernel.choices import Accept, OneOf
from rules.kernel.frozen import but
from rules.kernel.identifiers import Seat
from rules.kernel.messages import Command, Event, command, event
from rules.kernel.stages import Events, in_turn
from rules.kernel.visibility import PUBLIC


@command("take_post")
class TakePost(Command):
    """The brother-in-law runs this post."""

    post: PostId


@event("post_taken")
class PostTaken(Event):
    """The brother-in-law runs a post of the absent; their other posts are blocked."""

    president: Annotated[Seat, PUBLIC]
    post: Annotated[PostId, PUBLIC]


class BrotherInLaw:
    """The President alone, where there is a choice."""

    NAME = "brother_in_law"
    COMMANDS: tuple[type[Command], ...] = (TakePost,)

    def duration(self, state: State) -> int | None:
        return state.course.durations[self.NAME]

    def active(self, state: State) -> tuple[Seat, ...]:
        """RS-3: whoever resigns leaves the choice to his successor."""
        free = state.government.brother_in_law is None and not resignation_due(state)
        asked = free and len(vacant_posts(state)) > 1
        return in_turn(state.course, self.NAME, (president(state),) if asked else ())

    def open(self, state: State) -> Events:
        """BR-2: a single post is taken over without asking."""
        posts = vacant_posts(state)
        return (_taken(state, posts[0]),) if len(posts) == 1 else ()

    def accepts(self, state: State, seat: Seat) -> tuple[Accept, ...]:
        """BR-1: exactly one of the posts whose holders are dead or in exile."""
        if seat not in self.active(state):
            return ()
        choice = OneOf(values=vacant_posts(state), refusal=NoSuchPost)
        return (Accept(command=TakePost, choices={"post": choice}, rule="BR-2"),)

    def decide(self, state: State, seat: Seat, command: TakePost) -> Events:
        return (_taken(state, command.post),)

    def is_over(self, state: State) -> bool:
        return not self.active(state)

    def close(self, state: State) -> Events:
        return ()

    def expire(self, state: State) -> Events:
        """BR-3: silence takes the first of them, in the order of the posts."""
        return tuple(_taken(state, vacant_posts(state)[0]) for _ in self.active(state))


def _taken(state: State, post: PostId) -> PostTaken:
    return PostTaken(president=president(state), post=post)


def post_taken(state: State, event: PostTaken) -> State:
    return but(state, government=but(state.government, brother_in_law=event.post))
