/** One seat of many takes the tab key; the arrow keys lead from it to the others. */
import { neighbour } from './places';

export class Roving {
  buttons: HTMLButtonElement[] = $state([]);
  #at = $state(0);

  /** This seat has the focus now. */
  here(index: number): void {
    this.#at = index;
  }

  tabindex(index: number, count: number): 0 | -1 {
    return index === Math.min(this.#at, count - 1) ? 0 : -1;
  }

  move(event: KeyboardEvent, count: number, columns: number): void {
    const next = neighbour(event.key, this.#at, count, columns);
    if (next === null) return;
    event.preventDefault();
    this.#at = next;
    this.buttons[next]?.focus();
  }
}
