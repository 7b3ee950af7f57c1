/** The grimoire as it comes, read into what a circle of tokens draws. */
import { type Row, rows } from '../mod/grimoire';
import { hasWord, word } from '../text/say.svelte';
import type { Grimoire, Plain } from '../wire/types';

export interface Token {
  id: string;
  kind: string;
  /** a seat, the table, or something that is not shown */
  on: string;
  by: string | null;
  data: Plain;
}

export interface Call {
  skill: string;
  seats: string[];
  done: boolean;
  now: boolean;
}

export interface Book {
  circle: string[];
  rows: Map<string, Row>;
  tokens: Token[];
  kinds: string[];
  cast: string[];
  calls: Call[];
  /** words that may be laid as notes, and the role to which they belong */
  notes: { role: string; text: string }[];
}

type Bag = Record<string, Plain>;

function bags(value: Plain | undefined): Bag[] {
  return Array.isArray(value)
    ? value.filter((one): one is Bag => typeof one === 'object' && one !== null)
    : [];
}

function texts(value: Plain | undefined): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

export function bookOf(grimoire: Grimoire | null): Book {
  const found = rows(grimoire);
  const circle = texts(grimoire?.circle);
  return {
    circle: circle.length ? circle : found.map((row) => row.seat),
    rows: new Map(found.map((row) => [row.seat, row])),
    tokens: bags(grimoire?.marks).map((mark) => ({
      id: String(mark.id),
      kind: String(mark.kind),
      on: String(mark.on),
      by: typeof mark.by === 'string' ? mark.by : null,
      data: mark.data ?? null,
    })),
    kinds: texts(grimoire?.tokens),
    cast: texts(grimoire?.cast),
    calls: bags(grimoire?.sheet).map((call) => ({
      skill: String(call.skill),
      seats: texts(call.seats),
      done: call.done === true,
      now: call.now === true,
    })),
    notes: bags(grimoire?.notes).map((note) => ({ role: String(note.role), text: String(note.text) })),
  };
}

/** What is written on a token: the words of a note (the name where it names a role), else the mark's name. */
export function tokenName(ruleset: string | null, token: Token): string {
  if (token.kind !== 'note') return word(ruleset, 'mark', token.kind);
  const said = String(token.data ?? '');
  return hasWord(ruleset, `role.${said}`) ? word(ruleset, 'role', said) : noteName(ruleset, said);
}

/** A reminder in the reader's language, where it is one of the game's own. */
export function noteName(ruleset: string | null, text: string): string {
  const key = text.toLowerCase().replaceAll(' ', '_');
  return hasWord(ruleset, `token.${key}`) ? word(ruleset, 'token', key) : text;
}

/** Where a token comes from, where that says something. */
export function tokenFrom(ruleset: string | null, token: Token): string {
  const ability = token.by?.split(':').at(-1)?.split('#')[0] ?? '';
  return ability && hasWord(ruleset, `skill.${ability}`) ? word(ruleset, 'skill', ability) : '';
}
