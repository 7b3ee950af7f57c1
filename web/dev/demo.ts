import { mount } from 'svelte';
import End from '../src/end/End.svelte';
import { Room } from '../src/game/room.svelte';
import Home from '../src/home/Home.svelte';
import ModeratorPage from '../src/mod/ModeratorPage.svelte';
import Play from '../src/play/Play.svelte';
import Door from '../src/room/Door.svelte';
import Lobby from '../src/room/Lobby.svelte';
import '../src/styles/base.css';
import '../src/styles/controls.css';
import type { Down, View } from '../src/wire/types';
import { decision, fakeChannel, roomState, viewOf } from './scenes';

const query = new URLSearchParams(location.search);
const scene = query.get('scene') ?? 'night';
const n = Number(query.get('n') ?? 8);
const role = query.get('role') ?? 'werewolf';
const room: Room = new Room(
  'KM7QX',
  fakeChannel((message: Down) => room.receive(message)),
);

const phase =
  scene === 'lobby' || scene === 'owner' || scene === 'door' ? 'lobby' : scene === 'end' ? 'over' : 'playing';
const night = scene === 'night' || scene === 'form';
const table: View['table'] = night
  ? { phase: 'night', night: 2, day: 1, sheriff: '3' }
  : {
      phase: scene === 'votes' ? 'dusk' : 'vote',
      night: 2,
      day: 2,
      sheriff: '3',
      winner: 'village',
      winners: ['2', '3'],
    };
const state = roomState(n, phase, scene === 'owner' ? 1 : 2, scene === 'owner');
if (scene === 'door') state.me = null;
const own = { '5': { in: false, role: 'hunter' } };
const view = viewOf(n, '2', table, {
  ...own,
  '2': { role, camp: role === 'werewolf' ? 'wolves' : 'village' },
});
if (role === 'werewolf') view.groups = { wolves: ['2', '7'] };
view.log = [
  { n: 1, key: 'nightfall', params: { n: 1 }, ruleset: 'table', public: true },
  { n: 2, key: 'dead', params: { who: ['5'] }, ruleset: 'table', public: true },
];
if (scene === 'votes') {
  view.log = [
    ...view.log,
    {
      n: 3,
      key: 'votes',
      params: {
        votes: { '1': '4', '2': '4', '3': '6', '4': '6', '6': '4', '7': null, '8': '4' },
        tally: { '4': 4, '6': 3 },
      },
      ruleset: 'table',
      public: true,
    },
  ];
}
room.receive({
  hello: {
    viewer: phase === 'lobby' ? 'public' : scene === 'mod' ? 'moderator' : '2',
    game: 1,
    n: 3,
    epoch: 0,
    now: Date.now(),
    resumed: false,
    view,
    public: viewOf(n, 'public', table, own),
    room: state,
  },
});
room.link = 'open';
const seats = { kind: 'seats', candidates: ['1', '3', '4', '6', '8'], min: 1, max: 1 } as const;
const asks: Record<string, () => void> = {
  night: () =>
    room.receive({
      open: decision({ key: 'kill', skill: 'kill', pick: { ...seats, candidates: [...seats.candidates] } }),
    }),
  vote: () =>
    room.receive({
      open: decision({ key: 'vote', skill: 'vote', pick: { ...seats, candidates: [...seats.candidates] } }),
    }),
  form: () =>
    room.receive({
      open: decision({
        key: 'witch',
        skill: 'save',
        pick: {
          kind: 'either',
          of: { save: { kind: 'flag' }, poison: { ...seats, candidates: [...seats.candidates] } },
        },
      }),
    }),
};
if (query.get('ask') !== 'no') asks[scene]?.();
if (!night)
  room.receive({
    clock: { kind: 'vote', at: Date.now() + 83_000, left: null, now: Date.now(), paused: false },
  });
if (scene === 'mod') {
  room.receive({
    grimoire: {
      seats: Object.fromEntries(
        Object.keys(view.seats).map((id) => [
          id,
          {
            name: String(view.seats[id]?.name),
            in: id !== '5',
            role: 'villager',
            base: 'villager',
            camp: 'village',
            believed: null,
            holdings: [{ ability: 'check', left: null }],
          },
        ]),
      ),
      marks: [{ kind: 'protected', on: '3', by: '1/protect', until: 'dawn', data: null }],
    },
    explain: {
      start: 0,
      zh: ['第一夜：狼人选择了 5号。', '5号 出局：狼人杀人。'],
      en: ['Night 1: the wolves chose 5.', '5 is out: killed by the wolves.'],
    },
    pending: [
      {
        d: 4,
        owners: ['2', '7'],
        answers: { '7': '4' },
        open: decision({ key: 'kill', skill: 'kill', pick: { ...seats, candidates: [...seats.candidates] } }),
        wait: null,
        suggestion: null,
        why: '',
      },
      {
        d: 5,
        owners: ['moderator'],
        answers: {},
        open: decision({ key: 'rule', skill: null, pick: { kind: 'yes' } }),
        wait: null,
        suggestion: null,
        why: '',
      },
    ],
    waits: [{ name: 'w1', kind: 'call', of: 'witch', at: null }],
    steps: [
      { seq: 1, kind: 'answer', by: '7', at: 0, what: { skill: 'kill', choice: '4' } },
      { seq: 2, kind: 'tick', by: null, at: 0, what: {} },
    ],
  });
}

const target = document.getElementById('app')!;
if (scene === 'home') mount(Home, { target });
else if (scene === 'lobby' || scene === 'owner') mount(Lobby, { target, props: { room } });
else if (scene === 'door') mount(Door, { target, props: { room } });
else if (scene === 'end') mount(End, { target, props: { room } });
else if (scene === 'mod') mount(ModeratorPage, { target, props: { room } });
else mount(Play, { target, props: { room } });
