import { beforeEach, describe, expect, it } from 'vitest';
import { decision, roomState, viewOf } from '../dev/scenes';
import { Room } from '../src/game/room.svelte';
import type { Hello } from '../src/wire/types';
import { greeting, Kept } from './kept';

let line: Kept;
let room: Room;

function hello(more: Partial<Hello> = {}): Hello {
  const view = viewOf(8, '2', { phase: 'night' }, { '2': { role: 'seer', in: true } });
  return greeting(view, { now: Date.now(), ...more });
}

const seats = { kind: 'seats', candidates: ['1', '3'], min: 1, max: 1 } as const;

beforeEach(() => {
  line = new Kept();
  room = new Room('KM7QX', line);
  room.receive({ hello: hello() });
});

describe('what the options of a room bring', () => {
  it('is kept where a change leaves it out', () => {
    const { options: _, words: __, ...rest } = { ...roomState(8, 'playing', 2, false), brought: 'one' };
    room.receive({ room: { ...rest, options: { script: ['imp'] }, words: { 'role.x': 'X' } } });
    room.receive({ room: { ...rest, locked: true } });
    expect(room.state).toMatchObject({
      locked: true,
      options: { script: ['imp'] },
      words: { 'role.x': 'X' },
    });
  });
});

describe('the moderator going on', () => {
  const wait = { name: 'call:seer', kind: 'call', of: 'seer', at: null };

  it('names what ends, and takes a second tap for the same as one', async () => {
    room.receive({ waits: [wait] });
    const taps = [room.onward(), room.onward()];
    expect(line.sent).toEqual(taps.map(() => ({ mod: { do: 'tick', name: 'call:seer' } })));
    room.receive({ ack: 'c1' });
    room.receive({ error: { code: 'nothing-due', message_key: 'refused.nothing-due', c: 'c2' } });
    await Promise.all(taps);
    expect(room.fault).toBeNull();
  });

  it('says every other refusal', async () => {
    room.receive({ waits: [wait] });
    const tap = room.onward();
    const fault = { code: 'forbidden', message_key: 'ui.error.forbidden', c: 'c1' };
    room.receive({ error: fault });
    await tap;
    expect(room.fault).toEqual(fault);
  });
});

describe('the room', () => {
  it('keeps what one viewer knows apart from what everybody knows', () => {
    room.receive({
      n: 1,
      notice: {
        key: 'checked',
        params: {},
        shows: [['3', 'role', 'werewolf']],
        ruleset: 'table',
        public: false,
      },
    });
    expect(room.view.seats['3']?.role).toBe('werewolf');
    expect(room.common.seats['3']?.role).toBeUndefined();
    expect(room.tidings).toHaveLength(1);
    expect(room.record).toHaveLength(0);
    room.receive({
      n: 2,
      notice: { key: 'dead', params: {}, shows: [['3', 'in', false]], ruleset: 'table', public: true },
    });
    expect(room.common.seats['3']?.in).toBe(false);
    expect(room.record.map((entry) => entry.key)).toEqual(['dead']);
    expect(room.notes.map((entry) => entry.key)).toEqual(['checked']);
  });

  it('shows an answer as sent, then received, and keeps it until it is put away', () => {
    const open = decision({ d: 5, key: 'check', skill: 'check', pick: { ...seats, candidates: ['1', '3'] } });
    room.receive({ open });
    room.answer(open, '3');
    expect(line.sent).toEqual([{ d: 5, choice: '3' }]);
    expect(room.answers.receipts[0]?.state).toBe('sending');
    room.receive({ ack: 'c1' });
    room.receive({ closed: 5 });
    expect(room.answers.receipts[0]?.state).toBe('received');
    room.putAway();
    expect(room.answers.receipts).toHaveLength(0);
  });

  it('opens the question again when the answer was refused', () => {
    const open = decision({ d: 5, key: 'check', skill: 'check', pick: { ...seats, candidates: ['1', '3'] } });
    room.receive({ open });
    room.answer(open, '3');
    room.receive({ error: { code: 'illegal', c: 'c1' } });
    expect(room.answers.receipts).toHaveLength(0);
    expect(room.decisions).toHaveLength(1);
    expect(room.fault?.code).toBe('illegal');
  });

  it('ignores a notice that it has already', () => {
    const notice = { key: 'dead', params: {}, shows: [], ruleset: 'table', public: true };
    room.receive({ n: 1, notice });
    room.receive({ n: 1, notice });
    expect(room.view.log).toHaveLength(1);
  });

  it('forgets what is retracted and goes on from there', () => {
    room.receive({
      n: 1,
      notice: { key: 'dead', params: {}, shows: [['3', 'in', false]], ruleset: 'table', public: true },
    });
    room.receive({ retract: 0 });
    expect(room.view.seats['3']?.in).toBe(true);
    expect(room.common.seats['3']?.in).toBe(true);
    room.receive({
      n: 1,
      notice: { key: 'dead', params: {}, shows: [['4', 'in', false]], ruleset: 'table', public: true },
    });
    expect(room.view.seats['4']?.in).toBe(false);
  });

  it('asks for the whole view where a retraction reaches too far', () => {
    const view = { ...viewOf(8, '2', {}, {}), n: 9 };
    room.receive({ hello: hello({ n: 9, view }) });
    room.receive({ retract: 4 });
    expect(line.replaced).toBe(1);
  });

  it('keeps its view when it resumes, and takes the open questions anew', () => {
    room.receive({ open: decision({ d: 5, key: 'check', pick: { kind: 'yes' } }) });
    room.receive({ hello: hello({ resumed: true, view: null }) });
    expect(room.view.seats['2']?.role).toBe('seer');
    expect(room.decisions).toHaveLength(0);
  });
});
