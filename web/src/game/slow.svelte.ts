/** What a room keeps beside its game: plans for phases to come, the private thread, words of the host. */
import type { Down, Letter, OpenDecision, Pick, Plan } from '../wire/types';
import { remember, remembered } from './device.svelte';

export class Slow {
  plans = $state.raw<Plan[]>([]);
  letters = $state.raw<Letter[]>([]);
  /** the last letter that has been looked at on this device, by seat */
  #read = $state.raw<Record<string, number>>({});
  /** what could be chosen for a skill when it was last open; for plans */
  picks = $state.raw<Record<string, Pick>>({});
  #key = '';

  /** Another viewer or game: nothing is kept. The letters come again with each socket. */
  begin(key: string): void {
    if (this.#key !== key) {
      this.#key = key;
      this.picks = {};
      this.#read = JSON.parse(remembered(`read.${key}`) || '{}');
    }
    this.plans = [];
    this.letters = [];
  }

  receive(message: Down): void {
    if (message.plans) this.plans = message.plans;
    if (message.letters) this.letters = message.letters;
    if (message.letter) this.letters = [...this.letters, message.letter];
    if (message.open) this.#saw(message.open);
  }

  #saw(decision: OpenDecision): void {
    if (decision.skill) this.picks = { ...this.picks, [decision.skill]: decision.pick };
  }

  of(seat: string): Letter[] {
    return this.letters.filter((letter) => letter.seat === seat);
  }

  /** What has come to `seat` (or from there, for a moderator) and was not looked at; who was reminded a moderator knows. */
  unread(seat: string, reader: string): Letter[] {
    const last = this.#read[seat] ?? 0;
    return this.of(seat).filter(
      (letter) =>
        letter.id > last && letter.by !== reader && (letter.by !== 'host' || reader !== 'moderator'),
    );
  }

  look(seat: string): void {
    const last = this.of(seat).at(-1)?.id ?? 0;
    if (last <= (this.#read[seat] ?? 0)) return;
    this.#read = { ...this.#read, [seat]: last };
    remember(`read.${this.#key}`, JSON.stringify(this.#read));
  }
}
