/** A clock that ticks once a second while somebody looks at it. */
import { createSubscriber } from 'svelte/reactivity';

const subscribe = createSubscriber((update) => {
  const timer = setInterval(update, 250);
  return () => clearInterval(timer);
});

/** Now, by the server's clock; read in a component it keeps the component up to date. */
export function serverNow(drift: number): number {
  subscribe();
  return Date.now() + drift;
}

const watch = createSubscriber((update) => {
  let frame = requestAnimationFrame(function next() {
    update();
    frame = requestAnimationFrame(next);
  });
  return () => cancelAnimationFrame(frame);
});

/** The same, as often as the screen is drawn; for what moves, and for what ends at a moment that counts. */
export function movingNow(drift: number): number {
  watch();
  return Date.now() + drift;
}

export function minutes(milliseconds: number): string {
  const left = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
}
