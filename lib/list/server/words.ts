import 'server-only';
import { createTranslator } from 'next-intl';
import { LOCALES, type Locale } from '#lib/i18n/locales.ts';
import { MESSAGES } from '#lib/i18n/messages.ts';
import { moneyStateOf } from '#lib/states/money.ts';
import { DOCUMENTED } from '#lib/states/money-state.ts';
import { wordMap } from '#lib/word-map.ts';

/** Words of the pages for files, which are written where no page is. */

type Words = Readonly<Record<Locale, Readonly<Record<string, string>>>>;
type Look = (word: string | null, locale: Locale) => string | null;

/** The messages below a path, by what stands behind it (`a.b`). A path that is not there is a fault of the code. */
function messagesAt(path: string): Words {
  const [namespace = '', ...inner] = path.split('.');
  const below = (locale: Locale) => {
    let at: unknown = MESSAGES[locale][namespace];
    for (const name of inner) at = Reflect.get(Object(at), name);
    if (typeof at !== 'object' || at === null) throw new Error(`There are no words at ${path}.`);
    return wordMap(Object.fromEntries(leavesOf(at)));
  };
  return Object.fromEntries(LOCALES.map((locale) => [locale, below(locale)])) as Words;
}

const leavesOf = (tree: object, before = ''): [string, string][] =>
  Object.entries(tree).flatMap(([name, inner]) =>
    typeof inner === 'string'
      ? [[before + name, inner] as [string, string]]
      : leavesOf(inner as object, `${before}${name}.`),
  );

/** Says a word by the messages below a path; one that has none there as it came. */
export function wordsAt(path: string, keyOf: (word: string) => string = (word) => word): Look {
  const words = messagesAt(path);
  return (word, locale) => (word === null ? null : (words[locale][keyOf(word)] ?? word));
}

type Sentence = (locale: Locale, values?: Readonly<Record<string, string>>) => string;

/** One message with its places filled. A path that is not there is a fault of the code. */
export function sentenceAt(path: string): Sentence {
  const at = path.lastIndexOf('.');
  const [namespace, name] = [path.slice(0, at), path.slice(at + 1)];
  const translator = (locale: Locale) => {
    const t = createTranslator({ locale, messages: MESSAGES[locale], namespace: namespace as never });
    if (!t.has(name as never)) throw new Error(`There are no words at ${path}.`);
    return t as unknown as (name: string, values: Readonly<Record<string, string>>) => string;
  };
  const translators = Object.fromEntries(LOCALES.map((locale) => [locale, translator(locale)]));
  return (locale, values = {}) => translators[locale]?.(name, values) ?? '';
}

const STATUS = messagesAt('common.status');

/** A status; one that no list has as it came, with our reading beside it: `PAGAMENTO_CONFIRMADO (Concluída)`. */
export function statusWord(status: string | null, locale: Locale): string | null {
  if (status === null) return null;
  const known = STATUS[locale][status];
  const meaning = known === undefined ? moneyStateOf(status) : null;
  return meaning === null ? (known ?? status) : `${status} (${STATUS[locale][DOCUMENTED[meaning]]})`;
}

const EVENT = wordsAt('resends.event');

/** An event by the status it tells of, or by what it is about. */
export function eventWord(event: string | null, locale: Locale): string | null {
  if (event === null) return null;
  const said = EVENT(event, locale);
  return said === event ? (STATUS[locale][event.replace(/^TRANSACTION_/, '')] ?? event) : said;
}
