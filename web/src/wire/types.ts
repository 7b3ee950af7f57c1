/** What goes over the wire, as docs/wire.md says it. */
export type Plain = null | boolean | number | string | Plain[] | { [key: string]: Plain };
export type Params = Record<string, Plain>;
export type Show = [subject: string, facet: string, value: Plain];

export type Pick =
  | { kind: 'seats'; candidates: string[]; min: number; max: number; distinct?: boolean }
  | {
      kind: 'options';
      of: 'role' | 'skill' | 'camp' | 'text' | string;
      options: Plain[];
      min: number;
      max: number;
    }
  | { kind: 'yes' }
  | { kind: 'flag' }
  | { kind: 'number'; min: number; max: number }
  | { kind: 'text'; max: number }
  | { kind: 'form'; slots: Record<string, Pick>; distinct?: boolean }
  | { kind: 'either'; of: Record<string, Pick> };

export interface OpenDecision {
  d: number;
  key: string;
  skill: string | null;
  params: Params;
  pick: Pick;
  optional: boolean;
  /** nothing waits for it */
  offer: boolean;
  revise: string;
  mine: Plain;
  answered: boolean;
  /** answered for good */
  final: boolean;
  /** what the fellow owners have chosen so far, where they may see it */
  others: Record<string, Plain> | null;
  owners: string[] | null;
  deadline: number | null;
}

export interface Notice {
  key: string;
  params: Params;
  shows: Show[];
  ruleset: string;
  /** whether everybody gets it */
  public?: boolean;
}

export interface LogEntry {
  n: number;
  key: string;
  params: Params;
  ruleset: string;
  public?: boolean;
}

export interface View {
  viewer: string;
  n: number;
  table: Record<string, Plain>;
  circle: string[];
  seats: Record<string, Record<string, Plain>>;
  groups: Record<string, string[]>;
  log: LogEntry[];
}

export interface RoomSeat {
  seat: string;
  name: string | null;
  taken: boolean;
  ready: boolean;
  bot: string | null;
  person: number | null;
  me: boolean;
}

export interface Person {
  id: number;
  name: string;
  seat: string | null;
  owner: boolean;
  moderator: boolean;
  here: boolean | null;
}

export interface Me {
  id: number;
  seat: string | null;
  owner: boolean;
  moderator: boolean;
}

export type Sitting = 'apart' | 'voice' | 'silent';

export interface RoomState {
  code: string;
  phase: 'lobby' | 'playing' | 'over';
  game: number;
  ruleset: string;
  players: number;
  roles: string[] | null;
  board: string | null;
  options: Record<string, Plain>;
  moderator: 'auto' | 'human';
  sitting: Sitting;
  pace: Record<string, number>;
  locked: boolean;
  paused: boolean;
  stopped: boolean;
  seats: RoomSeat[];
  people: Person[];
  host: number | null;
  moderators: number[];
  spectators: number;
  me: Me | null;
  voice: string;
}

export interface Clock {
  kind: string;
  at: number | null;
  left: number | null;
  now: number;
  paused: boolean;
}

export interface Post {
  channel: string;
  by: string;
  text: string;
  at: number;
}

export interface Fault {
  code: string;
  path?: string;
  c?: string | null;
  params?: Params;
}

export interface Pending {
  d: number;
  owners: string[];
  answers: Record<string, Plain>;
  open: OpenDecision;
  wait: string | null;
}

export interface Wait {
  name: string;
  kind: string;
  /** the skill or call it belongs to */
  of: string | null;
  at: number | null;
}

export interface Step {
  seq: number;
  kind: string;
  by: string | null;
  at: number;
  what: Record<string, Plain>;
}

export interface Exposed {
  to: number;
  shown: Plain[];
}

export interface Explained {
  start: number;
  zh: string[];
  en: string[];
}

export type Grimoire = Record<string, Plain>;

export interface Hello {
  viewer: string;
  game: number;
  n: number;
  epoch: number;
  now: number;
  resumed: boolean;
  view: View | null;
  /** the fold for everybody, beside the viewer's own */
  public?: View | null;
  room: RoomState;
}

export interface Down {
  hello?: Hello;
  n?: number;
  notice?: Notice;
  open?: OpenDecision;
  closed?: number;
  retract?: number;
  clock?: Clock;
  room?: RoomState;
  ack?: string;
  error?: Fault;
  post?: Post;
  nudge?: boolean;
  pong?: number;
  now?: number;
  grimoire?: Grimoire;
  explain?: Explained;
  pending?: Pending[];
  waits?: Wait[];
  steps?: Step[];
  exposed?: Exposed;
}

export type Command = Record<string, Plain>;

export interface RulesetInfo {
  id: string;
  players: { min: number; max: number };
  roles: { id: string; camp?: string | null; max?: number | null }[];
  options: OptionInfo[];
  boards: { id: string; players: number; roles: string[] }[];
  groups: string[];
  pace: Record<string, number>;
  policies: string[];
}

export interface OptionInfo {
  id: string;
  kind: string;
  default?: Plain;
  allowed?: Plain;
}

export interface ReplayStep {
  k: number;
  at: number;
  to: string[] | 'all';
  key: string;
  params: Params;
  shows: Show[];
}

export interface Replay {
  code: string;
  game: number;
  ruleset: string;
  seed: string;
  options: Record<string, Plain>;
  names: Record<string, string>;
  roles: Record<string, Plain>;
  winner: Plain;
  steps: ReplayStep[];
  explain: { zh: string[]; en: string[] };
}
