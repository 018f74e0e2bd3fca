import 'server-only';
import { sameState, stateOf } from '#lib/core/status/money.ts';
import type { Payment } from '#lib/providers/money-records.ts';
import type { PaymentFilter } from '#lib/providers/port.ts';
import { hasAmount, hasDate, hasId, type Must } from '#lib/providers/rows.ts';

/** Applies to received rows the filters that the service did not apply. Pure. */

/** Null: the row does not show it. */
export type Answer = boolean | null;
/** A test runs only if its own member of the filter is set. */
export type Requested<Filter> = { [N in keyof Filter]-?: NonNullable<Filter[N]> };
export type Tests<Row, Filter> = Readonly<
  Partial<Record<keyof Filter, (row: Row, filter: Requested<Filter>) => Answer>>
>;

export type MatchedRows<Row, Name> = {
  rows: Row[];
  /** Filters that some received row does not match, so the service did not apply them. */
  broken: Name[];
  /** Of `broken`: `status` alone, for few rows, as a state may have changed before the answer. */
  moved: Name[];
  /** Filters that no row allows to check. */
  unverified: Name[];
};

export const isRequested = (value: unknown) =>
  value !== undefined && !(Array.isArray(value) && value.length === 0);

/** A row that does not show the value is included, unless `settle` decides otherwise. */
export function matchRows<Row, Filter extends object>(
  tests: Tests<Row, Filter>,
  filter: Filter,
  rows: readonly Row[],
  settle: (name: keyof Filter, results: Answer[]) => Answer[] = (_, results) => results,
): MatchedRows<Row, keyof Filter & string> {
  type Name = keyof Filter & string;
  const names = (Object.keys(tests) as Name[]).filter((name) => isRequested(filter[name]));
  const answers = new Map(
    names.map((name) => {
      const results = rows.map((row) => tests[name]?.(row, filter as Requested<Filter>) ?? null);
      return [name, settle(name, results)] as const;
    }),
  );
  const broken = names.filter((name) => answers.get(name)?.includes(false));
  const unfit = (name: Name) => answers.get(name)?.filter((one) => one === false).length ?? 0;
  return {
    rows: rows.filter((_, at) => names.every((name) => answers.get(name)?.[at] !== false)),
    broken,
    moved: broken.filter((name) => name === 'status' && (unfit(name) < 2 || unfit(name) * 5 < rows.length)),
    unverified: names.filter((name) => rows.length > 0 && answers.get(name)?.every((one) => one === null)),
  };
}

/** If the service shows the value on other rows, a row without one has none and does not match. */
export const missingAsNoMatch = (results: Answer[]): Answer[] =>
  results.some((one) => one !== null) ? results.map((one) => one ?? false) : results;

const instant = (text: string) => Date.parse(text);
type Dated = { createdAt: string | null };

/** Tests of the creation period; `to` is exclusive. */
export const createdIn = {
  from: ({ createdAt }: Dated, { from }: { from: string }): Answer =>
    createdAt === null ? null : instant(createdAt) >= instant(from),
  to: ({ createdAt }: Dated, { to }: { to: string }): Answer =>
    createdAt === null ? null : instant(createdAt) < instant(to),
};

/** Guichê's `to` is exclusive; the documents' ends are inclusive. */
export const lastInstant = (to: string | undefined) =>
  to === undefined ? undefined : new Date(Date.parse(to) - 1).toISOString();

type Period = { from?: string | undefined; to?: string | undefined };

/**
 * Whether all later pages lie outside the period: descending rows have passed `from`, or ascending ones `to`. A
 * missing instant, or one instant for all, proves nothing.
 */
export function isPastPeriod(rows: readonly (Dated & { postedAt?: string | null })[], { from, to }: Period) {
  const at = rows.map(({ createdAt, postedAt }) => instant(createdAt ?? postedAt ?? ''));
  const [first = Number.NaN, last = Number.NaN] = [at[0], at.at(-1)];
  const isOrdered = (compare: (before: number, after: number) => boolean) =>
    compare(first, last) &&
    at.every((time, place) => place === 0 || time === at[place - 1] || compare(at[place - 1] ?? 0, time));
  if (from !== undefined && last < instant(from)) return isOrdered((before, after) => before > after);
  return to !== undefined && last >= instant(to) && isOrdered((before, after) => before < after);
}

