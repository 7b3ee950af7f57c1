import { describe, expect, it } from 'vitest';
import { around, neighbour, seatSize } from '../src/table/places';

describe('the circle', () => {
  it('has a thumb’s width for every seat up to fifteen on a small phone', () => {
    for (let n = 5; n <= 15; n++) {
      const size = seatSize(n, 344, 290);
      expect(size).toBeGreaterThanOrEqual(44);
      const points = around(n, (344 - size) / 2, (290 - size) / 2);
      points.forEach((a, i) => {
        const b = points[(i + 1) % n]!;
        expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThanOrEqual(44);
      });
    }
  });

  it('starts at the top and goes clockwise', () => {
    const [top, right, bottom] = around(4, 100, 80);
    expect(top).toEqual({ x: 0, y: -80 });
    expect(right!.x).toBeCloseTo(100, 0);
    expect(bottom!.y).toBeCloseTo(80, 0);
  });

  it('is walked with the arrow keys: round the circle, row by row in a list', () => {
    expect(neighbour('ArrowRight', 7, 8, 1)).toBe(0);
    expect(neighbour('ArrowUp', 0, 8, 1)).toBe(7);
    expect(neighbour('ArrowDown', 1, 18, 2)).toBe(3);
    expect(neighbour('ArrowDown', 17, 18, 2)).toBe(17);
    expect(neighbour('a', 1, 8, 1)).toBeNull();
  });
});
