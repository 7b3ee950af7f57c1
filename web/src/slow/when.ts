/** Deadlines of hours and days in words: a countdown by seconds says nothing there. */
import { minutes } from '../play/clock.svelte';
import { language, t } from '../text/say.svelte';

const HOUR = 3_600_000;

/** "Tue 08:00", in the reader's own time zone. */
export function moment(at: number): string {
  return new Date(at).toLocaleString(language.now === 'zh' ? 'zh-CN' : 'en-GB', {
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
}

/** "Tue 3 Mar 08:00". */
export function longMoment(at: number): string {
  return new Date(at).toLocaleString(language.now === 'zh' ? 'zh-CN' : 'en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
}

/** What is left: by the second within the last hour, then in hours, then in days. */
export function left(milliseconds: number): string {
  if (milliseconds < HOUR) return minutes(milliseconds);
  const hours = Math.floor(milliseconds / HOUR);
  return hours < 48
    ? t('ui.slow.left.hours', { n: hours })
    : t('ui.slow.left.days', { n: Math.floor(hours / 24) });
}
