/** Templates such as `{who:seats} left: {n:number}`. The type of a slot says how its value is shown. */
import type { Params, Plain } from '../wire/types';

export type Lang = 'zh' | 'en';
export type Template = string | Record<string, string>;

/** How the names behind ids are found; the caller knows the catalogue and the table. */
export interface Names {
  word(kind: string, id: string): string;
  seat(id: string): string;
}

const SLOT = /\{([A-Za-z_][\w]*)(?::([a-z_]+))?\}/g;
const lists = new Map<Lang, Intl.ListFormat>();
const plurals = new Map<Lang, Intl.PluralRules>();

export function joined(lang: Lang, items: string[]): string {
  let list = lists.get(lang);
  if (!list) {
    list = new Intl.ListFormat(lang, { style: 'short', type: 'conjunction' });
    lists.set(lang, list);
  }
  return lang === 'zh' ? items.join('、') : list.format(items);
}

/** The form of a plural template that fits the parameter `n`. */
export function formOf(lang: Lang, template: Template, params: Params): string {
  if (typeof template === 'string') return template;
  let rules = plurals.get(lang);
  if (!rules) {
    rules = new Intl.PluralRules(lang);
    plurals.set(lang, rules);
  }
  const n = typeof params.n === 'number' ? params.n : Number.NaN;
  return template[rules.select(n)] ?? template.other ?? Object.values(template)[0] ?? '';
}

function one(kind: string, value: Plain, names: Names, lang: Lang): string {
  if (value === null || value === undefined) return names.word('ui', 'nobody');
  if (Array.isArray(value))
    return joined(
      lang,
      value.map((item) => one(singular(kind), item, names, lang)),
    );
  if (typeof value === 'boolean') return names.word('ui', value ? 'yes' : 'no');
  if (typeof value === 'number') {
    return kind === 'seat' ? names.seat(String(value)) : new Intl.NumberFormat(lang).format(value);
  }
  if (typeof value === 'object') {
    return joined(
      lang,
      Object.entries(value).map(([key, item]) => `${names.seat(key)} → ${one('seat', item, names, lang)}`),
    );
  }
  switch (kind) {
    case 'seat':
      return names.seat(value);
    case 'text':
    case 'number':
    case '':
      return value;
    default:
      return names.word(kind, value);
  }
}

const SINGULAR: Record<string, string> = {
  seats: 'seat',
  roles: 'role',
  skills: 'skill',
  camps: 'camp',
  marks: 'mark',
};

function singular(kind: string): string {
  return SINGULAR[kind] ?? kind;
}

export function fill(lang: Lang, template: Template, params: Params, names: Names): string {
  return formOf(lang, template, params).replace(SLOT, (whole, name: string, kind: string | undefined) => {
    if (!(name in params)) return whole;
    const value = params[name] as Plain;
    if (kind && kind in SINGULAR && Array.isArray(value) && value.length === 0)
      return names.word('ui', 'nobody');
    return one(singular(kind ?? ''), value, names, lang);
  });
}
