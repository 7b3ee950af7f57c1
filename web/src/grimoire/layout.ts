/** How a circle of seats with room for their tokens lies in a rectangle, where it does. */
import { around, type Point } from '../table/places';

export interface Layout {
  /** of a seat */
  width: number;
  height: number;
  /** how many tokens have room below each seat */
  most: number;
  /** the middles of the seats */
  seats: Point[];
}

interface Box extends Point {
  w: number;
  h: number;
}

export const TOKEN = 26; // px from one token to the one below it
/** More than fifteen are a list everywhere. */
const MOST = 15;
const LARGE: [width: number, height: number][] = [
  [96, 62],
  [84, 58],
];
const SMALL = [96, 90, 84, 79, 74, 70].flatMap((width) =>
  [50, 46, 44].map((height): [number, number] => [width, height]),
);
/** What is tried, the best first: names that are read from afar go before a third token, a second token before them. */
const TRIED = [LARGE, SMALL].flatMap((sizes) =>
  [3, 2].flatMap((most) => sizes.map((size) => ({ size, most }))),
);
TRIED.push(...[...LARGE, ...SMALL].map((size) => ({ size, most: 1 })));
/** Tokens on the table, and the phase. */
const CENTRE = { w: 60, h: 27 };
const GAP = 2;

function apart(a: Box, b: Box): boolean {
  return Math.abs(a.x - b.x) >= (a.w + b.w) / 2 + GAP || Math.abs(a.y - b.y) >= (a.h + b.h) / 2 + GAP;
}

function allApart(boxes: Box[]): boolean {
  return boxes.every((one, k) => boxes.slice(k + 1).every((other) => apart(one, other)));
}

/** The circle in which nothing lies over anything and names can be read; null where there is none. */
export function circleIn(count: number, width: number, height: number): Layout | null {
  if (count > MOST) return null;
  const wide = Math.min(width, height * 1.5);
  const middle = { x: width / 2, y: height / 2 };
  for (const { size, most } of TRIED) {
    const [w, h] = size;
    const whole = h + most * TOKEN;
    const places = around(count, (wide - w) / 2 - 1, (height - whole) / 2 - 1);
    const boxes = places.map(({ x, y }) => ({ x: middle.x + x, y: middle.y + y, w, h: whole }));
    if (!allApart([...boxes, { ...middle, ...CENTRE }])) continue;
    return { width: w, height: h, most, seats: boxes.map(({ x, y }) => ({ x, y: y - (whole - h) / 2 })) };
  }
  return null;
}
