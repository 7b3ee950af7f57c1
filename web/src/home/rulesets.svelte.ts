/** What can be played here, asked once. */
import { fetchWords } from '../text/catalogues';
import { api } from '../wire/api';
import type { RulesetInfo } from '../wire/types';

class Rulesets {
  #all = $state.raw<RulesetInfo[]>([]);
  fault = $state.raw<unknown>(null);
  #asked = false;

  get all(): RulesetInfo[] {
    if (!this.#asked) {
      this.#asked = true;
      void this.#ask();
    }
    return this.#all;
  }

  find(id: string | null | undefined): RulesetInfo | undefined {
    return this.all.find((one) => one.id === id);
  }

  retry(): void {
    this.fault = null;
    void this.#ask();
  }

  async #ask(): Promise<void> {
    try {
      this.#all = await api.rulesets();
      for (const { id } of this.#all) void fetchWords(id, api.texts);
    } catch (error) {
      this.fault = error;
    }
  }
}

export const rulesets = new Rulesets();
