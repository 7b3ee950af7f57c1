/** What goes over the wire. The records are generated from the host's schema (`npm run types`); where it can only say
 * "plain JSON", the page says more. */
import type { components } from './schema';

type Wire = components['schemas'];
type With<Record_, More> = Omit<Record_, keyof More> & More;

export type Plain = null | boolean | number | string | Plain[] | { [key: string]: Plain };
export type Params = Record<string, Plain>;
export type Show = [subject: string, facet: string, value: Plain];

interface AnyPick {
  /** null is an answer to this part */
  optional?: boolean;
  /** no value twice; where it says no, a seat may be named again */
  distinct?: boolean;
  /** constraints between the slots of a form, by name */
  cross?: string[];
}

export type Pick = AnyPick &
  (
    | { kind: 'seats'; candidates: string[]; min: number; max: number; ordered?: boolean }
    | { kind: 'options'; of: string; options: Plain[]; min: number; max: number; ordered?: boolean }
    | { kind: 'yes' }
    | { kind: 'flag' }
    | { kind: 'number'; min: number; max: number }
    | { kind: 'text'; max: number }
    | { kind: 'form'; slots: Record<string, Pick> }
    | { kind: 'either'; of: Record<string, Pick> }
    | { kind: 'each'; candidates: string[]; value: Pick; min: number; max: number }
    | { kind: 'several'; of: Pick; min: number; max: number }
  );

export type OpenDecision = With<
  Wire['OpenOut'],
  { params: Params; pick: Pick; mine: Plain; others: Record<string, Plain> | null }
>;
export type Notice = With<Wire['NoticeOut'], { params: Params; shows: Show[] }>;
export type LogEntry = With<Wire['LogLine'], { params: Params; shows?: Show[] }>;
export type View = With<
  Wire['ViewOut'],
  { table: Record<string, Plain>; seats: Record<string, Record<string, Plain>>; log: LogEntry[] }
>;

export type RoomSeat = Wire['SeatOut'];
/** What is left out has the host's default. */
export type Calendar = Partial<Wire['Calendar']>;
export type Rhythm = Wire['RhythmOut'];
export type Mine = Wire['MineOut'];
export type Composed = Wire['ComposedOut'];
export type Plan = With<Wire['PlanOut'], { choices: Plain[] }>;
export type Letter = With<Wire['LetterOut'], { params: Params }>;
/** What the next deadline would say, and to whom. */
export interface Would {
  key: string;
  params: Params;
  to: string[] | 'all';
}
export type Desk = With<Wire['DeskOut'], { would: Would[] }>;
export type DeskSeat = Wire['DeskSeat'];
export type Ways = Wire['ContactOut'];
export type Person = Wire['PersonOut'];
export type Me = Wire['MeOut'];
export type RoomState = With<
  Wire['RoomOut'],
  { options: Record<string, Plain>; words: Record<string, string> }
>;
/** As it comes down: options and words are left out where they are held already. */
export type RoomTold = With<RoomState, { options?: RoomState['options']; words?: RoomState['words'] }>;
export type Sitting = RoomState['sitting'];
export type Clock = Wire['ClockOut'];
export type Post = Wire['PostOut'];
export type Hand = Wire['HandOut'];
export type Talk = Wire['TalkOut'];
export type ToldLine = With<Wire['ToldOut'], { params: Params }>;

/** A refusal, from a request or on the socket. */
export interface Fault {
  code: string;
  message_key?: string;
  path?: string;
  c?: string | null;
  params?: Params;
}

export type Pending = With<
  Wire['PendingOut'],
  { answers: Record<string, Plain>; open: OpenDecision; suggestion: Plain }
>;
export type Wait = Wire['WaitOut'];
export type Step = With<Wire['StepOut'], { what: Record<string, Plain> }>;
export type Exposed = With<Wire['ExposedOut'], { shown: Plain[] }>;
export type Grimoire = Record<string, Plain>;
export type Hello = With<Wire['Hello'], { view: View | null; public: View | null; room: RoomTold }>;
export type Down = With<
  Wire['Down'],
  {
    hello?: Hello;
    notice?: Notice;
    open?: OpenDecision;
    room?: RoomTold;
    error?: Fault;
    grimoire?: Grimoire;
    pending?: Pending[];
    steps?: Step[];
    told?: ToldLine[];
    exposed?: Exposed;
    plans?: Plan[];
    letter?: Letter;
    letters?: Letter[];
  }
>;

export type Command = Record<string, Plain>;

export type OptionInfo = With<Wire['OptionOut'], { default?: Plain; allowed?: Plain }>;
export type ReadScript = With<Wire['ScriptOut'], { faults: With<Wire['ScriptFault'], { params: Params }>[] }>;
export type RulesetInfo = With<Wire['RulesetOut'], { options: OptionInfo[] }>;
export type ReplayStep = With<Wire['ReplayStep'], { to: string[] | 'all'; params: Params; shows: Show[] }>;
export type Replay = With<
  Wire['ReplayOut'],
  { options: Record<string, Plain>; roles: Record<string, Plain>; winner: Plain; steps: ReplayStep[] }
>;
