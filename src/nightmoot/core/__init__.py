"""The engine: plain states, an agenda of steps, decisions, notices, facts. It names no role, skill or ruleset."""

from nightmoot.core import registry
from nightmoot.core.decisions import Grimoire, OpenDecision, Wait, window_of
from nightmoot.core.errors import BadGame, BodyError, NightmootError, Refused
from nightmoot.core.game import GATES, UNHEARD, Game, Outcome
from nightmoot.core.inputs import Answer, AnyInput, Override, Post, Tick, Undo, Withdraw, decode_input, encode_input
from nightmoot.core.plain import Plain, Record, freeze
from nightmoot.core.policy import Policies, Policy, Streams
from nightmoot.core.records import ALL, MODERATOR, PUBLIC, TABLE, Fact, Notice, Phase, SeatSpec, Verdict
from nightmoot.core.registry import Registry
from nightmoot.core.ruleset import Rhythm, Ruleset
from nightmoot.core.saving import Header
from nightmoot.core.scene import Scene
from nightmoot.core.state import State
from nightmoot.core.view import View, visible, wire_notice

__all__ = [
    "ALL",
    "GATES",
    "MODERATOR",
    "PUBLIC",
    "TABLE",
    "UNHEARD",
    "Answer",
    "AnyInput",
    "BadGame",
    "BodyError",
    "Fact",
    "Game",
    "Grimoire",
    "Header",
    "NightmootError",
    "Notice",
    "OpenDecision",
    "Outcome",
    "Override",
    "Phase",
    "Plain",
    "Policies",
    "Policy",
    "Post",
    "Record",
    "Refused",
    "Registry",
    "Rhythm",
    "Ruleset",
    "Scene",
    "SeatSpec",
    "State",
    "Streams",
    "Tick",
    "Undo",
    "Verdict",
    "View",
    "Wait",
    "Withdraw",
    "decode_input",
    "encode_input",
    "freeze",
    "registry",
    "visible",
    "window_of",
    "wire_notice",
]
