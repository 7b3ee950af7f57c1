/** Words in the viewer's language: `t` for the page's own, `say` for those of a ruleset. */
import type en from '../../../src/nightmoot/host/texts/en.json';
import type { Params, Plain } from '../wire/types';
import { template } from './catalogues';
import { fill, joined, type Lang, named, type Source, show } from './template';

export type UiKey = keyof typeof en;
type Ruleset = string | null | undefined;

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
  /** the ruleset of the open room, which may have a word of its own for its moderator */
  ruleset = $state.raw<string | null>(null);
}

export const seated = new Seated();

function source(ruleset: Ruleset, lang: Lang = language.now): Source {
  return {
    lang,
    text: (key) => template(lang, ruleset, key),
    seat: (id) => seatName(id, lang),
    sits: (id) => id in seated.names,
  };
}

/** The open game's own word for its moderator (说书人), where it has one. */
export function moderatorName(lang: Lang = language.now): string | null {
  const own = word(seated.ruleset, 'who', 'moderator', lang);
  return own === word(null, 'who', 'moderator', lang) ? null : own;
}

/** "7号小王", "7 Wang"; the number alone where nobody has a name there. */
export function seatName(id: string, lang: Lang = language.now): string {
  const own = id === 'moderator' ? moderatorName(lang) : null;
  if (own) return own;
  if (id === 'moderator' || id === 'public' || id === 'table') return word(null, 'ui.who', id, lang);
  const name = seated.names[id];
  if (name && name !== id) return say(null, 'slot.seat', { number: id, name }, lang);
  return /^\d+$/.test(id) ? say(null, 'ui.seat.bare', { seat: id }, lang) : id;
}

/** The word for an id of a ruleset: `word('table', 'role', 'seer')`. */
export function word(ruleset: Ruleset, kind: string, id: string, lang?: Lang): string {
  return named(source(ruleset, lang), kind, id);
}

export function hasWord(ruleset: Ruleset, key: string): boolean {
  return template(language.now, ruleset, key) !== undefined;
}

export function say(ruleset: Ruleset, key: string, params: Params = {}, lang?: Lang): string {
  const from = source(ruleset, lang);
  const text = from.text(key);
  return text === undefined ? key : fill(from, text, params);
}

/** A text as it is written, its slots unfilled; the plural form for many. */
export function textOf(ruleset: Ruleset, key: string): string {
  const text = template(language.now, ruleset, key) ?? '';
  return typeof text === 'string' ? text : (text.other ?? '');
}

export function t(key: UiKey, params: Params = {}): string {
  return say(null, key, params);
}

/** Like `t` for a key that is put together from data; falls back to the last part of the key. */
export function ui(key: string, params: Params = {}): string {
  return hasWord(null, key) ? say(null, key, params) : (key.split('.').pop() ?? key);
}

export function list(items: string[]): string {
  return joined(source(null), items);
}

/** What a notice says, or nothing where it is only there to be drawn. */
export function noticeText(ruleset: Ruleset, key: string, params: Params): string {
  return hasWord(ruleset, `notice.${key}`) ? say(ruleset, `notice.${key}`, params) : '';
}

/** A value of an option, a choice or a parameter as a reader sees it; kinds of word are tried in order. */
export function plainWord(ruleset: Ruleset, value: Plain, kinds: string[]): string {
  if (value !== null && typeof value === 'object' && !Array.isArray(value)) {
    const parts = Object.entries(value).map(([key, item]) =>
      t('ui.rules.option', {
        option: plainWord(ruleset, key, kinds),
        value: plainWord(ruleset, item, kinds),
      }),
    );
    return list(parts);
  }
  if (Array.isArray(value)) return list(value.map((item) => plainWord(ruleset, item, kinds)));
  if (typeof value === 'string') {
    const kind = kinds.find((one) => hasWord(ruleset, `${one}.${value}`));
    if (kind) return word(ruleset, kind, value);
  }
  return show(source(ruleset), value, 'value');
}
