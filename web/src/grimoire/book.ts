/** The grimoire as it comes, read into what a circle of tokens draws. */
import { type Row, rows } from '../mod/grimoire';
import { hasWord, list, seatName, t, word } from '../text/say.svelte';
import type { Grimoire, Plain } from '../wire/types';

export interface Token {
  id: string;
  /** `note`: words, or the reminder of a role; `beside`: it lies there by itself, until things change */
  kind: string;
  /** a seat, the table, or something that is not shown */
  on: string;
  by: string | null;
  data: Plain;
}

/** A role with the reminder tokens that a storyteller has for it: id and the name in the data. */
export interface Reminders {
  role: string;
  tokens: [id: string, name: string][];
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
  reminders: Reminders[];
  /** words to lay as notes, of roles that have no reminders in the data */
  notes: { role: string; text: string }[];
  cast: string[];
  calls: Call[];
}

type Bag = Record<string, Plain>;

function bags(value: Plain | undefined): Bag[] {
  return Array.isArray(value)
    ? value.filter((one): one is Bag => typeof one === 'object' && one !== null)
    : [];
}

function bag(value: Plain | undefined): Bag {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
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
    tokens: [
      ...bags(grimoire?.marks).map((mark) => ({
        id: String(mark.id),
        kind: String(mark.kind),
        on: String(mark.on),
        by: typeof mark.by === 'string' ? mark.by : null,
        data: mark.data ?? null,
      })),
      ...Object.entries(bag(grimoire?.seats)).flatMap(([seat, record]) =>
        texts(bag(record).beside).map((token) => beside(seat, token)),
      ),
    ],
    kinds: texts(grimoire?.tokens),
    reminders: Object.entries(bag(grimoire?.reminders)).map(([role, names]) => ({
      role,
      tokens: Object.entries(bag(names)).map(([id, name]): [string, string] => [id, String(name)]),
    })),
    notes: bags(grimoire?.notes)
      .map((one) => ({ role: String(one.role), text: String(one.text) }))
      .filter(({ role }) => !(role in bag(grimoire?.reminders))),
    cast: texts(grimoire?.cast),
    calls: bags(grimoire?.sheet).map((call) => ({
      skill: String(call.skill),
      seats: texts(call.seats),
      done: call.done === true,
      now: call.now === true,
    })),
  };
}

function beside(seat: string, token: string): Token {
  return { id: `beside:${seat}:${token}`, kind: 'beside', on: seat, by: null, data: token };
}

/** The name of a reminder token; one that has no word in this language is called as in the data. */
export function reminderName(ruleset: string | null, id: string, name = id): string {
  return hasWord(ruleset, `token.${id}`) ? word(ruleset, 'token', id) : name;
}

/** What is written on a token: a reminder's name, the words of a note (a role's name), else the mark's name. */
export function tokenName(ruleset: string | null, token: Token): string {
  if (token.kind === 'beside') return reminderName(ruleset, String(token.data));
  if (token.kind !== 'note') return word(ruleset, 'mark', token.kind);
  const { token: reminder } = bag(token.data);
  if (reminder) return reminderName(ruleset, String(reminder));
  const said = String(token.data ?? '');
  return hasWord(ruleset, `role.${said}`) ? word(ruleset, 'role', said) : noteName(ruleset, said);
}

/** A reminder in the reader's language, where it is one of the game's own. */
export function noteName(ruleset: string | null, text: string): string {
  const key = text.toLowerCase().replaceAll(' ', '_');
  return hasWord(ruleset, `token.${key}`) ? word(ruleset, 'token', key) : text;
}

/** A seat of the circle for those who listen: who, what, whether out, with a hand up, and its tokens. */
export function seatLabel(ruleset: string | null, book: Book, seat: string, up: ReadonlySet<string>): string {
  const row = book.rows.get(seat);
  const tokens = book.tokens.filter((token) => token.on === seat);
  const said = [seatName(seat), row?.role ? word(ruleset, 'role', row.role) : ''];
  if (row?.in === false) said.push(t('ui.seat.out'));
  if (up.has(seat)) said.push(t('ui.hand.up'));
  said.push(list(tokens.map((token) => tokenName(ruleset, token))));
  return said.filter(Boolean).join(', ');
}

/** Where a token comes from, where that says something. */
export function tokenFrom(ruleset: string | null, token: Token): string {
  const { role } = bag(token.data);
  if (role) return word(ruleset, 'role', String(role));
  const ability = token.by?.split(':').at(-1)?.split('#')[0] ?? '';
  return ability && hasWord(ruleset, `skill.${ability}`) ? word(ruleset, 'skill', ability) : '';
}
