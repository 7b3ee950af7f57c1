/** The open room: what the server said, folded, and the way to answer. */

import { SquareSide } from '../square/side.svelte';
import { bringWords, fetchWords } from '../text/catalogues';
import { seated } from '../text/say.svelte';
import { api } from '../wire/api';
import { Connection, type Link } from '../wire/connection';
import type {
  Clock,
  Down,
  Fault,
  Hello,
  LogEntry,
  OpenDecision,
  Plain,
  Post,
  RoomState,
  RoomTold,
  View,
} from '../wire/types';
import { Answers } from './answers.svelte';
import { remember, remembered } from './device.svelte';
import { emptyView } from './fold';
import { Moderation } from './moderation.svelte';
import { Slow } from './slow.svelte';
import { type Tiding, Told } from './told.svelte';

export interface Channel {
  send(command: Record<string, Plain>): string;
  start(): void;
  stop(): void;
  replace(): void;
  pulse?(): void;
}

export class Room {
  readonly code: string;
  /** the person beside the first on this device, or 0 */
  readonly beside: number;
  link = $state<Link>('connecting');
  gone = $state<number | null>(null);
  /** this person went away by himself */
  left = $state(false);
  viewer = $state('');
  state = $state.raw<RoomState | null>(null);
  readonly told = new Told();
  decisions = $state.raw<OpenDecision[]>([]);
  readonly answers = new Answers();
  posts = $state.raw<Post[]>([]);
  clock = $state.raw<Clock | null>(null);
  drift = $state(0);
  fault = $state.raw<Fault | null>(null);
  readonly mod = new Moderation();
  readonly slow = new Slow();
  readonly square = new SquareSide();
  nudged = $state(false);
  /** whom the night calls aloud, where it does */
  called = $state('');
  /** which of the night's calls that is, and of how many */
  place = $state.raw<[number, number] | null>(null);
  /** the neutral line beside something that was taken back */
  undone = $state('');
  /** whether the role card of this game has been looked at on this device */
  cardSeen = $state(true);
  #wire: Channel;
  #game = 0;
  #epoch = 0;
  #quickest = Number.POSITIVE_INFINITY;
  #settle = new Map<string, (fault: Fault | null) => void>();

  constructor(code: string, wire?: Channel, beside = 0) {
    this.code = code;
    this.beside = beside;
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    this.#wire =
      wire ??
      new Connection(`${scheme}://${location.host}/ws/${code}`, {
        held: () => this.#held(),
        receive: (message) => this.receive(message),
        link: (link) => {
          this.link = link;
        },
        refused: (code) => {
          this.gone = code;
        },
      });
  }

