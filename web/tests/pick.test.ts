import { describe, expect, it } from 'vitest';
import {
  blank,
  choiceOf,
  chosenSeats,
  complete,
  put,
  seatLegal,
  seatTarget,
  tapSeat,
} from '../src/game/pick';
import type { Pick } from '../src/wire/types';

const one: Pick = { kind: 'seats', candidates: ['1', '3'], min: 1, max: 1 };
const two: Pick = { kind: 'seats', candidates: ['1', '2', '3'], min: 2, max: 2 };

function tap(pick: Pick, ...seats: string[]) {
  return seats.reduce(
    (draft, seat) => tapSeat(pick, draft, seatTarget(pick, draft, null), seat),
    blank(pick),
  );
}

describe('one seat', () => {
  it('is a bare id, and another tap takes its place', () => {
    expect(choiceOf(one, tap(one, '1'))).toBe('1');
    expect(choiceOf(one, tap(one, '1', '3'))).toBe('3');
  });

  it('is taken back by a tap on it', () => {
    expect(complete(one, tap(one, '1', '1'))).toBe(false);
  });

  it('refuses what is no candidate', () => {
    expect(complete(one, tap(one, '2'))).toBe(false);
    expect(seatLegal(one, blank(one), [], '2')).toBe(false);
  });
});

describe('several seats', () => {
  it('are a list in the order of the taps', () => {
    const draft = tap(two, '3', '1');
    expect(choiceOf(two, draft)).toEqual(['3', '1']);
    expect([...chosenSeats(draft)]).toEqual([
      ['3', 1],
      ['1', 2],
    ]);
  });

  it('are complete only with enough of them, and no more are taken', () => {
    expect(complete(two, tap(two, '3'))).toBe(false);
    expect(choiceOf(two, tap(two, '3', '1', '2'))).toEqual(['3', '1']);
  });
});

describe('either', () => {
  const either: Pick = { kind: 'either', of: { save: { kind: 'flag' }, poison: one } };

  it('is one key; a tap on a seat chooses the branch that takes seats', () => {
    expect(choiceOf(either, tap(either, '3'))).toEqual({ poison: '3' });
    expect(choiceOf(either, put(blank(either), ['save'], { kind: 'flag', value: true }))).toEqual({
      save: true,
    });
  });

  it('takes no seats while a branch without seats is chosen', () => {
    const saved = put(blank(either), ['save'], { kind: 'flag', value: true });
    expect(seatTarget(either, saved, null)).toBeNull();
  });
});

describe('a form', () => {
  const form: Pick = {
    kind: 'form',
    distinct: true,
    slots: { from: one, to: two, why: { kind: 'text', max: 20 } },
  };

  it('is filled part by part and complete only with all of them', () => {
    const seats = tap(form, '1', '2', '3');
    expect(complete(form, seats)).toBe(false);
    const whole = put(seats, ['why'], { kind: 'text', value: ' because ' });
    expect(choiceOf(form, whole)).toEqual({ from: '1', to: ['2', '3'], why: 'because' });
  });

  it('may leave out a part that is optional', () => {
    const loose: Pick = { kind: 'form', slots: { who: one, why: { kind: 'text', max: 20, optional: true } } };
    expect(complete(loose, blank(loose))).toBe(false);
    expect(choiceOf(loose, tap(loose, '1'))).toEqual({ who: '1', why: null });
    expect(complete(loose, tap(loose, '1'))).toBe(true);
  });

  it('takes no seat twice where its parts must differ', () => {
    const first = tap(form, '1');
    expect(seatLegal(form, first, ['to'], '1')).toBe(false);
    expect(seatLegal(form, first, ['to'], '2')).toBe(true);
  });
});

describe('yes, flag, number, text, options', () => {
  it('wait for a value', () => {
    for (const pick of [
      { kind: 'yes' },
      { kind: 'flag' },
      { kind: 'number', min: 1, max: 6 },
      { kind: 'text', max: 9 },
    ] as Pick[]) {
      expect(complete(pick, blank(pick))).toBe(false);
    }
    expect(choiceOf({ kind: 'yes' }, { kind: 'yes', value: false })).toBe(false);
    const roles: Pick = { kind: 'options', of: 'role', options: ['seer', 'witch'], min: 1, max: 2 };
    expect(choiceOf(roles, { kind: 'options', chosen: ['witch'] })).toEqual(['witch']);
  });
});

describe('a seat that may be named again', () => {
  const kills: Pick = { kind: 'seats', candidates: ['1', '3', 'moderator'], min: 1, max: 3, distinct: false };

  it('is added by each tap, up to the most', () => {
    expect(choiceOf(kills, tap(kills, '3', '3'))).toEqual(['3', '3']);
    expect(choiceOf(kills, tap(kills, '3', '1', '3', '1'))).toEqual(['3', '1', '3']);
    expect(seatLegal(kills, tap(kills, '3', '3', '3'), [], '1')).toBe(false);
  });
});

describe('something said of seats', () => {
  const camps: Pick = { kind: 'options', of: 'camp', options: ['village', 'pack'], min: 1, max: 1 };
  const some: Pick = { kind: 'each', candidates: ['1', '2', '3'], value: camps, min: 1, max: 2 };
  const all: Pick = { kind: 'each', candidates: ['1', '2'], value: { kind: 'yes' }, min: 2, max: 2 };

  it('is a map from each seat that was tapped', () => {
    let draft = tap(some, '3', '1');
    expect(complete(some, draft)).toBe(false);
    draft = put(draft, ['3'], { kind: 'options', chosen: ['pack'] });
    draft = put(draft, ['1'], { kind: 'options', chosen: ['village'] });
    expect(complete(some, draft)).toBe(true);
    expect(choiceOf(some, draft)).toEqual({ '1': 'village', '3': 'pack' });
    expect(seatLegal(some, draft, [], '2')).toBe(false);
    expect(Object.keys(choiceOf(some, tapSeat(some, draft, [], '3')) as object)).toEqual(['1']);
  });

  it('holds everybody from the start where it must be said of all', () => {
    let draft = blank(all);
    for (const seat of ['1', '2']) draft = put(draft, [seat], { kind: 'yes', value: seat === '1' });
    expect(choiceOf(all, draft)).toEqual({ '1': true, '2': false });
  });
});

describe('several choices of one pick', () => {
  const asked: Pick = { kind: 'several', of: one, min: 1, max: 2 };

  it('are a list', () => {
    let draft = put(blank(asked), ['0'], { kind: 'seats', chosen: ['1'] });
    expect(choiceOf(asked, draft)).toEqual(['1']);
    if (draft.kind === 'several') draft = { ...draft, list: [...draft.list, blank(one)] };
    expect(complete(asked, draft)).toBe(false);
    expect(choiceOf(asked, put(draft, ['1'], { kind: 'seats', chosen: ['3'] }))).toEqual(['1', '3']);
  });
});
