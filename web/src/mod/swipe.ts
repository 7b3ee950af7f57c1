/** A swipe back: far enough to the right, and more across than down. */
const FAR = 80;

export interface Swipe {
  down: (event: PointerEvent) => void;
  up: (event: PointerEvent) => void;
}

export function swipeBack(back: () => void): Swipe {
  let from: { x: number; y: number } | null = null;
  return {
    down: (event) => {
      from = event.isPrimary && event.pointerType !== 'mouse' ? { x: event.clientX, y: event.clientY } : null;
    },
    up: (event) => {
      if (!from) return;
      const [dx, dy] = [event.clientX - from.x, Math.abs(event.clientY - from.y)];
      from = null;
      if (dx > FAR && dx > 2 * dy) back();
    },
  };
}