  #held(): string {
    const asked = new URLSearchParams();
    if (this.beside) asked.set('beside', String(this.beside));
    if (this.viewer !== '') {
      asked.set('since', String(this.view.n));
      asked.set('epoch', String(this.#epoch));
      asked.set('game', String(this.#game));
    }
    if (this.state) asked.set('brought', this.state.brought);
    const text = asked.toString();
    return text && `?${text}`;
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

  get view(): View {
    return this.told.view;
  }

  get common(): View {
    return this.told.common;
  }

  get record(): LogEntry[] {
    return this.told.record;
  }

  get notes(): LogEntry[] {
    return this.told.notes;
  }

  get tidings(): Tiding[] {
    return this.told.tidings;
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
    if (message.notice && message.n !== undefined) this.told.add(message.n, message.notice, this.seat);
    if (message.open) this.#open(message.open);
    if (message.closed !== undefined) this.#close(message.closed);
    if (message.retract !== undefined) this.#retract(message.retract);
    if (message.clock !== undefined) this.#clock(message.clock);
    if (message.nudge) this.nudged = true;
    if (message.call !== undefined) {
      this.called = message.call;
      this.place = message.place ? [message.place[0]!, message.place[1]!] : null;
    }
    if (message.undone) this.undone = message.undone;
    if (message.post) this.posts = [...this.posts, message.post];
    if (message.ack !== undefined) this.#settled(message.ack, null);
    if (message.error) this.#error(message.error);
    this.mod.receive(message);
    this.slow.receive(message);
    this.square.receive(message);
    if (message.hand && message.hand.locked === 0) this.#wire.pulse?.();
    if (message.pong !== undefined && message.now !== undefined) this.#tuned(message.pong, message.now);
  }

  /** How far this clock is from the server's, by the quickest of the latest answers. */
  #tuned(sent: number, now: number): void {
    const trip = performance.now() - sent;
    if (trip > this.#quickest) return;
    this.#quickest = trip;
    this.drift = now + trip / 2 - Date.now();
  }

  /** An answer that is shown where it is given, and needs no receipt. */
  choose(d: number, choice: Plain): Promise<Fault | null> {
    return this.#ask({ d, choice });
  }

  takeBack(d: number): Promise<Fault | null> {
    return this.#ask({ withdraw: d });
  }

  whisper(seats: string[], text: string): Promise<Fault | null> {
    return this.#ask({ talk: { seats, text } });
  }

  answer(decision: OpenDecision, choice: Plain): void {
    this.nudged = false;
    this.told.tidings = [];
    const c = this.#wire.send({ d: decision.d, choice });
    this.answers.sent(c, decision, choice, this.decisions);
    this.#settle.set(c, (fault) => (fault ? this.answers.refused(c) : this.answers.received(c)));
  }

  withdraw(d: number): void {
    const c = this.#wire.send({ withdraw: d });
    this.#settle.set(c, (fault) => {
      if (!fault) this.answers.withdrawn(d);
    });
  }

  post(channel: string, text: string): void {
    this.#wire.send({ post: { channel, text } });
  }

  /** What to choose when a phase begins, and what else; nothing: no plan. */
  plan(phase: string, skill: string, choices: Plain[]): Promise<Fault | null> {
    return this.#ask({ plan: { phase, skill, choices } });
  }

  /** A line in the private thread; a moderator says whose. */
  write(text: string, seat?: string): Promise<Fault | null> {
    return this.#ask({ letter: { text, ...(seat === undefined ? {} : { seat: Number(seat) }) } });
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

  /** Ends what is due next. A second tap for the same, before the first has shown, ends nothing more and is no fault.
   * What was told up to `read` is left with the same tap. */
  async onward(read?: number): Promise<void> {
    const wait = this.mod.waits[0];
    if (read !== undefined) this.mod.leave(read);
    const fault = wait ? await this.moderate('tick', { name: wait.name }) : null;
    this.mod.left();
    if (fault?.message_key === 'refused.nothing-due' && this.fault === fault) this.fault = null;
  }

  noteCardSeen(): void {
    if (this.cardSeen || !this.seat) return;
    this.cardSeen = true;
    remember(this.#cardKey({ viewer: this.viewer, game: this.#game }), '1');
  }

  #cardKey({ viewer, game }: { viewer: string; game: number }): string {
    return `seen.${this.code}.${game}.${viewer}`;
  }

  /** What was answered and told stays on the panel until it is put away. */
  putAway(): void {
    this.answers.putAway(this.decisions);
    this.told.tidings = [];
  }

  #ask(command: Record<string, Plain>): Promise<Fault | null> {
    const c = this.#wire.send(command);
    return new Promise((resolve) => this.#settle.set(c, resolve));
  }

  #hello(hello: Hello): void {
    if (this.viewer !== hello.viewer || this.#game !== hello.game) {
      this.answers.clear();
      this.told.tidings = [];
      this.posts = this.#game === hello.game ? this.posts : [];
      this.mod.clear();
    }
    this.viewer = hello.viewer;
    this.slow.begin(`${this.code}.${hello.game}.${hello.viewer}`);
    this.cardSeen = remembered(this.#cardKey(hello)) !== '';
    this.#game = hello.game;
    this.#epoch = hello.epoch;
    this.drift = hello.now - Date.now();
    this.#room(hello.room);
    if (!hello.resumed) {
      this.told.begin(hello.view ?? emptyView(hello.viewer), hello.public);
    }
    this.decisions = [];
    this.answers.given = {};
    this.clock = null;
    this.called = '';
    this.place = null;
    this.square.begin();
    this.#quickest = Number.POSITIVE_INFINITY;
    this.#wire.pulse?.();
  }

  #room(told: RoomTold): void {
    const state: RoomState = {
      ...told,
      options: told.options ?? this.state?.options ?? {},
      words: told.words ?? this.state?.words ?? {},
    };
    this.state = state;
    void fetchWords(state.ruleset, api.texts);
    bringWords(state.ruleset, state.words);
    seated.ruleset = state.ruleset;
    seated.names = Object.fromEntries(state.seats.map((seat) => [seat.seat, seat.name ?? '']));
    if (state.phase === 'lobby') {
      this.answers.clear();
      this.told.tidings = [];
    }
  }

  #retract(n: number): void {
    this.#epoch += 1;
    if (this.told.retract(n)) return;
    this.viewer = '';
    this.#wire.replace();
  }

  #open(decision: OpenDecision): void {
    this.answers.reopened(decision);
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
    if (this.#quickest === Number.POSITIVE_INFINITY) this.drift = clock.now - Date.now();
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
