/** What the circle and the list draw of a seat; they know nothing else of the game. */
export interface Badge {
  key: string;
  icon: string;
  text: string;
}

export interface Place {
  id: string;
  name: string;
  badges: Badge[];
  out: boolean;
  me: boolean;
  /** nobody sits here yet */
  free: boolean;
  disabled: boolean;
  /** not to be chosen now, while others are */
  dim: boolean;
  /** its place in the order of what is chosen, from 1 */
  chosen: number | null;
  /** the whole description for those who listen */
  label: string;
}

export interface Point {
  x: number;
  y: number;
}

/** `n` points at equal steps along an ellipse with half axes a and b, clockwise from the top. */
export function around(n: number, a: number, b: number): Point[] {
  if (n === 0) return [];
  const fine = 720;
  const lengths = [0];
  for (let k = 1; k <= fine; k++) {
    const from = ((k - 1) / fine) * 2 * Math.PI;
    const to = (k / fine) * 2 * Math.PI;
    const step = Math.hypot(a * (Math.sin(to) - Math.sin(from)), b * (Math.cos(to) - Math.cos(from)));
    lengths.push(lengths[k - 1]! + step);
  }
  const whole = lengths[fine]!;
  const points: Point[] = [];
  let k = 0;
  for (let i = 0; i < n; i++) {
    const wanted = (i / n) * whole;
    while (k < fine && lengths[k + 1]! < wanted) k++;
    const span = lengths[k + 1]! - lengths[k]!;
    const angle = ((k + (span ? (wanted - lengths[k]!) / span : 0)) / fine) * 2 * Math.PI;
    points.push({ x: a * Math.sin(angle), y: -b * Math.cos(angle) });
  }
  return points;
}

/** How wide a seat may be so that neighbours keep apart: a comfortable target, never below a thumb's. */
export function seatSize(n: number, width: number, height: number): number {
  let size = Math.max(44, Math.min(76, width * 0.2, height * 0.21));
  for (let round = 0; round < 3; round++) {
    const a = (width - size) / 2;
    const b = (height - size) / 2;
    const step = (Math.PI * (3 * (a + b) - Math.sqrt((3 * a + b) * (a + 3 * b)))) / Math.max(n, 1);
    size = Math.max(44, Math.min(size, step * 0.88));
  }
  return Math.round(size);
}

/** The seat that an arrow key leads to, or null. */
export function neighbour(key: string, index: number, count: number, columns: number): number | null {
  const steps: Record<string, number> = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: columns,
    ArrowUp: -columns,
  };
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = steps[key];
  if (step === undefined || count === 0) return null;
  const next = index + step;
  if (columns > 1) return next >= 0 && next < count ? next : index;
  return (next + count) % count;
}
