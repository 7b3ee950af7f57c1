/** What a player writes down about the others. It stays on this device and is sent to nobody. */
import { remember, remembered } from '../game/device.svelte';

export interface Note {
  guess: string;
  text: string;
}

const EMPTY: Note = { guess: '', text: '' };

export class Notes {
  #key: string;
  #kept = $state.raw<Record<string, Note>>({});

  /** The notes of one seat in one game of one room. */
  constructor(room: string, game: number, seat: string) {
    this.#key = `notes.${room}.${game}.${seat}`;
    try {
      this.#kept = JSON.parse(remembered(this.#key) || '{}') as Record<string, Note>;
    } catch {
      this.#kept = {};
    }
  }

  of(seat: string): Note {
    return this.#kept[seat] ?? EMPTY;
  }

  write(seat: string, part: Partial<Note>): void {
    this.#kept = { ...this.#kept, [seat]: { ...this.of(seat), ...part } };
    remember(this.#key, JSON.stringify(this.#kept));
  }
}
