/** Talk comes as notices in a game and as posts outside it; both are read here. */
import { seatName, t } from '../text/say.svelte';
import type { LogEntry, Params, Post } from '../wire/types';

export interface Spoken {
  key: string;
  channel: string;
  who: string;
  text: string;
}

export function isTalk(entry: { key: string; params: Params }): boolean {
  return entry.key === 'post' && typeof entry.params.text === 'string';
}

export function spoken(entry: LogEntry): string {
  return t('ui.talk.line', { name: speaker(entry), text: String(entry.params.text) });
}

function speaker(entry: LogEntry): string {
  const { by } = entry.params;
  return typeof by === 'string' ? seatName(by) : '';
}

export function talkIn(
  log: readonly LogEntry[],
  posts: readonly Post[],
  channels: readonly string[],
): Spoken[] {
  const told = log.filter(isTalk).map((entry) => ({
    key: `n${entry.n}`,
    channel: String(entry.params.channel ?? 'table'),
    who: speaker(entry),
    text: String(entry.params.text),
  }));
  const posted = posts.map((post, k) => ({
    key: `p${k}`,
    channel: post.channel,
    who: post.by,
    text: post.text,
  }));
  return [...told, ...posted].filter((line) => channels.includes(line.channel));
}
