/** Something on its way over the circle: dragged by a pointer, or picked up by a tap or a key and put down by another. */
import type { Plain } from '../wire/types';

export type Load =
  | { what: 'token'; id: string; label: string }
  | { what: 'new'; id: string; act: 'mark' | 'note' | 'remind'; args: Record<string, Plain>; label: string };

const FAR = 7; // px that a finger may tremble before it drags

export class Carry {
  load = $state.raw<Load | null>(null);
  /** where the pointer is while it drags */
  at = $state.raw<{ x: number; y: number } | null>(null);
  over = $state<string | null>(null);
  #from: { x: number; y: number; load: Load } | null = null;
  #drop: (load: Load, where: string) => void;

  /** `drop` is told where something was put down: a seat, `table` or `bin`. */
  constructor(drop: (load: Load, where: string) => void) {
    this.#drop = drop;
  }

  down(event: PointerEvent, load: Load): void {
    if (event.button !== 0) return;
    (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
    this.#from = { x: event.clientX, y: event.clientY, load };
  }

  move(event: PointerEvent): void {
    const from = this.#from;
    if (!from) return;
    if (!this.at && Math.hypot(event.clientX - from.x, event.clientY - from.y) < FAR) return;
    this.load = from.load;
    this.at = { x: event.clientX, y: event.clientY };
    this.over = this.#under(event);
  }

  up(event: PointerEvent): void {
    const dragged = this.at !== null;
    const where = dragged ? this.#under(event) : null;
    const load = this.load;
    this.#from = null;
    this.at = null;
    this.over = null;
    if (!dragged) return;
    this.load = null;
    if (load && where) this.#drop(load, where);
  }

  cancel(): void {
    this.#from = null;
    this.at = null;
    this.over = null;
    this.load = null;
  }

  /** A tap or a key: picks it up, or lays it back where it was. */
  press(load: Load): void {
    const same = this.load?.id === load.id;
    this.load = same ? null : load;
  }

  /** Puts down what is carried; false where nothing is. */
  put(where: string): boolean {
    const load = this.load;
    if (!load) return false;
    this.load = null;
    this.#drop(load, where);
    return true;
  }

  #under(event: PointerEvent): string | null {
    const found = document.elementFromPoint(event.clientX, event.clientY)?.closest('[data-drop]');
    return found?.getAttribute('data-drop') ?? null;
  }
}
