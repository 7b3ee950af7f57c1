import { beforeEach, describe, expect, it, vi } from 'vitest';
import { decision, roomState, viewOf } from '../dev/scenes';
import { Room } from '../src/game/room.svelte';
import { hoursOf, longWeekend, timesOf } from '../src/slow/calendar';
import { announced, board, planned, planPick, sincePhase } from '../src/slow/orders';
import type { Letter, LogEntry, Pick, Plain } from '../src/wire/types';
import { greeting, Kept } from './kept';

const pick: Pick = { kind: 'seats', candidates: ['1', '3'], min: 1, max: 9, distinct: false };
let room: Room;
let game = 0;

function hello(viewer = '2'): void {
  const view = viewOf(8, viewer, { phase: '20:00', day: 1 }, { '3': { in: false } });
  const more = { game, public: viewOf(8, 'public', {}, {}), room: roomState(8, 'playing', 2, false) };
  room.receive({ hello: greeting(view, more) });
}

function letter(id: number, by: string, kind = 'text', seat = '2'): Letter {
  return { id, seat, kind, by, text: '', params: {}, at: 0 };
}

function note(n: number, key: string, params: Record<string, Plain>, open = false): LogEntry {
  return { n, key, params, ruleset: 'killer', public: open };
}

beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.reject(new Error('no server')));
  localStorage.clear();
  game += 1;
  room = new Room('KM7QX', new Kept());
  hello();
});

describe('standing orders', () => {
  it('follow the server when they are changed on another device', () => {
    const open = decision({
      d: 9,
      key: 'kill',
      skill: 'kill',
      pick,
      optional: true,
      offer: true,
      revise: 'free',
    });
    room.receive({ open });
    room.answer(open, ['1']);
    room.receive({ open: { ...open, answered: true, mine: ['1'] } });
    room.receive({ ack: 'c1' });
    expect(room.answers.standing(room.decisions[0]!)).toEqual(['1']);
    room.receive({ open: { ...open, answered: true, mine: ['3'] } });
    expect(room.answers.standing(room.decisions[0]!)).toEqual(['3']);
    room.receive({ open });
    expect(room.answers.has(room.decisions[0]!)).toBe(false);
  });

  it('of a group are a board of the last word of each, since the phase began', () => {
    const log = [
      note(1, 'board', { seat: '1', skill: 'kill', choice: ['5'] }),
      note(2, 'phase', { phase: '20:00' }, true),
      note(3, 'board', { seat: '1', skill: 'kill', choice: ['3'] }),
      note(4, 'board', { seat: '1', skill: 'kill', choice: ['4'] }),
      note(5, 'board', { seat: '2', skill: 'seal', choice: '4' }),
      note(6, 'board', { seat: '2', skill: 'seal', choice: null }),
      note(7, 'voted', { seat: '1', choice: '4' }, true),
      note(8, 'told', { seat: '8', skill: 'query', choice: true }),
      note(9, 'out', { seats: ['3'] }, true),
    ];
    expect(board(sincePhase(log), ['1', '2'])).toEqual([{ seat: '1', skill: 'kill', choice: ['4'] }]);
    expect(announced(log).map((entry) => entry.n)).toEqual([9]);
  });
});

describe('a plan', () => {
  it('is made from what was open last, among those who are in', () => {
    expect(planPick(room, 'kill')).toMatchObject({ kind: 'seats', min: 1, max: 2, distinct: true });
    expect(planPick(room, 'vote')).toMatchObject({ min: 1, max: 1 });
    const wide: Pick = { ...pick, candidates: ['1', 'moderator'] };
    room.receive({ open: decision({ d: 9, key: 'kill', skill: 'kill', pick: wide }) });
    room.receive({ closed: 9 });
    const made = planPick(room, 'kill');
    expect(made).toMatchObject({ max: 9, distinct: false });
    if (made.kind !== 'seats') throw new Error(made.kind);
    expect(made.candidates).not.toContain('3');
    expect(made.candidates.slice(-2)).toEqual(['8', 'moderator']);
    expect(planned(made, ['1'])).toBe('1');
    expect(planned(made, ['1', '4'])).toEqual(['1', '4']);
  });
});

describe('letters', () => {
  it('are unread until they were looked at, also after the next start', () => {
    room.receive({ letters: [letter(1, '2'), letter(2, 'moderator')] });
    room.receive({ letter: letter(3, 'host', 'warning') });
    expect(room.slow.unread('2', '2').map((one) => one.id)).toEqual([2, 3]);
    room.slow.look('2');
    expect(room.slow.unread('2', '2')).toEqual([]);
    room = new Room('KM7QX', new Kept());
    hello();
    room.receive({ letters: [letter(3, 'host', 'warning'), letter(4, 'moderator')] });
    expect(room.slow.unread('2', '2').map((one) => one.id)).toEqual([4]);
  });

  it('of the host are no news to a moderator', () => {
    hello('moderator');
    room.receive({ letters: [letter(1, 'host', 'nudge', '5'), letter(2, '5', 'text', '5')] });
    expect(room.slow.unread('5', 'moderator').map((one) => one.id)).toEqual([2]);
  });
});

describe('a calendar as it is written', () => {
  it('takes times and hours in any usual writing, and nothing else', () => {
    expect(timesOf('20:00，8:00, 08:00')).toEqual(['08:00', '20:00']);
    expect(timesOf('8：30')).toEqual(['08:30']);
    expect(timesOf('24:00')).toBeNull();
    expect(timesOf('')).toBeNull();
    expect(hoursOf('1, 12')).toEqual([12, 1]);
    expect(hoursOf('')).toEqual([]);
    expect(hoursOf('soon')).toBeNull();
    expect(hoursOf('-1')).toBeNull();
  });

  it('makes one day of a weekend', () => {
    expect(longWeekend(['08:00', '20:00'])).toEqual({ '08:00': [7], '20:00': [6] });
    expect(longWeekend(['08:00', '14:00', '20:00'])).toEqual({ '08:00': [7], '14:00': [6, 7], '20:00': [6] });
    expect(longWeekend(['20:00'])).toEqual({});
  });
});
