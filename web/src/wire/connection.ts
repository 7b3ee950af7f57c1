/** One socket to the room that is replaced rather than trusted, and commands that are sent until acknowledged. */
import type { Command, Down } from './types';

export type Link = 'connecting' | 'open' | 'waiting';

export interface SocketLike {
  readyState: number;
  send(text: string): void;
  close(): void;
  onopen: ((event: Event) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  onerror: ((event: Event) => void) | null;
}

export interface Wiring {
  /** what is held already: the query of the address, or nothing */
  held(): string;
  receive(message: Down): void;
  link(state: Link): void;
  /** the server will not have us (no such room, no seat): no more tries */
  refused?(code: number): void;
  socket?(url: string): SocketLike;
  after?(milliseconds: number, run: () => void): () => void;
}

const OPEN = 1;
const WAITS = [300, 700, 1500, 3000, 5000, 8000];
const RESEND = 4000;
/** foreign origin, no such room, the place is gone */
const FINAL = [4403, 4404, 4401];

let counter = 0;

function clientId(): string {
  counter += 1;
  const random = new Uint32Array(2);
  crypto.getRandomValues(random);
  return `${random[0]!.toString(36)}${random[1]!.toString(36)}-${counter}`;
}

function later(milliseconds: number, run: () => void): () => void {
  const timer = setTimeout(run, milliseconds);
  return () => clearTimeout(timer);
}

export class Connection {
  #url: string;
  #wiring: Wiring;
  #socket: SocketLike | null = null;
  #outbox = new Map<string, Command>();
  #tries = 0;
  #cancelRetry: (() => void) | null = null;
  #cancelResend: (() => void) | null = null;
  #stopped = false;

  constructor(url: string, wiring: Wiring) {
    this.#url = url;
    this.#wiring = wiring;
  }

  start(): void {
    this.#stopped = false;
    this.#open();
  }

  stop(): void {
    this.#stopped = true;
    this.#cancelRetry?.();
    this.#cancelResend?.();
    this.#drop();
  }

  /** Throws the present socket away and opens a new one at once; what is unacknowledged is sent again there. */
  replace(): void {
    if (this.#stopped) return;
    this.#tries = 0;
    this.#open();
  }

  /** Sends a command under a new client id, again and again until it is acknowledged. */
  send(command: Command): string {
    const c = clientId();
    const whole = { c, ...command };
    this.#outbox.set(c, whole);
    this.#push(whole);
    this.#watch();
    return c;
  }

  /** Ids of the commands that have not been acknowledged or refused yet. */
  get unsettled(): string[] {
    return [...this.#outbox.keys()];
  }

  #open(): void {
    this.#cancelRetry?.();
    this.#cancelRetry = null;
    this.#drop();
    this.#wiring.link('connecting');
    const make = this.#wiring.socket ?? ((url: string) => new WebSocket(url) as SocketLike);
    const socket = make(this.#url + this.#wiring.held());
    this.#socket = socket;
    socket.onopen = () => {
      if (this.#socket !== socket) return;
      this.#tries = 0;
      this.#wiring.link('open');
      for (const command of this.#outbox.values()) this.#push(command);
    };
    socket.onmessage = (event) => {
      if (this.#socket === socket) this.#receive(JSON.parse(String(event.data)) as Down);
    };
    socket.onclose = (event) => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      if (FINAL.includes(event.code)) {
        this.#stopped = true;
        this.#wiring.refused?.(event.code);
        return;
      }
      this.#retry();
    };
    socket.onerror = () => {};
  }

  #receive(message: Down): void {
    const settled = message.ack ?? message.error?.c;
    if (settled !== undefined && settled !== null) this.#outbox.delete(settled);
    if (message.ping !== undefined) this.#say({ pong: message.ping });
    else this.#wiring.receive(message);
  }

  /** Asks the server for the time; the answer comes as a `pong` with the same number. */
  pulse(): void {
    this.#say({ ping: Math.round(performance.now()) });
  }

  #say(frame: Record<string, number>): void {
    if (this.#socket?.readyState === OPEN) this.#socket.send(JSON.stringify(frame));
  }

  #push(command: Command): void {
    if (this.#socket?.readyState === OPEN) this.#socket.send(JSON.stringify(command));
  }

  #retry(): void {
    if (this.#stopped) return;
    this.#wiring.link('waiting');
    const wait = WAITS[Math.min(this.#tries, WAITS.length - 1)]!;
    this.#tries += 1;
    this.#cancelRetry = (this.#wiring.after ?? later)(wait, () => this.#open());
  }

  /** A command that stays unanswered on an open socket means a dead socket: replace it. */
  #watch(): void {
    if (this.#cancelResend) return;
    this.#cancelResend = (this.#wiring.after ?? later)(RESEND, () => {
      this.#cancelResend = null;
      if (this.#outbox.size === 0) return;
      if (this.#socket?.readyState === OPEN) this.replace();
      this.#watch();
    });
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onopen = socket.onclose = socket.onmessage = socket.onerror = null;
    socket.close();
  }
}
