/** The roles that may be in a game: those of the script that everybody sees, or all of the ruleset. */
import type { Room } from '../game/room.svelte';
import { rulesets } from '../home/rulesets.svelte';
import { hasWord, say } from '../text/say.svelte';

export function scriptOf(room: Room): string[] {
  const { script } = room.common.table;
  return Array.isArray(script) ? script.map(String) : [];
}

export function rolesOf(room: Room): string[] {
  const script = scriptOf(room);
  return script.length ? script : (rulesets.find(room.ruleset)?.roles ?? []).map((role) => role.id);
}

/** What a role does, in a sentence. */
export function briefOf(ruleset: string | null, role: string): string {
  const key = ['ability', 'brief'].map((part) => `role.${role}.${part}`).find((one) => hasWord(ruleset, one));
  return key ? say(ruleset, key) : '';
}
