/** The open room: what the server said, folded, and the way to answer. */

import { isTalk } from '../log/talk';
import { seated } from '../text/say.svelte';
import { Connection, type Link } from '../wire/connection';
import type {
  Clock,
  Down,
  Fault,
  Hello,
  LogEntry,
  Notice,
  OpenDecision,
  Plain,
  Post,
  RoomState,
  View,
} from '../wire/types';
import { remember, remembered } from './device.svelte';
import { emptyView, foldNotice, History } from './fold';
import { Moderation } from './moderation.svelte';

export interface Receipt {
  c: string;
  d: number;
  decision: OpenDecision;
  choice: Plain;
  state: 'sending' | 'received';
}

export interface Channel {
  send(command: Record<string, Plain>): string;
  start(): void;
  stop(): void;
  replace(): void;
}

export class Room {
  readonly code: string;
  link = $state<Link>('connecting');
  gone = $state<number | null>(null);
  /** this person went away by himself */
  left = $state(false);
  viewer = $state('');
  state = $state.raw<RoomState | null>(null);
  /** what this viewer knows; drawn only inside the held card and the private sheet */
  view = $state.raw<View>(emptyView(''));
  /** what everybody knows; all the rest of the page draws only this */
  common = $state.raw<View>(emptyView('public'));
  decisions = $state.raw<OpenDecision[]>([]);
  receipts = $state.raw<Receipt[]>([]);
  /** answers that the server has acknowledged, by decision */
  given = $state.raw<Record<number, Plain>>({});
  /** answered decisions that are put away, though they are still open */
  stowed = $state.raw<number[]>([]);
  tidings = $state.raw<{ n: number; notice: Notice }[]>([]);
  posts = $state.raw<Post[]>([]);
  clock = $state.raw<Clock | null>(null);
  drift = $state(0);
  fault = $state.raw<Fault | null>(null);
  readonly mod = new Moderation();
  nudged = $state(false);
  /** whether the role card of this game has been looked at on this device */
  cardSeen = $state(true);
  #wire: Channel;
  #game = 0;
  #epoch = 0;
  #history = new History(emptyView(''));
  #commonHistory = new History(emptyView('public'));
  #settle = new Map<string, (fault: Fault | null) => void>();

  constructor(code: string, wire?: Channel) {
    this.code = code;
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    this.#wire =
      wire ??
      new Connection(`${scheme}://${location.host}/ws/${code}`, {
        held: () =>
          this.viewer === '' ? '' : `?since=${this.view.n}&epoch=${this.#epoch}&game=${this.#game}`,
        receive: (message) => this.receive(message),
        link: (link) => {
          this.link = link;
        },
        refused: (code) => {
          this.gone = code;
        },
      });
  }

  start(): void {
    this.#wire.start();
  }

  stop(): void {
    this.#wire.stop();
  }

  /** Called when the phone wakes or the network returns: the old socket is not trusted. */
  wake(): void {
    this.#wire.replace();
  }

  get phase(): RoomState['phase'] | null {
    return this.state?.phase ?? null;
  }

  /** the record that everybody has */
  get record(): LogEntry[] {
    return this.view.log.filter((entry) => entry.public);
  }

  /** what only this viewer was told */
  get notes(): LogEntry[] {
    return this.view.log.filter((entry) => !entry.public);
  }

  get ruleset(): string | null {
    return this.state?.ruleset ?? null;
  }

  get seat(): string | null {
    return this.viewer === '' || this.viewer === 'public' || this.viewer === 'moderator' ? null : this.viewer;
  }

  get owner(): boolean {
    return this.state?.me?.owner ?? false;
  }

  get moderator(): boolean {
    return this.viewer === 'moderator';
  }

  receive(message: Down): void {
    if (message.hello) this.#hello(message.hello);
    if (message.room) this.#room(message.room);
    if (message.notice && message.n !== undefined) this.#notice(message.n, message.notice);
    if (message.open) this.#open(message.open);
    if (message.closed !== undefined) this.#close(message.closed);
    if (message.retract !== undefined) this.#retract(message.retract);
    if (message.clock !== undefined) this.#clock(message.clock);
    if (message.nudge) this.nudged = true;
    if (message.post) this.posts = [...this.posts, message.post];
    if (message.ack !== undefined) this.#settled(message.ack, null);
    if (message.error) this.#error(message.error);
    this.mod.receive(message);
  }

