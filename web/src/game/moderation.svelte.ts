/** What only the moderator is sent. */
import { language } from '../text/say.svelte';
import type { Down, Exposed, Grimoire, Pending, Step, ToldLine, Wait } from '../wire/types';

export class Moderation {
  grimoire = $state.raw<Grimoire | null>(null);
  pending = $state.raw<Pending[]>([]);
  waits = $state.raw<Wait[]>([]);
  steps = $state.raw<Step[]>([]);
  /** what only some were told in this phase */
  told = $state.raw<ToldLine[]>([]);
  /** the last of these that has been gone through on this device */
  seen = $state(-1);
  /** what counts as gone through when the next state comes, so that the page changes once */
  #leaving: number | null = null;
  /** what failed inside the rules, or nothing */
  failed = $state('');
  exposed = $state.raw<Exposed | null>(null);
  #explained = $state.raw<{ zh: string[]; en: string[] }>({ zh: [], en: [] });

  receive(message: Down): void {
    if (message.grimoire) this.grimoire = message.grimoire;
    if (message.pending) this.pending = message.pending;
    if (message.waits) this.waits = message.waits;
    if (message.steps) this.steps = message.steps;
    if (message.told) {
      this.told = message.told;
      this.left();
      // what was taken back has been neither told nor seen
      this.seen = Math.min(this.seen, message.told.at(-1)?.n ?? -1);
    }
    if (message.fault !== undefined) this.failed = message.fault;
    if (message.exposed) this.exposed = message.exposed;
    if (message.explain) {
      const { start, zh, en } = message.explain;
      this.#explained = {
        zh: [...this.#explained.zh.slice(0, start), ...zh],
        en: [...this.#explained.en.slice(0, start), ...en],
      };
    }
  }

  /** What is told up to here is left with the tap that goes on; it stands until that has shown. */
  leave(n: number): void {
    this.#leaving = n;
  }

  left(): void {
    if (this.#leaving !== null) this.seen = Math.max(this.seen, this.#leaving);
    this.#leaving = null;
  }

  /** The log that explains every outcome, in the language that is read now. */
  get explained(): string[] {
    return this.#explained[language.now];
  }

  clear(): void {
    this.grimoire = null;
    this.pending = [];
    this.waits = [];
    this.steps = [];
    this.told = [];
    this.seen = -1;
    this.#leaving = null;
    this.failed = '';
    this.exposed = null;
    this.#explained = { zh: [], en: [] };
  }
}
