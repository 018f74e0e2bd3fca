import 'server-only';
import { createTranslator } from 'next-intl';
import type { CsvValue } from '#lib/core/csv.ts';
import { withOffset } from '#lib/core/dates.ts';
import { LOCALES, type Locale } from '#lib/core/i18n/locales.ts';
import { MESSAGES } from '#lib/core/i18n/messages.ts';
import { lookupTable } from '#lib/core/lookup-table.ts';
import { centsToDecimal } from '#lib/core/money.ts';
import { DOCUMENTED, moneyStateOf } from '#lib/core/status/money.ts';
import type en from '../../../messages/en/csv.json';
import type pt from '../../../messages/pt-BR/csv.json';

/** A column's name in machine files. The type requires a heading in both languages. */
type Name = keyof typeof pt & keyof typeof en;
/** The label that a sheet shows instead of the provider's word, in the sheet's language. */
export type Said<T> = (word: string | null, locale: Locale, record: T) => string | null;
/** A column of a list's file: its value for a record, and its cell type in a workbook. */
export type CsvColumn<T> = {
  readonly name: Name;
  readonly kind: 'text' | 'instant' | 'amount' | 'count';
  readonly read: (record: T) => CsvValue;
  readonly said?: Said<T>;
};

/** Texts and ids; they stay text. */
export const text = <T>(name: Name, read: (record: T) => string | null): CsvColumn<T> => ({
  name,
  kind: 'text',
  read,
});

/** A provider's or Guichê's word, which a sheet translates as the list's page does. */
export const word = <T>(
  name: Name,
  read: (record: T) => string | null,
  said: Said<NoInfer<T>>,
): CsvColumn<T> => ({ name, kind: 'text', read, said });

export const instant = <T>(name: Name, read: (record: T) => string | null): CsvColumn<T> => ({
  name,
  kind: 'instant',
  read: (record) => csvInstant(read(record)),
});

/** Cents as decimal text; the provider's own digits (`exact`) where it gave more than two decimals. */
export const amount = <T>(
  name: Name,
  cents: (record: T) => number | null,
  exact?: (record: NoInfer<T>) => string | undefined,
): CsvColumn<T> => ({
  name,
  kind: 'amount',
  read: (record) => csvAmount(cents(record), exact?.(record)),
});

/** Whole numbers that are not money. */
export const count = <T>(name: Name, read: (record: T) => number | null): CsvColumn<T> => ({
  name,
  kind: 'count',
  read: (record) => {
    const value = read(record);
    return value === null ? null : { number: String(value) };
  },
});

function csvAmount(cents: number | null, exact?: string): CsvValue {
  if (cents === null) return null;
  return { number: exact !== undefined && /^-?\d+\.\d+$/.test(exact) ? exact : centsToDecimal(cents) };
}

const CANONICAL = /^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;
type Hour = { begin: string; offset: string };
/**
 * São Paulo date and offset by UTC hour: instants within one hour share them. Null when the minutes differ as
 * well.
 */
const hours = new Map<string, Hour | null>();
const MOST_HOURS = 20_000;

function csvInstant(text: string | null): CsvValue {
  if (text === null) return null;
  const hour = CANONICAL.test(text) ? hourOf(text.slice(0, 13)) : null;
  if (hour === null) return inZone(withOffset(text));
  const end = text.endsWith('.000Z') ? 19 : 23;
  return { instant: hour.begin + text.slice(13, end) + hour.offset };
}

/** A text that is not an instant stays text. */
const inZone = (text: string): CsvValue =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?[+-]\d{2}:\d{2}$/.test(text) ? { instant: text } : text;

function hourOf(utc: string): Hour | null {
  const known = hours.get(utc);
  if (known !== undefined) return known;
  const [, begin, offset] = /^(.{13}):00:00([+-]\d\d:00)$/.exec(withOffset(`${utc}:00:00.000Z`)) ?? [];
  const made = begin === undefined || offset === undefined ? null : { begin, offset };
  if (hours.size >= MOST_HOURS) hours.clear();
  hours.set(utc, made);
  return made;
}

/** Translated labels for files, which are written outside any page. */

type Words = Readonly<Record<Locale, Readonly<Record<string, string>>>>;

type WordLabel = (word: string | null, locale: Locale) => string | null;

/** The messages below a path, by their remaining path (`a.b`). Throws when the path does not exist. */
function messagesAt(path: string): Words {
  const [namespace = '', ...inner] = path.split('.');
  const below = (locale: Locale) => {
    let at: unknown = MESSAGES[locale][namespace];
    for (const name of inner) at = Reflect.get(Object(at), name);
    if (typeof at !== 'object' || at === null) throw new Error(`There are no words at ${path}.`);
    return lookupTable(Object.fromEntries(leavesOf(at)));
  };
  return Object.fromEntries(LOCALES.map((locale) => [locale, below(locale)])) as Words;
}

const leavesOf = (tree: object, before = ''): [string, string][] =>
  Object.entries(tree).flatMap(([name, inner]) =>
    typeof inner === 'string'
      ? [[before + name, inner] as [string, string]]
      : leavesOf(inner as object, `${before}${name}.`),
  );

/** Translates words by the messages below a path. A word without a message is returned as it is. */
export function wordsAt(path: string, keyOf: (word: string) => string = (word) => word): WordLabel {
  const words = messagesAt(path);
  return (word, locale) => (word === null ? null : (words[locale][keyOf(word)] ?? word));
}

type Sentence = (locale: Locale, values?: Readonly<Record<string, string>>) => string;

/** One message with its placeholders filled. Throws when the path does not exist. */
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

/**
 * A status label. An unknown status is shown as received, with its presumed meaning: `PAGAMENTO_CONFIRMADO
 * (Concluída)`.
 */
export function statusWord(status: string | null, locale: Locale): string | null {
  if (status === null) return null;
  const known = STATUS[locale][status];
  const meaning = known === undefined ? moneyStateOf(status) : null;
  return meaning === null ? (known ?? status) : `${status} (${STATUS[locale][DOCUMENTED[meaning]]})`;
}

const EVENT = wordsAt('resends.event');

/** An event's label, by its own message or by the status that it reports. */
export function eventWord(event: string | null, locale: Locale): string | null {
  if (event === null) return null;
  const said = EVENT(event, locale);
  return said === event ? (STATUS[locale][event.replace(/^TRANSACTION_/, '')] ?? event) : said;
}
