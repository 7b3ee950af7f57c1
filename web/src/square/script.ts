/** The roles that may be in a game: those of the script that everybody sees, or all of the ruleset. */
import type { Room } from '../game/room.svelte';
import { rulesets } from '../home/rulesets.svelte';
import { hasWord, say, word } from '../text/say.svelte';
import type { Plain } from '../wire/types';

type Bag = Record<string, Plain>;

function bag(value: Plain | undefined): Bag | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
}

function texts(value: Plain | undefined): string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
}

function entries(room: Room): Plain[] {
  const script = room.state?.options.script;
  return Array.isArray(script) ? script : [];
}

/** What a script of one's own says of itself. */
export function headOf(room: Room): { own: boolean; name: string; author: string; rules: string[] } {
  const meta = bag(entries(room).find((one) => bag(one)?.id === '_meta'));
  const text = (key: string): string => (typeof meta?.[key] === 'string' ? meta[key] : '');
  return {
    own: entries(room).length > 0,
    name: text('name'),
    author: text('author'),
    rules: texts(meta?.bootlegger),
  };
}

/** What such a script says of a character beside others: rules between two of them. */
export function jinxesOf(room: Room, role: string): string[] {
  const name = word(room.ruleset, 'role', role);
  const mine = entries(room)
    .map(bag)
    .find((one) => one?.id === role || (role.includes('~') && one?.name === name));
  const found = Array.isArray(mine?.jinxes) ? mine.jinxes.map(bag) : [];
  return found.flatMap((one) =>
    one ? [`${word(room.ruleset, 'role', String(one.id))}: ${String(one.reason)}`] : [],
  );
}

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
