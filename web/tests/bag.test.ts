/** The bag chosen by hand: what there is, what the table says, and what changes it. */
import { expect, test } from 'vitest';
import { type Candidate, candidates, fits, lines, missing, type Table } from '../src/home/bag';
import type { ReadScript, RulesetInfo } from '../src/wire/types';

const bag: Table = {
  teams: { plain: ['a', 'b', 'c'], odd: ['o', 'p'], boss: ['x'], guest: ['g'] },
  numbers: { 4: { plain: 3, odd: 0, boss: 1 }, 5: { plain: 3, odd: 1, boss: 1 } },
  changes: { x: { odd: [2] }, b: { odd: [1, -1] } },
  unsaid: ['c'],
  needs: ['boss'],
};
const info = {
  bag,
  scripts: { all: ['a', 'b', 'c', 'o', 'p', 'x', 'g', 'story'] },
} as unknown as RulesetInfo;
const all = candidates(info, 'all', null);
const some = (...roles: string[]): Candidate[] => all.filter((one) => roles.includes(one.role));

test('the characters of a script that comes with the game, with their teams; who is no player is left out', () => {
  expect(all.map((one) => `${one.role}:${one.team}`)).toEqual([
    'a:plain',
    'b:plain',
    'c:plain',
    'o:odd',
    'p:odd',
    'x:boss',
    'g:guest',
  ]);
  expect(all.filter((one) => one.unsaid).map((one) => one.role)).toEqual(['c']);
});

test('the characters of a file have the names that it gives them, and say when they change the numbers', () => {
  const cast = [
    { role: 'odd~own', team: 'odd', name: 'Own', setup: true },
    { role: 'a', team: 'plain', name: '', setup: false },
    { role: 'tale', team: 'teller', name: '', setup: false },
  ];
  const own = { cast } as unknown as ReadScript;
  expect(candidates(info, ['a'], own)).toEqual([
    { role: 'odd~own', team: 'odd', name: 'Own', unsaid: true },
    { role: 'a', team: 'plain', name: '', unsaid: false },
  ]);
  expect(candidates(info, ['a', { id: 'own' }], null).map((one) => one.role)).toEqual(['a']);
});

test('the table counts those who are no guests, and a character that changes it does so at the cost of the first team', () => {
  const of = (players: number, ...roles: string[]): string[] =>
    lines(bag, players, some(...roles)).map((one) => `${one.team} ${one.chosen}/${one.least}-${one.most}`);
  expect(of(4)).toEqual(['plain 0/3-3', 'odd 0/0-0', 'boss 0/1-1']);
  expect(of(5, 'g')).toEqual(['plain 0/3-3', 'odd 0/0-0', 'boss 0/1-1', 'guest 1/1-1']);
  expect(of(4, 'x')).toEqual(['plain 0/1-1', 'odd 0/2-2', 'boss 1/1-1']);
  expect(of(5, 'b')).toEqual(['plain 1/2-4', 'odd 0/0-2', 'boss 0/1-1']);
});

test('a bag fits or does not, and may lack what must be there', () => {
  expect(fits(lines(bag, 5, some('a', 'b', 'o', 'p', 'x')))).toBe(true);
  expect(fits(lines(bag, 4, some('a', 'b', 'c', 'x')))).toBe(false);
  expect(missing(bag, some('a'))).toEqual(['boss']);
  expect(missing(bag, some('x'))).toEqual([]);
});
