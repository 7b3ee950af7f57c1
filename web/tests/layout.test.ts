import { expect, test } from 'vitest';
import { circleIn } from '../src/grimoire/layout';

test('a small phone has a circle up to ten, a tablet and a desk up to fifteen', () => {
  const fits = (width: number, height: number) =>
    Array.from({ length: 16 }, (_, k) => k + 5).filter((count) => circleIn(count, width, height));
  expect(fits(344, 430)).toEqual([5, 6, 7, 8, 9, 10]);
  expect(fits(804, 950)).toHaveLength(11);
  expect(fits(550, 570)).toHaveLength(11);
});

test('seats keep apart, with room below for their tokens', () => {
  const { width, height, most, seats } = circleIn(8, 344, 430)!;
  expect(most).toBeGreaterThan(1);
  for (const [k, one] of seats.entries())
    for (const other of seats.slice(k + 1))
      expect(Math.abs(one.x - other.x) >= width || Math.abs(one.y - other.y) >= height + most * 26).toBe(
        true,
      );
});
