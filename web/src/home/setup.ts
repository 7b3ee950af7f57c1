/** What a room is set up with, while it is being chosen. */
import type { Calendar, Plain, RoomState, RulesetInfo, Sitting } from '../wire/types';
import { counted, spread } from './deck';

export interface Setup {
  ruleset: string;
  players: number;
  /** a named board; null: own roles */
  board: string | null;
  counts: Record<string, number>;
  options: Record<string, Plain>;
  moderator: 'auto' | 'human';
  sitting: Sitting;
  /** a slow room; null: live */
  calendar: Calendar | null;
  /** nicknames are hidden until the end */
  aliases: boolean;
}

export function newSetup(info: RulesetInfo): Setup {
  const { min, max } = info.players;
  const players = Math.max(min, Math.min(max, 8));
  const board = info.boards.find((one) => one.players === players)?.id ?? null;
  const first = Object.keys(info.scripts)[0];
  return {
    ruleset: info.id,
    players,
    board,
    counts: {},
    options: { ...(info.suggested as Record<string, Plain>), ...(first ? { script: first } : {}) },
    moderator: 'auto',
    sitting: 'apart',
    calendar: null,
    aliases: false,
  };
}

export function setupOf(state: RoomState): Setup {
  const { ruleset, players, board, options, moderator, sitting, calendar, aliases } = state;
  return {
    ruleset,
    players,
    board,
    counts: Object.fromEntries(counted(state.roles ?? [])),
    options,
    moderator,
    sitting,
    calendar,
    aliases,
  };
}

/** How many may play: more and fewer where the option for it is on. */
export function spanOf(setup: Setup, info: RulesetInfo): { min: number; max: number } {
  const { players, wider } = info;
  return wider && setup.options[wider.option] === true
    ? { min: Math.min(players.min, wider.min), max: Math.max(players.max, wider.max) }
    : players;
}

/** With an option changed; the number of players keeps within what it allows. */
export function withOption(setup: Setup, info: RulesetInfo, id: string, value: Plain): Setup {
  const next = { ...setup, options: { ...setup.options, [id]: value } };
  const { min, max } = spanOf(next, info);
  return withPlayers(next, info, Math.max(min, Math.min(max, next.players)));
}

/** Keeps the board among those for the number of players. */
export function withPlayers(setup: Setup, info: RulesetInfo, players: number): Setup {
  const boards = info.boards.filter((one) => one.players === players).map((one) => one.id);
  const board = setup.board === null || boards.includes(setup.board) ? setup.board : (boards[0] ?? null);
  return { ...setup, players, board };
}

/** The fields as the host takes them. */
export function wireSetup(setup: Setup): {
  ruleset: string;
  players: number;
  roles: string[] | null;
  board: string | null;
  options: Record<string, Plain>;
  moderator: 'auto' | 'human';
  sitting: Sitting;
  calendar: Calendar | null;
  aliases: boolean;
} {
  const { ruleset, players, board, options, moderator, sitting, calendar, aliases } = setup;
  const roles = board === null ? spread(setup.counts) : [];
  return {
    ruleset,
    players,
    roles: roles.length ? roles : null,
    board,
    options,
    moderator,
    sitting,
    calendar,
    aliases,
  };
}
