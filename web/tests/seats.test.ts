import { beforeEach, describe, expect, it } from 'vitest';
import { some, spans } from '../src/room/seats';
import { setLanguage } from '../src/text/say.svelte';

beforeEach(() => setLanguage('en'));

describe('what the start waits for', () => {
  it('names every free seat, those in a row together', () => {
    expect(spans([])).toBe('');
    expect(spans([2])).toBe('2');
    expect(spans([1, 2, 3, 5, 7, 8])).toBe('1–3, 5, 7–8');
    expect(spans(Array.from({ length: 20 }, (_, place) => place + 1))).toBe('1–20');
    setLanguage('zh');
    expect(spans([1, 2, 3, 5])).toBe('1–3、5');
  });

  it('names some of many players, and says that there are more', () => {
    expect(some(['1', '2'], 2)).not.toContain('…');
    expect(some(['1', '2', '3'], 2)).toMatch(/…$/);
  });
});
