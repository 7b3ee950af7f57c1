import { beforeEach, describe, expect, it, vi } from 'vitest';
import { drafted } from '../src/game/pick';
import { bookOf, tokenName } from '../src/grimoire/book';
import { Carry, type Load } from '../src/grimoire/carry.svelte';
import { countdown, handsUp, passes, progress } from '../src/square/hand';
import { Notes } from '../src/square/notes.svelte';
import { setLanguage } from '../src/text/say.svelte';
import type { Hand, LogEntry, Pick } from '../src/wire/types';

const hand: Hand = { order: ['2', '3', '1'], locked: 0, first: 10_000, step: 1000, now: 0 };

describe('the hand', () => {
  it('passes one seat after another from its start on', () => {
    expect([passes(hand, '2'), passes(hand, '1'), passes(hand, '9')]).toEqual([10_000, 12_000, null]);
    expect(passes({ ...hand, first: null }, '2')).toBeNull();
  });

  it('is counted down until it is there', () => {
    expect([countdown(hand, '3', 8500), countdown(hand, '3', 10_001), countdown(hand, '3', 11_000)]).toEqual([
      3,
      1,
      null,
    ]);
  });

  it('lies between two seats between their times, and rests at the last', () => {
    expect([progress(hand, 0), progress(hand, 10_500), progress(hand, 99_000)]).toEqual([-1, 0.5, 2]);
    expect(progress({ ...hand, first: null, locked: 2 }, 0)).toBe(1);
  });

  it('counts those who are up by the latest that was told of each, in this vote alone', () => {
    const told = (key: string, seat: string, choice: boolean | null = null): LogEntry => ({
      n: 0,
      key,
      params: { seat, choice },
      ruleset: 'clocktower',
      public: true,
    });
    const log = [
      told('choice_shown', '9', true),
      { ...told('tally', '9'), params: { n: 1 } },
      told('choice_shown', '1', true),
      told('choice_shown', '2', true),
      told('post', '4'),
      told('choice_withdrawn', '2'),
      told('choice_locked', '3', null),
    ];
    expect([...handsUp(log)]).toEqual(['1']);
  });
});

describe('the grimoire', () => {
  beforeEach(() => setLanguage('en'));

  it('is read into tokens, seats in the order of the circle, and calls', () => {
    const book = bookOf({
      seats: {
        '1': { name: 'Ann', role: 'chef', in: true, holdings: [] },
        '2': { name: 'Bo', role: 'imp', in: true, holdings: [] },
      },
      circle: ['2', '1'],
      marks: [{ id: 'm1', kind: 'poisoned', on: '1', by: '2:poisoner', until: null, data: null }],
      tokens: ['drunk'],
      cast: ['chef'],
      sheet: [{ skill: 'chef', seats: ['1'], done: true, now: false }],
    });
    expect(book.circle).toEqual(['2', '1']);
    expect(book.rows.get('1')?.role).toBe('chef');
    expect(book.tokens).toEqual([{ id: 'm1', kind: 'poisoned', on: '1', by: '2:poisoner', data: null }]);
    expect(book.calls).toEqual([{ skill: 'chef', seats: ['1'], done: true, now: false }]);
  });

  it('names a note by its words, and by the role that it names', () => {
    const note = { id: 'm1', kind: 'note', on: '1', by: null };
    expect(tokenName('clocktower', { ...note, data: 'chef' })).toBe('Chef');
    expect(tokenName('clocktower', { ...note, data: 'talks much' })).toBe('talks much');
  });
});

describe('what is carried', () => {
  const token: Load = { what: 'token', id: 'm1', label: 'Poisoned' };

  it('is picked up by one tap and put down by another', () => {
    const drop = vi.fn();
    const carry = new Carry(drop);
    expect(carry.put('3')).toBe(false);
    carry.press(token);
    expect(carry.put('3')).toBe(true);
    expect(drop).toHaveBeenCalledExactlyOnceWith(token, '3');
    expect(carry.load).toBeNull();
  });

  it('is laid back by a second tap or by Escape', () => {
    const drop = vi.fn();
    const carry = new Carry(drop);
    carry.press(token);
    carry.press(token);
    expect(carry.load).toBeNull();
    carry.press(token);
    carry.cancel();
    expect(carry.put('3')).toBe(false);
    expect(drop).not.toHaveBeenCalled();
  });
});

describe('notes', () => {
  it('stay on the device, by room, game and seat', () => {
    const mine = new Notes('KM7QX', 1, '2');
    mine.write('3', { guess: 'imp' });
    mine.write('3', { text: 'silent' });
    expect(new Notes('KM7QX', 1, '2').of('3')).toEqual({ guess: 'imp', text: 'silent' });
    expect(new Notes('KM7QX', 1, '4').of('3')).toEqual({ guess: '', text: '' });
    expect(new Notes('KM7QX', 2, '2').of('3')).toEqual({ guess: '', text: '' });
  });
});

describe('a suggestion', () => {
  const seats: Pick = { kind: 'seats', candidates: ['1', '2', '3'], min: 1, max: 2 };
  const options: Pick = { kind: 'options', of: 'text', options: [{ n: 1 }, { n: 2 }], min: 1, max: 1 };

  it('is chosen beforehand where it fits', () => {
    expect(drafted(seats, ['1', '3'])).toEqual({ kind: 'seats', chosen: ['1', '3'] });
    expect(drafted(options, { n: 2 })).toEqual({ kind: 'options', chosen: [{ n: 2 }] });
    expect(drafted({ kind: 'yes' }, false)).toEqual({ kind: 'yes', value: false });
  });

  it('is left out where it does not', () => {
    expect(drafted(seats, '9')).toEqual({ kind: 'seats', chosen: [] });
    expect(drafted(options, null)).toEqual({ kind: 'options', chosen: [] });
  });
});
