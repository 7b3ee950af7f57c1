/** The parts of a calendar as they are written in a form. */
import { language } from '../text/say.svelte';
import type { Calendar, Rhythm, RulesetInfo } from '../wire/types';

export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;
/** What ends a phase where nothing else is said, as on the host. */
export const USUAL = ['08:00', '20:00'];

/** "Mon": 1 is Monday. */
export function weekday(day: number): string {
  return new Date(Date.UTC(2024, 0, day)).toLocaleDateString(language.now, {
    weekday: 'short',
    timeZone: 'UTC',
  });
}

/** The time zone of this device. */
export function here(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}

/** Times such as "8:00, 20:30" in order; null where something is no time of day. */
export function timesOf(text: string): string[] | null {
  const parts = text.split(/[\s,，、;]+/).filter((part) => part !== '');
  const times = parts.map((part) => part.replace('：', ':').padStart(5, '0'));
  if (times.length === 0 || times.some((time) => !/^([01]\d|2[0-3]):[0-5]\d$/.test(time))) return null;
  return [...new Set(times)].sort();
}

/** Positive hours such as "3, 1", the longest first; null where something is no number. */
export function hoursOf(text: string): number[] | null {
  const parts = text.split(/[\s,，、;]+/).filter((part) => part !== '');
  const hours = parts.map(Number);
  return hours.every((one) => one > 0 && one <= 72) && hours.length <= 4 ? hours.sort((a, b) => b - a) : null;
}

export function byClock(info: RulesetInfo): boolean {
  return Object.keys(info.calendar).length > 0;
}

/** When the doors open in a game that has them. */
export function opensOf(rhythm: Rhythm, calendar: Calendar): string {
  return calendar.hours?.phase?.[0] ?? rhythm.opens;
}

/** When they close. */
export function closesOf(rhythm: Rhythm, calendar: Calendar): string {
  const said = Object.keys(rhythm.days).map((phase) => calendar.hours?.[phase]?.[0]);
  return said.find((time) => time !== undefined) ?? rhythm.closes;
}

/** How many minutes after the close each window ends. */
export function windowEnds(rhythm: Rhythm, calendar: Calendar): string[] {
  let minutes = 0;
  return Object.values(rhythm.minutes).map((more) => {
    minutes += more * (calendar.stretch ?? 1);
    return String(Math.round(minutes));
  });
}

/** The times at which anything can end: the game's own, or those of the room. */
export function moments(info: RulesetInfo, calendar: Calendar): string[] {
  const own = Object.values(info.calendar);
  return (own.length ? own : (calendar.hours?.['*'] ?? USUAL)).toSorted();
}

/** Saturday and Sunday as one day: on Saturday only the first moment counts, on Sunday only the last. */
export function longWeekend(times: string[]): Record<string, number[]> {
  const found: Record<string, number[]> = {};
  for (const [place, time] of times.entries()) {
    const skipped = [...(place > 0 ? [6] : []), ...(place < times.length - 1 ? [7] : [])];
    if (skipped.length) found[time] = skipped;
  }
  return found;
}
