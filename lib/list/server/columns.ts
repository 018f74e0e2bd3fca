import 'server-only';
import { createTranslator } from 'next-intl';
import type { z } from 'zod';
import type { CsvValue } from '#lib/core/csv.ts';
import { withOffset } from '#lib/core/dates.ts';
import { LOCALES, type Locale } from '#lib/core/i18n/locales.ts';
import { MESSAGES } from '#lib/core/i18n/messages.ts';
import { lookupTable } from '#lib/core/lookup-table.ts';
import { centsToDecimal } from '#lib/core/money.ts';
import { DOCUMENTED, moneyStateOf } from '#lib/core/status/money.ts';
import { Transaction } from '#lib/providers/records.ts';
import type en from '../../../messages/en/csv.json';
import type pt from '../../../messages/pt-BR/csv.json';

/** A column's name in machine files. The type requires a heading in both languages. */
type Name = keyof typeof pt & keyof typeof en;
/** The label that a sheet shows instead of the provider's word, in the sheet's language. */
export type LabelOf<T> = (word: string | null, locale: Locale, record: T) => string | null;
/** A column of a list's file: its value for a record, and its cell type in a workbook. */
export type CsvColumn<T> = {
  readonly name: Name;
  readonly kind: 'text' | 'instant' | 'amount' | 'count';
  readonly read: (record: T) => CsvValue;
  readonly labelOf?: LabelOf<T>;
  /** The columns of a sheet, where it has others. */
  readonly sheet?: readonly CsvColumn<T>[];
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
  labelOf: LabelOf<NoInfer<T>>,
): CsvColumn<T> => ({ ...text(name, read), labelOf });

export const instant = <T>(name: Name, read: (record: T) => string | null): CsvColumn<T> => ({
  name,
  kind: 'instant',
  read: (record) => csvInstant(read(record)),
});

/**
 * Cents as decimal text. Where the provider gave more than two decimals, a machine file has its digits (`exact`);
 * a sheet has two decimals, as the page, and the digits in the next column.
 */
export const amount = <T>(
  name: Name,
  cents: (record: T) => number | null,
  exact?: (record: NoInfer<T>) => string | undefined,
): CsvColumn<T> => {
  const rounded: CsvColumn<T> = {
    name,
    kind: 'amount',
    read: (record) => {
      const value = cents(record);
      return value === null ? null : { number: centsToDecimal(value) };
    },
  };
  if (exact === undefined) return rounded;
  const digitsOf = (record: T) => {
    const digits = cents(record) === null ? undefined : exact(record);
    return digits !== undefined && DECIMAL.test(digits) ? { number: digits } : null;
  };
  const digits: CsvColumn<T> = { name: `${name}Exact` as Name, kind: 'amount', read: digitsOf };
  return {
    ...rounded,
    read: (record) => digitsOf(record) ?? rounded.read(record),
    sheet: [rounded, digits],
  };
};
const DECIMAL = /^-?\d+\.\d+$/;

/** Whole numbers that are not money. */
export const count = <T>(name: Name, read: (record: T) => number | null): CsvColumn<T> => ({
  name,
  kind: 'count',
  read: (record) => {
    const value = read(record);
    return value === null ? null : { number: String(value) };
  },
});

const CANONICAL = /^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;
type Hour = { begin: string; offset: string };
/** São Paulo date and offset by UTC hour. Null when the minutes differ as well. */
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
  const hour = begin === undefined || offset === undefined ? null : { begin, offset };
  if (hours.size >= MOST_HOURS) hours.clear();
  hours.set(utc, hour);
  return hour;
}

type Messages = Readonly<Record<Locale, Readonly<Record<string, string>>>>;
type WordLabel = (word: string | null, locale: Locale) => string | null;

/** The messages below a path, by their remaining path (`a.b`). Throws when the path does not exist. */
function messagesAt(path: string): Messages {
  const [namespace = '', ...inner] = path.split('.');
  const below = (locale: Locale) => {
    let at: unknown = MESSAGES[locale][namespace];
    for (const name of inner) at = Reflect.get(Object(at), name);
    if (typeof at !== 'object' || at === null) throw new Error(`There are no messages at ${path}.`);
    return lookupTable(Object.fromEntries(leavesOf(at)));
  };
  return Object.fromEntries(LOCALES.map((locale) => [locale, below(locale)])) as Messages;
}

const leavesOf = (tree: object, before = ''): [string, string][] =>
  Object.entries(tree).flatMap(([name, inner]) =>
    typeof inner === 'string'
      ? [[before + name, inner] as [string, string]]
      : leavesOf(inner as object, `${before}${name}.`),
  );

/** Translates codes by the messages below a path. A code without a message is returned as it is. */
export function labelsAt(path: string, keyOf: (word: string) => string = (word) => word): WordLabel {
  const messages = messagesAt(path);
  return (word, locale) => (word === null ? null : (messages[locale][keyOf(word)] ?? word));
}

