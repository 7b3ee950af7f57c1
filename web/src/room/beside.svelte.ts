/** The people who share this device: one room for each pair of eyes, and a curtain between them. */
import { getContext, setContext } from 'svelte';
import { remember, remembered } from '../game/device.svelte';
import { Room } from '../game/room.svelte';

const KEY = Symbol('beside');

export class Beside {
  readonly code: string;
  rooms = $state.raw<Room[]>([]);
  now = $state.raw<Room>(new Room(''));
  /** to whom the device is to be handed, while the curtain is down; 0 is the first */
  next = $state.raw<Room | null>(null);

  constructor(code: string) {
    this.code = code;
    const others = remembered(`beside.${code}`).split(',').filter(Boolean).map(Number);
    this.rooms = [0, ...others].map((person) => new Room(code, undefined, person));
    this.now = this.rooms[0]!;
  }

  start(): void {
    for (const room of this.rooms) room.start();
  }

  stop(): void {
    for (const room of this.rooms) room.stop();
  }

  wake(): void {
    for (const room of this.rooms) room.wake();
  }

  add(person: number): Room {
    const room = new Room(this.code, undefined, person);
    this.rooms = [...this.rooms, room];
    this.#keep();
    room.start();
    return room;
  }

  /** Those who have left or were removed take no part any more. */
  get here(): Room[] {
    return this.rooms.filter((room) => room === this.rooms[0] || (room.gone === null && room.state?.me));
  }

  drop(room: Room): void {
    if (room === this.rooms[0]) return;
    room.stop();
    this.rooms = this.rooms.filter((one) => one !== room);
    if (this.now === room) this.now = this.rooms[0]!;
    this.#keep();
  }

  /** Only what everybody may know: who has a vote or a speech open, never who is asked at night. */
  awaited(room: Room): boolean {
    return room.decisions.some(
      (one) => (one.kind === 'vote' || one.kind === 'speech') && !room.answers.has(one),
    );
  }

  #keep(): void {
    const others = this.rooms.slice(1).map((room) => room.beside);
    remember(`beside.${this.code}`, others.join(','));
  }
}

export function shareDevice(beside: Beside): void {
  setContext(KEY, beside);
}

export function sharedDevice(): Beside | null {
  return getContext<Beside | undefined>(KEY) ?? null;
}