  answer(decision: OpenDecision, choice: Plain): void {
    this.nudged = false;
    const c = this.#wire.send({ d: decision.d, choice });
    const receipt: Receipt = { c, d: decision.d, decision, choice, state: 'sending' };
    const open = new Set(this.decisions.map((one) => one.d));
    this.receipts = [...this.receipts.filter((old) => old.d !== decision.d && open.has(old.d)), receipt];
    this.tidings = [];
    this.#settle.set(c, (fault) => {
      if (!fault) this.given = { ...this.given, [decision.d]: choice };
      this.receipts = fault
        ? this.receipts.filter((old) => old.c !== c)
        : this.receipts.map((old) => (old.c === c ? { ...old, state: 'received' as const } : old));
    });
  }

  withdraw(d: number): void {
    const c = this.#wire.send({ withdraw: d });
    this.#settle.set(c, (fault) => {
      if (fault) return;
      this.receipts = this.receipts.filter((old) => old.d !== d);
      const { [d]: _, ...rest } = this.given;
      this.given = rest;
    });
  }

  post(channel: string, text: string): void {
    this.#wire.send({ post: { channel, text } });
  }

  do(act: string, args: Record<string, Plain> = {}): Promise<Fault | null> {
    return this.#ask({ room: { do: act, ...args } });
  }

  /** Leaves for good; `gone` when the server has closed the door or said yes. */
  leave(): void {
    this.left = true;
    void this.do('leave').then((fault) => {
      this.left = fault === null;
      if (!fault) this.gone ??= 0;
    });
  }

  moderate(act: string, args: Record<string, Plain> = {}): Promise<Fault | null> {
    return this.#ask({ mod: { do: act, ...args } });
  }

  noteCardSeen(): void {
    if (this.cardSeen || !this.seat) return;
    this.cardSeen = true;
    remember(this.#cardKey({ viewer: this.viewer, game: this.#game }), '1');
  }

  #cardKey({ viewer, game }: { viewer: string; game: number }): string {
    return `seen.${this.code}.${game}.${viewer}`;
  }

  /** What was told stays on the panel until it is put away; an answer that may be changed stays in the private sheet. */
  putAway(): void {
    this.receipts = this.receipts.filter((receipt) => receipt.state === 'sending');
    this.tidings = [];
    this.stowed = this.decisions.filter((decision) => answered(this, decision)).map((decision) => decision.d);
  }

  takeOut(d: number): void {
    this.stowed = this.stowed.filter((other) => other !== d);
  }

  #ask(command: Record<string, Plain>): Promise<Fault | null> {
    const c = this.#wire.send(command);
    return new Promise((resolve) => this.#settle.set(c, resolve));
  }

  #hello(hello: Hello): void {
    if (this.viewer !== hello.viewer || this.#game !== hello.game) {
      this.receipts = [];
      this.tidings = [];
      this.posts = this.#game === hello.game ? this.posts : [];
      this.mod.clear();
    }
    this.viewer = hello.viewer;
    this.cardSeen = remembered(this.#cardKey(hello)) !== '';
    this.#game = hello.game;
    this.#epoch = hello.epoch;
    this.drift = hello.now - Date.now();
    this.#room(hello.room);
    if (!hello.resumed) {
      this.view = hello.view ?? emptyView(hello.viewer);
      this.common = hello.public ?? this.#publicPart(this.view);
      this.#history = new History(this.view);
      this.#commonHistory = new History({ ...this.common, n: this.view.n });
    }
    this.decisions = [];
    this.given = {};
    this.clock = null;
  }

  /** Without the server's own public fold: the names and places only, never what one viewer knows. */
  #publicPart(view: View): View {
    const seats = Object.fromEntries(
      Object.entries(view.seats).map(([id, facets]) => [
        id,
        { name: facets.name ?? id, in: facets.in ?? true },
      ]),
    );
    return { ...view, viewer: 'public', seats, groups: {}, log: view.log.filter((entry) => entry.public) };
  }

  #room(state: RoomState): void {
    this.state = state;
    seated.names = Object.fromEntries(state.seats.map((seat) => [seat.seat, seat.name ?? '']));
    if (state.phase === 'lobby') {
      this.receipts = [];
      this.tidings = [];
    }
  }

  #notice(n: number, notice: Notice): void {
    if (n <= this.view.n) return;
    this.view = foldNotice(this.view, n, notice);
    this.#history.add(n, notice);
    if (notice.public) {
      this.common = foldNotice(this.common, n, notice);
      this.#commonHistory.add(n, notice);
    } else if (this.seat && !this.#cardOnly(notice)) {
      this.tidings = [...this.tidings, { n, notice }];
    }
  }

  /** Who one is shows on the held card only; talk shows where one talks. */
  #cardOnly(notice: Notice): boolean {
    const own = notice.shows.some(
      ([subject, facet]) => subject === this.seat && (facet === 'role' || facet === 'camp'),
    );
    return own || isTalk(notice);
  }

  #retract(n: number): void {
    this.#epoch += 1;
    const view = this.#history.cut(n);
    const common = this.#commonHistory.cut(n);
    this.tidings = this.tidings.filter((item) => item.n <= n);
    if (view && common) {
      this.view = { ...view, n };
      this.common = common;
      return;
    }
    this.viewer = '';
    this.#wire.replace();
  }

  #open(decision: OpenDecision): void {
    const others = this.decisions.filter((old) => old.d !== decision.d);
    const known = others.length < this.decisions.length;
    this.decisions = known
      ? this.decisions.map((old) => (old.d === decision.d ? decision : old))
      : [...others, decision];
  }

  #close(d: number): void {
    this.decisions = this.decisions.filter((decision) => decision.d !== d);
  }

  #clock(clock: Clock): void {
    this.clock = clock.at === null && !clock.paused ? null : clock;
    this.drift = clock.now - Date.now();
  }

  #settled(c: string, fault: Fault | null): void {
    this.#settle.get(c)?.(fault);
    this.#settle.delete(c);
  }

  #error(fault: Fault): void {
    this.fault = fault;
    if (fault.c !== undefined && fault.c !== null) this.#settled(fault.c, fault);
  }
}

/** Whether this decision has an answer that stands (sent from here, or known to the server). */
export function answered(room: Room, decision: OpenDecision): boolean {
  return (
    decision.answered || decision.d in room.given || room.receipts.some((receipt) => receipt.d === decision.d)
  );
}

/** The answer that stands, where the server has it. */
export function standingAnswer(room: Room, decision: OpenDecision): Plain {
  return room.given[decision.d] ?? decision.mine;
}

export function mayRevise(decision: OpenDecision): boolean {
  return decision.revise !== 'never' && !decision.final;
}
