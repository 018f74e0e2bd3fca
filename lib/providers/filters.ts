import 'server-only';
import { sameState, stateOf } from '#lib/core/status/money.ts';
import type { Payment } from '#lib/providers/money-records.ts';
import type { PaymentFilter } from '#lib/providers/port.ts';
import { hasAmount, hasDate, hasId, type Must } from '#lib/providers/rows.ts';

/** A filter is what it says: what a service did not apply is applied here to the rows that came. Pure. */

/** Null: the row does not tell. */
export type Answer = boolean | null;
/** A test runs only where its own member was asked for. */
export type Asked<Filter> = { [N in keyof Filter]-?: NonNullable<Filter[N]> };
export type Tests<Row, Filter> = Readonly<
  Partial<Record<keyof Filter, (row: Row, filter: Asked<Filter>) => Answer>>
>;

export type MatchedRows<Row, Name> = {
  rows: Row[];
  /** Filters that some row of the service does not fit: it did not apply them. */
  broken: Name[];
  /**
   * Those of `broken` that may have been applied: a state changes between a service's filter and its answer. More than
   * a row, and a fifth of them, is no such change.
   */
  moved: Name[];
  /** Filters of which no row tells whether they were applied. */
  untold: Name[];
};

export const isGiven = (value: unknown) =>
  value !== undefined && !(Array.isArray(value) && value.length === 0);

/**
 * The rows that fit, and what the service made of the filter. A row that does not tell is kept, unless `settle`, which
 * sees what all of them tell, knows better.
 */
export function matchRows<Row, Filter extends object>(
  tests: Tests<Row, Filter>,
  filter: Filter,
  rows: readonly Row[],
  settle: (name: keyof Filter, told: Answer[]) => Answer[] = (_, told) => told,
): MatchedRows<Row, keyof Filter & string> {
  type Name = keyof Filter & string;
  const names = (Object.keys(tests) as Name[]).filter((name) => isGiven(filter[name]));
  const answers = new Map(
    names.map((name) => {
      const told = rows.map((row) => tests[name]?.(row, filter as Asked<Filter>) ?? null);
      return [name, settle(name, told)] as const;
    }),
  );
  const broken = names.filter((name) => answers.get(name)?.includes(false));
  const unfit = (name: Name) => answers.get(name)?.filter((one) => one === false).length ?? 0;
  return {
    rows: rows.filter((_, at) => names.every((name) => answers.get(name)?.[at] !== false)),
    broken,
    moved: broken.filter((name) => name === 'status' && (unfit(name) < 2 || unfit(name) * 5 < rows.length)),
    untold: names.filter((name) => rows.length > 0 && answers.get(name)?.every((one) => one === null)),
  };
}

/** Where a service shows values of other rows, one without any has none: it fits no asked one. */
export const noneWhereOthersTell = (told: Answer[]): Answer[] =>
  told.some((one) => one !== null) ? told.map((one) => one ?? false) : told;

const instant = (text: string) => Date.parse(text);
type Dated = { createdAt: string | null };

/** A period of creation, its end exclusive. */
export const createdIn = {
  from: ({ createdAt }: Dated, { from }: { from: string }): Answer =>
    createdAt === null ? null : instant(createdAt) >= instant(from),
  to: ({ createdAt }: Dated, { to }: { to: string }): Answer =>
    createdAt === null ? null : instant(createdAt) < instant(to),
};

type Period = { from?: string | undefined; to?: string | undefined };

/**
 * Tells if the pages after this one lie outside of the period: rows that fall have left it at its begin, rows that rise
 * at its end. `times` are the page's instants in its order; rows without one, or of one instant, tell nothing.
 */
export function isPastPeriod(times: readonly (string | null)[], { from, to }: Period): boolean {
  const at = times.map((time) => (time === null ? Number.NaN : instant(time)));
  const [first = Number.NaN, last = Number.NaN] = [at[0], at.at(-1)];
  const goes = (way: (before: number, after: number) => boolean) =>
    way(first, last) &&
    at.every((time, place) => place === 0 || time === at[place - 1] || way(at[place - 1] ?? 0, time));
  if (from !== undefined && last < instant(from)) return goes((before, after) => before > after);
  return to !== undefined && last >= instant(to) && goes((before, after) => before < after);
}

