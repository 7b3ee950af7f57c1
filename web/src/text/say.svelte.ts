/** Words in the viewer's language: `t` for the page's own, `say` for those of a ruleset. */
import type en from '../../../src/nightmoot/host/texts/en.json';
import type { Params, Plain } from '../wire/types';
import { template } from './catalogues';
import { fill, formOf, joined, type Lang, type Names } from './template';

export type UiKey = keyof typeof en;

const KEPT = 'nightmoot.lang';

function firstLanguage(): Lang {
  const kept = typeof localStorage === 'undefined' ? null : localStorage.getItem(KEPT);
  if (kept === 'zh' || kept === 'en') return kept;
  const asked = typeof navigator === 'undefined' ? [] : (navigator.languages ?? [navigator.language]);
  for (const name of asked) {
    if (name?.startsWith('zh')) return 'zh';
    if (name?.startsWith('en')) return 'en';
  }
  return 'en';
}

class Language {
  now = $state<Lang>(firstLanguage());
}

export const language = new Language();

export function setLanguage(lang: Lang): void {
  language.now = lang;
  localStorage.setItem(KEPT, lang);
}

/** Who sits where, for the names in sentences; the open room fills it in. */
class Seated {
  names = $state.raw<Record<string, string>>({});
}

export const seated = new Seated();

/** "7号 小王", "7 Wang"; the number alone where the name is nothing but the number. */
export function seatName(id: string, lang: Lang = language.now): string {
  if (id === 'moderator' || id === 'public' || id === 'table') return word(null, 'ui.who', id, lang);
  const name = seated.names[id];
  const bare = /^\d+$/.test(id);
  if (!name || name === id) return bare ? raw(lang, 'ui.seat.bare', { seat: id }) : id;
  return raw(lang, 'ui.seat.named', { seat: id, name });
}

function raw(lang: Lang, key: string, params: Params): string {
  const text = template(lang, null, key);
  return text === undefined
    ? key
    : formOf(lang, text, params).replace(/\{(\w+)(?::\w+)?\}/g, (_, n) => String(params[n]));
}

/** The word for an id of a ruleset: `word('table', 'role', 'seer')`. */
export function word(
  ruleset: string | null | undefined,
  kind: string,
  id: string,
  lang: Lang = language.now,
): string {
  const text = template(lang, ruleset, `${kind}.${id}`);
  if (text === undefined) return id;
  return formOf(lang, text, {});
}

export function hasWord(ruleset: string | null | undefined, key: string): boolean {
  return template(language.now, ruleset, key) !== undefined;
}

function names(ruleset: string | null | undefined, lang: Lang): Names {
  return {
    word: (kind, id) => word(ruleset, kind, id, lang),
    seat: (id) => seatName(id, lang),
  };
}

export function say(
  ruleset: string | null | undefined,
  key: string,
  params: Params = {},
  lang?: Lang,
): string {
  const tongue = lang ?? language.now;
  const text = template(tongue, ruleset, key);
  if (text === undefined) return key;
  return fill(tongue, text, params, names(ruleset, tongue));
}

export function t(key: UiKey, params: Params = {}): string {
  return say(null, key, params);
}

/** Like `t` for a key that is put together from data; falls back to the last part of the key. */
export function ui(key: string, params: Params = {}): string {
  return template(language.now, null, key) === undefined
    ? (key.split('.').pop() ?? key)
    : say(null, key, params);
}

export function list(items: string[]): string {
  return joined(language.now, items);
}

/** A value of an option, a choice or a parameter as a reader sees it. */
export function plainWord(ruleset: string | null | undefined, value: Plain, kinds: string[]): string {
  if (value === null) return t('ui.nobody');
  if (typeof value === 'boolean') return t(value ? 'ui.yes' : 'ui.no');
  if (typeof value === 'number') return new Intl.NumberFormat(language.now).format(value);
  if (Array.isArray(value)) return list(value.map((item) => plainWord(ruleset, item, kinds)));
  if (typeof value === 'object') {
    return list(
      Object.entries(value).map(
        ([key, item]) => `${plainWord(ruleset, key, kinds)}: ${plainWord(ruleset, item, kinds)}`,
      ),
    );
  }
  for (const kind of kinds) if (hasWord(ruleset, `${kind}.${value}`)) return word(ruleset, kind, value);
  return value;
}