export const equal = (value: string | null | undefined, requested: string): Answer =>
  value === null || value === undefined ? null : value === requested;

export const atLeast = (one: number | null, other: number | null): Answer =>
  one === null || other === null ? null : one >= other;

type Amount = { amount: number | null };

/** Tests of the amount bounds, in cents, both ends inclusive. */
export const amountIn = {
  amountFrom: ({ amount }: Amount, { amountFrom }: { amountFrom: number }): Answer =>
    atLeast(amount, amountFrom),
  amountTo: ({ amount }: Amount, { amountTo }: { amountTo: number }): Answer => atLeast(amountTo, amount),
};
type Bounds = { amountFrom?: number | undefined; amountTo?: number | undefined };

/** Marks the bounds as applied here, as no service has them as filters, even if all rows of a page match. */
export function boundsAppliedHere<J extends { broken: readonly unknown[] }>(filter: Bounds, matched: J): J {
  const ours = (['amountFrom', 'amountTo'] as const).filter((name) => filter[name] !== undefined);
  return { ...matched, broken: [...new Set([...matched.broken, ...ours])] };
}

export function some(answers: readonly Answer[]): Answer {
  if (answers.includes(true)) return true;
  return answers.length === 0 || answers.includes(null) ? null : false;
}

const plain = (text: string) => text.replace(/[^0-9A-Za-z*]/g, '').toLowerCase();

/** Whether one of the texts is this document, by its unmasked characters; null: undecided. */
export function isDocument(values: readonly (string | null)[], requested: string): Answer {
  const wanted = plain(requested);
  const texts = values.filter((text) => text !== null).map(plain);
  const alike = (one: string) =>
    one.length === wanted.length && [...one].every((char, at) => char === '*' || char === wanted[at]);
  if (texts.some((one) => alike(one) && /[^*]/.test(one))) return true;
  return texts.length === 0 || texts.some((one) => one.includes('*')) ? null : false;
}

const normalized = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether a name contains every requested word; null when only some, which a service may accept. */
export function isNamed(names: readonly (string | null)[], requested: string): Answer {
  const texts = names.filter((text) => text !== null).map(normalized);
  const wanted = normalized(requested)
    .split(/\s+/)
    .filter((word) => word !== '');
  const found = (text: string) => wanted.filter((word) => text.includes(word)).length;
  if (texts.some((text) => found(text) === wanted.length)) return true;
  return texts.length === 0 || texts.some((text) => text.includes('*') || found(text) > 0) ? null : false;
}

const TESTS: Tests<Payment, PaymentFilter> = {
  ...createdIn,
  ...amountIn,
  status: (one, requested) => some(requested.status.map((word) => sameState(one.status, word, stateOf(one)))),
  clientReference: (one, { clientReference }) => equal(one.clientReference, clientReference),
  search: (one, { search }) => matchesText(one, search),
};

/** Searches the whole row, because no document states which fields the service searches. */
function matchesText(one: Payment, requested: string): Answer {
  const all = JSON.stringify(one);
  return isNamed([all], requested) ?? isDocument([one.payer.document, one.receiver.document], requested);
}

export const matchPayments = (filter: PaymentFilter, items: readonly Payment[]) =>
  boundsAppliedHere(
    filter,
    matchRows(TESTS, filter, items, (name, results) =>
      name === 'clientReference' ? missingAsNoMatch(results) : results,
    ),
  );

export const PAYMENT_MUST: Must<Payment> = {
  id: ({ id }) => hasId({ id: id.replace(/^[a-z]+:/, '') }),
  amount: hasAmount,
  status: ({ status }) => status !== null,
  date: hasDate,
};
