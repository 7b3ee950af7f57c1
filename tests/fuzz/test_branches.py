"""The hunt for branches of the clocktower game: its rooms play, and what it excuses is there."""

from __future__ import annotations

from random import Random

from tests.fuzz.branches import PACKAGE, files
from tests.fuzz.rooms import play
from tests.fuzz.untaken import UNTAKEN


def test_rooms_of_every_kind_come_to_their_end() -> None:
    games = [game for number in range(8) if (game := play(Random(f"rooms/{number}"))) is not None]
    assert {game.automatic for game in games} == {True, False}
    assert all(game.over is not None for game in games)


def test_whatever_is_excused_stands_in_a_file_that_counts() -> None:
    stems = {path.stem for path in files()}
    for stem, line in UNTAKEN:
        assert stem in stems
        assert line in map(str.strip, (PACKAGE / f"{stem}.py").read_text(encoding="utf-8").splitlines())
