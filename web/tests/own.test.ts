/** Scripts with characters of somebody's own: their words, their sheet, what is to be read at the grimoire. */
import { afterEach, expect, test } from 'vitest';
import { Moderation } from '../src/game/moderation.svelte';
import type { Room } from '../src/game/room.svelte';
import { type Book, bookOf, tokenName } from '../src/grimoire/book';
import { dealt, forTeller, onDevice, unseen } from '../src/grimoire/night';
import { briefOf, headOf, jinxesOf } from '../src/square/script';
import { bringWords, template } from '../src/text/catalogues';
import { say, word } from '../src/text/say.svelte';
import type { Down, Grimoire, RoomState, ToldLine } from '../src/wire/types';

const ROLE = 'townsfolk~lamp';
const WORDS = {
  [`role.${ROLE}`]: 'Lamp {seat}',
  [`skill.${ROLE}`]: 'Lamp {seat}',
  [`role.${ROLE}.ability`]: '<b>{n}</b> lamps',
};

afterEach(() => bringWords('clocktower', {}));

function roomWith(script: unknown): Room {
  return { ruleset: 'clocktower', state: { options: { script } } } as unknown as Room;
}

function told(n: number, key: string, ...to: string[]): ToldLine {
  return { n, key, to, params: {}, skill: null, call: false };
}

test('words that a room brings stand as they are, in both languages, until another room is open', () => {
  bringWords('clocktower', WORDS);
  for (const lang of ['zh', 'en'] as const) {
    expect(template(lang, 'clocktower', `role.${ROLE}`)).toBe('Lamp {seat}');
    expect(word('clocktower', 'role', ROLE, lang)).toBe('Lamp {seat}');
  }
  expect(briefOf('clocktower', ROLE)).toBe('<b>{n}</b> lamps');
  expect(say('clocktower', 'notice.traveller', { seat: '3', role: ROLE })).toContain('Lamp {seat}');
  expect(template('en', 'table', `role.${ROLE}`)).toBeUndefined();
  bringWords('clocktower', {});
  expect(template('en', 'clocktower', `role.${ROLE}`)).toBeUndefined();
});

test('the sheet has the name, the author, the rules and the jinxes of a script of ones own', () => {
  bringWords('clocktower', WORDS);
  const room = roomWith([
    { id: '_meta', name: 'Lamps', author: 'Ann', bootlegger: ['No lamps.', 3] },
    'chef',
    { id: 'La_mp', name: 'Lamp {seat}', jinxes: [{ id: 'chef', reason: 'cooks in the dark' }] },
  ]);
  expect(headOf(room)).toEqual({ own: true, name: 'Lamps', author: 'Ann', rules: ['No lamps.'] });
  expect(jinxesOf(room, ROLE)).toHaveLength(1);
  expect(jinxesOf(room, ROLE)[0]).toContain('cooks in the dark');
  expect(jinxesOf(room, 'chef')).toEqual([]);
  expect(headOf(roomWith('tb'))).toEqual({ own: false, name: '', author: '', rules: [] });
});

test('an answer to a question by hand is read by the storyteller and shown to nobody', () => {
  const lines = [told(1, 'you_are', '1'), told(2, 'answered', 'moderator'), told(3, 'other', 'moderator')];
  expect(unseen(lines, -1).map((line) => line.n)).toEqual([1, 2]);
  expect(unseen(lines, 1).map((line) => line.n)).toEqual([2]);
  expect(lines.map(forTeller)).toEqual([false, true, true]);
});

test('what has been read stays read, and what was taken back has not been read', () => {
  const mod = new Moderation();
  const take = (...lines: ToldLine[]): void => mod.receive({ told: lines } as Down);
  take(told(1, 'a', '1'), told(2, 'b', '1'));
  mod.seen = 2;
  take(told(1, 'a', '1'), told(2, 'b', '1'), told(5, 'c', '1'));
  expect(unseen(mod.told, mod.seen).map((line) => line.n)).toEqual([5]);
  take(told(1, 'a', '1'));
  expect(mod.seen).toBe(1);
  take();
  expect(mod.seen).toBe(-1);
});

test('tokens that are words alone are offered and shown, those of the game in its own words', () => {
  const grimoire = { notes: [{ role: ROLE, text: 'Lit' }] } as unknown as Grimoire;
  expect(bookOf(grimoire).notes).toEqual([{ role: ROLE, text: 'Lit' }]);
  const note = (data: string) => ({ id: 'm1', kind: 'note', on: '1', by: null, data });
  expect(tokenName('clocktower', note('Lit'))).toBe('Lit');
  expect(tokenName('clocktower', note('No Ability'))).not.toBe('No Ability');
});

test('a token is dealt before the first call, and need not be shown to who has a device', () => {
  const state = {
    seats: [
      { seat: '1', bot: null },
      { seat: '2', bot: 'hand' },
    ],
  } as unknown as RoomState;
  const sheet = (...done: boolean[]): Book =>
    bookOf({
      sheet: done.map((one, n) => ({
        skill: `s${n}`,
        seats: [],
        done: one,
        now: one && n === done.lastIndexOf(true),
      })),
    } as unknown as Grimoire);
  const during = { ...told(1, 'you_are', '1'), call: true };
  expect(dealt(sheet(true, false), 1, told(1, 'you_are', '1'))).toBe(true);
  expect(dealt(sheet(true, true), 1, told(9, 'you_are', '1'))).toBe(false);
  expect(dealt(sheet(true, false), 1, told(1, 'empath', '1'))).toBe(false);
  expect(dealt(sheet(true, false), 1, during)).toBe(false);
  expect(dealt(sheet(), 0, during)).toBe(true);
  expect(onDevice(state, told(1, 'you_are', '1'))).toBe(true);
  expect(onDevice(state, told(1, 'you_are', '1', '2'))).toBe(false);
});
