/** A refusal in the reader's language: the host names the sentence. */
import { ApiError } from '../wire/api';
import type { Fault } from '../wire/types';
import { hasWord, say, ui } from './say.svelte';

export function faultWords(fault: Fault, ruleset: string | null = null): string {
  const key = fault.message_key;
  if (key && hasWord(ruleset, key)) return say(ruleset, key, fault.params ?? {});
  const own = `ui.error.${fault.code}`;
  return hasWord(null, own) ? ui(own, fault.params ?? {}) : ui('ui.error.unworded', { text: fault.code });
}

/** What went wrong with a request, whatever was thrown. */
export function errorWords(error: unknown, ruleset: string | null = null): string {
  return faultWords(error instanceof ApiError ? error.fault : { code: 'failed' }, ruleset);
}
