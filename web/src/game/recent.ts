/** Rooms this browser was in lately; public codes only. */
import { remember, remembered } from './device.svelte';

export function recentRooms(): string[] {
  return remembered('rooms')
    .split(',')
    .filter((code) => /^[A-Z2-9]{4,8}$/.test(code));
}

export function noteRoom(code: string): void {
  remember('rooms', [code, ...recentRooms().filter((other) => other !== code)].slice(0, 4).join(','));
}

export function forgetRoom(code: string): void {
  remember(
    'rooms',
    recentRooms()
      .filter((other) => other !== code)
      .join(','),
  );
}