export const equal = (told: string | null | undefined, asked: string): Answer =>
  told === null || told === undefined ? null : told === asked;

export const atLeast = (one: number | null, other: number | null): Answer =>
  one === null || other === null ? null : one >= other;

type Amount = { amount: number | null };

/** An amount from and to, cents, both ends in. */
export const amountIn = {
  amountFrom: ({ amount }: Amount, { amountFrom }: { amountFrom: number }): Answer =>
    atLeast(amount, amountFrom),
  amountTo: ({ amount }: Amount, { amountTo }: { amountTo: number }): Answer => atLeast(amountTo, amount),
};
type Bounds = { amountFrom?: number | undefined; amountTo?: number | undefined };

/** Where a service has no such filter it is always applied here, also where a page's rows all happen to fit. */
export function boundsAreOurs<J extends { broken: readonly unknown[] }>(filter: Bounds, matched: J): J {
  const ours = (['amountFrom', 'amountTo'] as const).filter((name) => filter[name] !== undefined);
  return { ...matched, broken: [...new Set([...matched.broken, ...ours])] };
}

export function some(answers: readonly Answer[]): Answer {
  if (answers.includes(true)) return true;
  return answers.length === 0 || answers.includes(null) ? null : false;
}

const plain = (text: string) => text.replace(/[^0-9A-Za-z*]/g, '').toLowerCase();

/** Tells if one of the texts is this document; a masked text is compared by its open characters. */
export function isDocument(told: readonly (string | null)[], asked: string): Answer {
  const wanted = plain(asked);
  const texts = told.filter((text) => text !== null).map(plain);
  const alike = (one: string) =>
    one.length === wanted.length && [...one].every((char, at) => char === '*' || char === wanted[at]);
  if (texts.some((one) => alike(one) && /[^*]/.test(one))) return true;
  return texts.length === 0 || texts.some((one) => one.includes('*')) ? null : false;
}

const words = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Tells if a name holds every word asked for; null when only some, which a service may count as a match. */
export function isNamed(told: readonly (string | null)[], asked: string): Answer {
  const texts = told.filter((text) => text !== null).map(words);
  const wanted = words(asked)
    .split(/\s+/)
    .filter((word) => word !== '');
  const found = (text: string) => wanted.filter((word) => text.includes(word)).length;
  if (texts.some((text) => found(text) === wanted.length)) return true;
  return texts.length === 0 || texts.some((text) => text.includes('*') || found(text) > 0) ? null : false;
}

/** The same for lists of payments: what a service did not apply is applied here, and the page says so. Pure. */

const TESTS: Tests<Payment, PaymentFilter> = {
  ...createdIn,
  ...amountIn,
  status: (one, asked) => some(asked.status.map((word) => sameState(one.status, word, stateOf(one)))),
  clientReference: (one, { clientReference }) => equal(one.clientReference, clientReference),
  search: (one, { search }) => holds(one, search),
};

/** Free text is looked for in all that the service tells of a row: nobody says in which fields it looks itself. */
function holds(one: Payment, asked: string): Answer {
  const all = JSON.stringify(one);
  return isNamed([all], asked) ?? isDocument([one.payer.document, one.receiver.document], asked);
}

export const matchPayments = (filter: PaymentFilter, items: readonly Payment[]) =>
  boundsAreOurs(
    filter,
    matchRows(TESTS, filter, items, (name, told) =>
      name === 'clientReference' ? noneWhereOthersTell(told) : told,
    ),
  );

/** Fields expected in every payment. */
export const PAYMENT_MUST: Must<Payment> = {
  id: ({ id }) => hasId({ id: id.replace(/^[a-z]+:/, '') }),
  amount: hasAmount,
  status: ({ status }) => status !== null,
  date: hasDate,
};