type Sentence = (locale: Locale, values?: Readonly<Record<string, string>>) => string;

/** One message with its placeholders filled. Throws when the path does not exist. */
export function sentenceAt(path: string): Sentence {
  const at = path.lastIndexOf('.');
  const [namespace, name] = [path.slice(0, at), path.slice(at + 1)];
  const translator = (locale: Locale) => {
    const t = createTranslator({ locale, messages: MESSAGES[locale], namespace: namespace as never });
    if (!t.has(name as never)) throw new Error(`There are no messages at ${path}.`);
    return t as unknown as (name: string, values: Readonly<Record<string, string>>) => string;
  };
  const translators = Object.fromEntries(LOCALES.map((locale) => [locale, translator(locale)]));
  return (locale, values = {}) => translators[locale]?.(name, values) ?? '';
}

const STATUS = messagesAt('common.status');

/** A status label. An unknown one is followed by its presumed meaning: `CONFIRMADO (Concluída)`. */
export function statusLabel(status: string | null, locale: Locale): string | null {
  if (status === null) return null;
  const known = STATUS[locale][status];
  const meaning = known === undefined ? moneyStateOf(status) : null;
  return meaning === null ? (known ?? status) : `${status} (${STATUS[locale][DOCUMENTED[meaning]]})`;
}

const EVENT = labelsAt('resends.event');

/** An event's label, by its own message or by the status that it reports. */
export function eventLabel(event: string | null, locale: Locale): string | null {
  if (event === null) return null;
  const label = EVENT(event, locale);
  return label === event ? (STATUS[locale][event.replace(/^TRANSACTION_/, '')] ?? event) : label;
}

/**
 * The fields of a transaction that its file has; only these are masked and copied. QR code fields are left
 * out: they are payment codes, not records.
 */
export const WrittenTransaction = Transaction.omit({
  state: true,
  way: true,
  other: true,
  qrCodeText: true,
  qrCodeUrl: true,
  hasQrCodeImage: true,
});
type WrittenTransaction = z.infer<typeof WrittenTransaction>;

const typeLabel = labelsAt('transactions.type');
const keyLabel = labelsAt('payments.key.types', (type) => type.toLowerCase());

/** The columns have document 1's field names. */
export const transactionColumns: readonly CsvColumn<WrittenTransaction>[] = [
  text('id', (t) => t.id),
  instant('createdAt', (t) => t.createdAt),
  instant('updatedAt', (t) => t.updatedAt),
  instant('paidAt', (t) => t.paidAt),
  word('status', (t) => t.status, statusLabel),
  word(
    'type',
    (t) => t.typeSaid ?? t.type,
    (type, locale, t) => t.typeSaid ?? typeLabel(type, locale),
  ),
  word('method', (t) => t.method, labelsAt('transactions.method')),
  amount(
    'amount',
    (t) => t.amount,
    (t) => t.amountExact,
  ),
  amount(
    'serviceFeeCharged',
    (t) => t.fee,
    (t) => t.feeExact,
  ),
  text('clientReference', (t) => t.clientReference),
  text('virtualAccount', (t) => t.virtualAccount),
  text('endToEndId', (t) => t.endToEndId),
  text('payerName', (t) => t.payer.name),
  text('payerDocument', (t) => t.payer.document),
  text('payerInstitutionIspb', (t) => t.payer.institutionIspb),
  text('payerInstitutionName', (t) => t.payer.institutionName),
  text('payerAccountNumber', (t) => t.payer.accountNumber),
  text('receiverName', (t) => t.receiver.name),
  text('receiverDocument', (t) => t.receiver.document),
  text('receiverInstitutionIspb', (t) => t.receiver.institutionIspb),
  text('receiverInstitutionName', (t) => t.receiver.institutionName),
  text('receiverAccountNumber', (t) => t.receiver.accountNumber),
  text('withdrawPixKey', (t) => t.withdrawPixKey),
  word('withdrawPixType', (t) => t.withdrawPixType, keyLabel),
  text('generatedName', (t) => t.generatedName),
  text('generatedDocument', (t) => t.generatedDocument),
  text('generatedEmail', (t) => t.generatedEmail),
  word('refundStatus', (t) => t.refundStatus, statusLabel),
  amount(
    'refundAmount',
    (t) => t.refundAmount,
    (t) => t.refundAmountExact,
  ),
  instant('refundedAt', (t) => t.refundedAt),
  text('refundEndToEndId', (t) => t.refundEndToEndId),
  word('refundReason', (t) => t.refundReason, labelsAt('transactions.detail.timeline.reason')),
  text('refundDescription', (t) => t.refundDescription),
  text('cancellationReason', (t) => t.cancellationReason),
  text('callbackUrl', (t) => t.callbackUrl),
];
