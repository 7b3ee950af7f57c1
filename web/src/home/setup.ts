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
  return {
    ruleset: info.id,
    players,
    board,
    counts: {},
    options: {},
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
