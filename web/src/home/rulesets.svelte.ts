/** What can be played here, asked once. */
import { ApiError, api } from '../wire/api';
import type { RulesetInfo } from '../wire/types';

class Rulesets {
  #all = $state.raw<RulesetInfo[]>([]);
  fault = $state('');
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
    this.fault = '';
    void this.#ask();
  }

  async #ask(): Promise<void> {
    try {
      this.#all = await api.rulesets();
    } catch (error) {
      this.fault = error instanceof ApiError ? error.fault.code : 'failed';
    }
  }
}

export const rulesets = new Rulesets();
