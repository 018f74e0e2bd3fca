import { createLoader, parseAsStringLiteral } from 'nuqs/server';
import { cents, textUpTo, when, words } from '#lib/address-parsers.ts';

/** What may stand in the address of a statement. Cents; days are São Paulo's, both included; `f` a stored filter. */
export const statementParsers = {
  from: when,
  to: when,
  type: words,
  status: words,
  direction: parseAsStringLiteral(['in', 'out'] as const),
  amount: cents,
  amountFrom: cents,
  amountTo: cents,
  transactionId: textUpTo(128),
  endToEndId: textUpTo(64),
  f: textUpTo(64, 8),
  sort: parseAsStringLiteral(['posted', 'created'] as const),
  order: parseAsStringLiteral(['asc', 'desc'] as const),
};
export const depositParsers = {
  from: when,
  to: when,
  status: words,
  endToEndId: textUpTo(64),
  amountFrom: cents,
  amountTo: cents,
  f: textUpTo(64, 8),
};
/** Which part of the page is on screen, and the line or the deposit beside it. */
export const placeParsers = { tab: parseAsStringLiteral(['pending'] as const), open: textUpTo(128) };

export const loadStatementFilters = createLoader(statementParsers);
export const loadDepositFilters = createLoader(depositParsers);
export const loadPlace = createLoader(placeParsers);

export type StatementFilters = {
  from: string | null;
  to: string | null;
  type: string[] | null;
  status: string[] | null;
  direction: 'in' | 'out' | null;
  amount: number | null;
  amountFrom: number | null;
  amountTo: number | null;
  transactionId: string | null;
  endToEndId: string | null;
  f: string | null;
  sort: 'posted' | 'created' | null;
  order: 'asc' | 'desc' | null;
};
export type DepositFilters = Pick<
  StatementFilters,
  'from' | 'to' | 'status' | 'endToEndId' | 'amountFrom' | 'amountTo' | 'f'
>;

export const NO_STATEMENT_FILTERS: StatementFilters = {
  from: null,
  to: null,
  type: null,
  status: null,
  direction: null,
  amount: null,
  amountFrom: null,
  amountTo: null,
  transactionId: null,
  endToEndId: null,
  f: null,
  sort: null,
  order: null,
};
export const NO_DEPOSIT_FILTERS: DepositFilters = {
  from: null,
  to: null,
  status: null,
  endToEndId: null,
  amountFrom: null,
  amountTo: null,
  f: null,
};

/** Absent filters left out, lists as comma-separated words. */
export function toQuery<F extends object>(filters: F): { [Name in keyof F]?: string } {
  const query: { [Name in keyof F]?: string } = {};
  for (const [name, value] of Object.entries(filters))
    if (value !== null) query[name as keyof F] = Array.isArray(value) ? value.join(',') : String(value);
  return query;
}

/** Filters besides the period and the order. */
export function narrowing(filters: Partial<StatementFilters>): (keyof StatementFilters)[] {
  const aside = ['from', 'to', 'sort', 'order'];
  return (Object.keys(filters) as (keyof StatementFilters)[]).filter(
    (name) => !aside.includes(name) && filters[name] !== null,
  );
}
