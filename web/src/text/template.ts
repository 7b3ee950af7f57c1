/** Templates such as `{who:seats} left: {n:number}`, as nightmoot.core.text renders them: the type of a slot says
 * how its value is shown. */
import type { Params, Plain } from '../wire/types';

export type Lang = 'zh' | 'en';
export type Template = string | Record<string, string>;

/** Where words and names come from; the caller knows the catalogue and who sits where. */
export interface Source {
  lang: Lang;
  text(key: string): Template | undefined;
  seat(id: string): string;
  /** is this id a seat's */
  sits(id: string): boolean;
}

const SLOT = /\{(\w+)(?::(\w+))?\}/g;
const TABLES: Record<string, [left: string, right: string]> = {
  tally: ['seat', 'number'],
  votes: ['seat', 'seat'],
  cards: ['role', 'number'],
  tokens: ['seat', 'role'],
};
const LISTS: Record<string, string> = {
  seats: 'seat',
  roles: 'role',
  skills: 'skill',
  camps: 'camp',
  marks: 'mark',
  faces: 'face',
  sayings: 'saying',
};
const MODERATOR = 'moderator';
const FALLBACK = ['group', 'skill', 'role', 'harm', 'mark', 'camp', 'title', 'choice'];
const plurals: Partial<Record<Lang, Intl.PluralRules>> = {};

/** The form of a plural template that fits the parameter `n`. */
export function formOf(lang: Lang, template: Template, params: Params): string {
  if (typeof template === 'string') return template;
  plurals[lang] ??= new Intl.PluralRules(lang);
  const n = typeof params.n === 'number' ? params.n : 0;
  return template[plurals[lang].select(n)] ?? template.other ?? Object.values(template)[0] ?? '';
}

function part(source: Source, key: string, params: Params = {}): string {
  const text = source.text(key);
  return text === undefined ? '' : fill(source, text, params);
}

export function joined(source: Source, items: string[]): string {
  return items.join(part(source, 'slot.and') || ', ');
}

export function named(source: Source, kind: string, id: string): string {
  const text = source.text(`${kind}.${id}`);
  return text === undefined ? anyName(source, id) : formOf(source.lang, text, {});
}

function anyName(source: Source, id: string): string {
  for (const kind of FALLBACK) {
    const text = source.text(`${kind}.${id}`);
    if (text !== undefined) return formOf(source.lang, text, {});
  }
  return id;
}

function table(source: Source, value: Plain, kind: string): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return String(value);
  const [left, right] = TABLES[kind]!;
  const rows = Object.entries(value).map(([key, item]) => {
    const slot = kind === 'votes' && item === null ? 'slot.abstained' : `slot.${kind}`;
    return part(source, slot, { left: show(source, key, left), right: show(source, item, right) });
  });
  return rows.length ? joined(source, rows) : part(source, 'slot.nothing');
}

function whatever(source: Source, value: Plain): string {
  if (typeof value === 'boolean') return part(source, value ? 'slot.yes' : 'slot.no');
  if (value === null) return part(source, 'slot.nothing');
  if (typeof value === 'object' && 'says' in value) return show(source, value, 'saying');
  if (typeof value === 'object') {
    const items = Object.values(value).map((item) => whatever(source, item));
    return items.length ? joined(source, items) : part(source, 'slot.nobody');
  }
  const id = String(value);
  if (id === MODERATOR) return named(source, 'who', id);
  return source.sits(id) ? source.seat(id) : anyName(source, id);
}

/** Plain data as it is written in options and files. */
function written(value: Plain): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A plain value as its kind is shown. */
export function show(source: Source, value: Plain, kind: string): string {
  if (value === null) return part(source, kind === 'seat' || kind === 'who' ? 'slot.nobody' : 'slot.nothing');
  if (kind in LISTS) {
    const items = (Array.isArray(value) ? value : [value]).map((item) => show(source, item, LISTS[kind]!));
    return items.length ? joined(source, items) : part(source, 'slot.nobody');
  }
  // a sentence as data: its key and what it speaks of, or somebody's own words
  if (kind === 'saying')
    return typeof value === 'object' && !Array.isArray(value)
      ? part(source, `saying.${String(value.says)}`, value)
      : String(value);
  if (kind === 'words') return Array.isArray(value) ? joined(source, value.map(written)) : written(value);
  if (kind in TABLES) return table(source, value, kind);
  if (kind === 'value' || typeof value === 'object') return whatever(source, value);
  if (typeof value === 'boolean') return part(source, value ? 'slot.yes' : 'slot.no');
  const id = String(value);
  if (kind === 'seat' && id === MODERATOR) return named(source, 'who', id);
  // of a card: the role, or the camp where that alone is seen
  if (kind === 'face') return named(source, source.text(`role.${id}`) === undefined ? 'camp' : 'role', id);
  if (kind === 'seat' || (kind === 'who' && source.sits(id))) return source.seat(id);
  if (kind === 'text' || kind === 'number') return id;
  return named(source, kind, id);
}

export function fill(source: Source, template: Template, params: Params): string {
  return formOf(source.lang, template, params).replace(
    SLOT,
    (whole, name: string, kind: string | undefined) =>
      name in params ? show(source, params[name] ?? null, kind ?? 'text') : whole,
  );
}
