import { beforeEach, describe, expect, it } from 'vitest';
import { Connection, type Link, type SocketLike } from '../src/wire/connection';
import type { Down } from '../src/wire/types';

class FakeSocket implements SocketLike {
  readyState = 0;
  sent: Record<string, unknown>[] = [];
  onopen: SocketLike['onopen'] = null;
  onclose: SocketLike['onclose'] = null;
  onmessage: SocketLike['onmessage'] = null;
  onerror: SocketLike['onerror'] = null;
  constructor(readonly url: string) {}
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.readyState = 3;
  }
  opens(): void {
    this.readyState = 1;
    this.onopen?.(new Event('open'));
  }
  says(message: Down): void {
    this.onmessage?.(new MessageEvent('message', { data: JSON.stringify(message) }));
  }
  breaks(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code } as CloseEvent);
  }
}

let sockets: FakeSocket[];
let links: Link[];
let timers: { milliseconds: number; run: () => void }[];
let got: Down[];
let refusals: number[];
let held: string;

function connect(): Connection {
  const connection = new Connection('ws://x/ws/ABCDE', {
    held: () => held,
    receive: (message) => got.push(message),
    link: (link) => links.push(link),
    refused: (code) => refusals.push(code),
    socket: (url) => {
      const socket = new FakeSocket(url);
      sockets.push(socket);
      return socket;
    },
    after: (milliseconds, run) => {
      const timer = { milliseconds, run };
      timers.push(timer);
      return () => timers.splice(timers.indexOf(timer) >>> 0, 1);
    },
  });
  connection.start();
  return connection;
}

function due(): void {
  for (const timer of timers.splice(0)) timer.run();
}

beforeEach(() => {
  sockets = [];
  links = [];
  timers = [];
  got = [];
  refusals = [];
  held = '';
});

describe('the connection', () => {
  it('sends again under the same id on a new socket until it is acknowledged', () => {
    const connection = connect();
    sockets[0]!.opens();
    const c = connection.send({ d: 1, choice: '3' });
    sockets[0]!.breaks();
    for (const timer of timers.filter((one) => one.milliseconds < 4000)) timer.run();
    sockets[1]!.opens();
    expect(sockets[1]!.sent).toEqual([{ c, d: 1, choice: '3' }]);
    sockets[1]!.says({ ack: c });
    expect(connection.unsettled).toEqual([]);
    connection.replace();
    sockets[2]!.opens();
    expect(sockets[2]!.sent).toEqual([]);
  });

  it('keeps what is said while it is offline', () => {
    const connection = connect();
    const c = connection.send({ post: { channel: 'table', text: 'hi' } });
    expect(sockets[0]!.sent).toEqual([]);
    sockets[0]!.opens();
    expect(sockets[0]!.sent).toEqual([{ c, post: { channel: 'table', text: 'hi' } }]);
  });

  it('takes a refusal as the end of a command', () => {
    const connection = connect();
    sockets[0]!.opens();
    const c = connection.send({ d: 1, choice: '3' });
    sockets[0]!.says({ error: { code: 'not_open', c } });
    expect(connection.unsettled).toEqual([]);
    expect(got).toHaveLength(1);
  });

  it('asks for what it missed', () => {
    connect();
    sockets[0]!.opens();
    held = '?since=12&epoch=0&game=1';
    sockets[0]!.breaks();
    due();
    expect(sockets[1]!.url).toBe('ws://x/ws/ABCDE?since=12&epoch=0&game=1');
  });

  it('replaces a socket on waking and hears nothing more from the old one', () => {
    const connection = connect();
    sockets[0]!.opens();
    connection.replace();
    sockets[0]!.says({ ack: 'late' });
    sockets[0]!.breaks();
    expect(got).toEqual([]);
    expect(sockets).toHaveLength(2);
  });

  it('does not trust a socket that leaves a command without an answer', () => {
    const connection = connect();
    sockets[0]!.opens();
    connection.send({ d: 1, choice: '3' });
    due();
    expect(sockets).toHaveLength(2);
  });

  it('waits longer after each failure, and says so', () => {
    connect();
    sockets[0]!.breaks();
    const first = timers[0]!.milliseconds;
    due();
    sockets[1]!.breaks();
    expect(timers[0]!.milliseconds).toBeGreaterThan(first);
    expect(links).toEqual(['connecting', 'waiting', 'connecting', 'waiting']);
  });

  it('gives up only where the place is gone', () => {
    connect();
    sockets[0]!.breaks(4408);
    expect(timers).toHaveLength(1);
    due();
    sockets[1]!.breaks(4401);
    expect(refusals).toEqual([4401]);
    expect(timers).toHaveLength(0);
  });
});
