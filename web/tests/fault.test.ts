/** What went wrong, in words: those of the game, else those of the page, never a bare code alone. */
import { expect, test } from 'vitest';
import { errorWords, faultWords } from '../src/text/fault';
import { ApiError } from '../src/wire/api';
import type { Fault } from '../src/wire/types';

const fault = (code: string, message_key: string, params = {}): Fault =>
  ({ code, message_key, params }) as Fault;

test('a refusal of the rules is said in the words of the game', () => {
  const refused = fault('players', 'error.players', { given: 19, least: 5, most: 15 });
  const words = faultWords(refused, 'clocktower');
  expect(words).toContain('19');
  expect(words).not.toContain('error.');
});

test('one that nobody has worded is said to be one, with its code', () => {
  const words = errorWords(new ApiError(404, fault('odd-one', 'error.odd-one')));
  expect(words).toContain('odd-one');
  expect(words).not.toBe('odd-one');
  expect(words).not.toContain('ui.error');
});
