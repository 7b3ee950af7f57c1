/** Rooms without a server, for looking at the page: /dev/demo.html?scene=night&n=8&role=werewolf */
import type { Channel } from '../src/game/room.svelte';
import type { Down, OpenDecision, RoomState, View } from '../src/wire/types';

const NAMES = [
  '小王',
  'Lena',
  '阿明',
  '小雨',
  'Tomás',
  '老周',
  '佳佳',
  'Yuki',
  '石头',
  '欣怡',
  'Max',
  '大鹏',
  '晓东',
  '二宝',
  '子涵',
];

export function fakeChannel(receive: (message: Down) => void): Channel {
  let count = 0;
  return {
    send(command) {
      const c = `demo-${++count}`;
      setTimeout(() => {
        receive({ ack: c });
        if (typeof command.d === 'number') receive({ closed: command.d });
      }, 300);
      return c;
    },
    start() {},
    stop() {},
    replace() {},
  };
}

export function name(seat: number): string {
  const base = NAMES[(seat - 1) % NAMES.length]!;
  return seat > NAMES.length ? `${base}${Math.ceil(seat / NAMES.length)}` : base;
}

export function roomState(n: number, phase: RoomState['phase'], me: number, owner: boolean): RoomState {
  return {
    code: 'KM7QX',
    phase,
    game: phase === 'lobby' ? 0 : 1,
    ruleset: 'table',
    players: n,
    roles: ['werewolf', 'werewolf', 'seer', 'witch', 'hunter', 'villager', 'villager', 'villager'],
    board: 'starter',
    options: { witch_potions: 'one_each' },
    moderator: 'auto',
    sitting: 'apart',
    overheard: false,
    pace: {},
    locked: false,
    paused: false,
    parked: false,
    practice: false,
    stopped: false,
    revealed: null,
    seats: Array.from({ length: n }, (_, i) => {
      const taken = phase !== 'lobby' || i % 4 !== 3;
      return {
        seat: String(i + 1),
        name: taken ? name(i + 1) : null,
        taken,
        ready: i % 3 === 0,
        bot: phase === 'lobby' && i === 5 ? 'honest' : null,
        person: taken ? i + 1 : null,
        me: i + 1 === me,
        player: null,
      };
    }),
    people: Array.from({ length: n }, (_, i) => ({
      id: i + 1,
      name: name(i + 1),
      seat: String(i + 1),
      owner: i === 0,
      moderator: false,
      here: null,
      queued: false,
    })),
    host: 1,
    moderators: [],
    spectators: 2,
    me: { id: me, seat: String(me), owner, moderator: false, queued: false, asks: false },
    calendar: null,
    aliases: false,
    voice: '',
    words: {},
    brought: 'none',
  };
}

export function viewOf(
  n: number,
  viewer: string,
  table: View['table'],
  own: Record<string, View['seats'][string]>,
): View {
  const seats = Object.fromEntries(
    Array.from({ length: n }, (_, i) => [
      String(i + 1),
      { name: name(i + 1), in: true, ...own[String(i + 1)] },
    ]),
  );
  return { viewer, n: 0, table, circle: Object.keys(seats), seats, groups: {}, log: [] };
}

export function decision(
  part: Partial<OpenDecision> & { key: string; pick: OpenDecision['pick'] },
): OpenDecision {
  return {
    d: 1,
    skill: null,
    kind: 'decision',
    params: {},
    optional: true,
    offer: false,
    revise: 'free',
    final: false,
    others: null,
    mine: null,
    answered: false,
    owners: null,
    deadline: Date.now() + 45_000,
    ...part,
  };
}
