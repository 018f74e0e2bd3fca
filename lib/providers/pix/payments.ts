import 'server-only';
import { GuicheError } from '#lib/core/errors.ts';
import { JsonNumber } from '#lib/core/http/json.ts';
import { centsToDecimal } from '#lib/core/money.ts';
import { normalizeDocument } from '#lib/core/pix/documents.ts';
import { absenceIn } from '#lib/providers/absence.ts';
import { type AdapterDeps, ended } from '#lib/providers/client/adapter-deps.ts';
import type { Query } from '#lib/providers/client/client.ts';
import { said } from '#lib/providers/client/read-filtered.ts';
import type { Answer } from '#lib/providers/client/request-context.ts';
import { PAYMENT_MUST } from '#lib/providers/filters.ts';
import type { Payment } from '#lib/providers/money-records.ts';
import { type Forms, translateRefusal } from '#lib/providers/pix/field-names.ts';
import {
  asPayment,
  readCreated,
  readFound,
  theOneMeant,
  toPayment,
} from '#lib/providers/pix/map-payments.ts';
import type { PixDeps } from '#lib/providers/pix/transactions.ts';
import type {
  Call,
  Outcome,
  Page,
  PageAsk,
  PaymentFilter,
  PaymentReference,
  TransactionFilter,
} from '#lib/providers/port.ts';
import type { Transaction } from '#lib/providers/records.ts';
import { unreadIn } from '#lib/providers/rows.ts';

/** Helpers of document 1's charges, withdrawals and transfers: all of them are Transactions. */

/** Cents as document 1 takes them: a JSON number of BRL with two places, written as text and never a float. */
export const brl = (cents: number) => new JsonNumber(centsToDecimal(cents));

/** The members that were given; a service may take null for a wrong type. */
export const jsonBody = (body: Record<string, unknown>) => ({
  json: Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)),
});

/** A key as the directory holds it; documents without punctuation. */
export const wireKey = (key: string, type: string | null) =>
  type === 'cpf' || type === 'cnpj' ? normalizeDocument(key) : key.trim();

/** The end of a creating call: the payment, or the refusal at the product's fields. */
export async function toPaymentOutcome(
  { readable }: AdapterDeps,
  outcome: Outcome<Answer>,
  forms?: Forms,
): Promise<Outcome<Payment>> {
  const read = await ended(readable, outcome, ({ json }) => toPayment(readCreated(json)));
  return translateRefusal(read, forms);
}

/** The query of GET /pix, /withdraw and /internal-transfer; `keys` are those of which one must be there. */
export function lookUpQuery(by: PaymentReference, keys: readonly (keyof PaymentReference)[]): Query {
  if (keys.every((key) => by[key] === undefined))
    throw new GuicheError('invalid_request', `A payment is looked for by ${keys.join(' or ')}.`);
  const names = [...keys, 'virtualAccount'] as const;
  return Object.fromEntries(names.map((name) => [name, by[name]]));
}

/** Payment found by a look-up; null only when the provider itself says that there is none. */
export async function found(
  { readable }: AdapterDeps,
  read: Promise<Answer>,
  by: PaymentReference,
): Promise<Payment | null> {
  try {
    const { json } = await read;
    return readable(() => theOneMeant(readFound(json), by));
  } catch (error) {
    if (saysNone(error)) return null;
    throw error;
  }
}

const NONE = new Set(['PZC310', 'PZC301', 'PZG404']);

/** A bare 404 may as well mean that the route is missing: money must not be sent again on the strength of it. */
function saysNone(error: unknown): boolean {
  const provider = error instanceof GuicheError ? error.details.provider : undefined;
  if (provider?.status !== 404) return false;
  if (absenceIn(provider) !== null) return false;
  return provider.code === null || NONE.has(provider.code) || /NOT_FOUND$/.test(provider.code);
}

const MOST_WINDOWS = 6;
/** Rows are dropped here that no filter of document 1 leaves out. `method`, where a service knows that filter. */
export type Kept = Pick<TransactionFilter, 'type' | 'method'> & { keeps: (row: Transaction) => boolean };

/** One page of a kind of payment; `total` only where it is exact. It may be shorter than asked for and still not be the last. */
export async function listPayments(
  { listTransactions }: PixDeps,
  { keeps, ...kind }: Kept,
  filter: PaymentFilter,
  { limit, position }: PageAsk,
  call: Call,
): Promise<Page<Payment>> {
  if (filter.search !== undefined)
    throw new GuicheError('invalid_request', 'This service searches no free text.');
  const { search: _, ...asked } = filter;
  const wanted = { ...kind, ...asked };
  const items: Payment[] = [];
  let at = position;
  let whole = true;
  const here = new Set<string>();
  const untold = new Set<string>();
  for (let windows = 1; ; windows += 1) {
    const page = await listTransactions(wanted, { limit: limit - items.length, position: at }, call, [
      'method',
    ]);
    const kept = page.items.filter(keeps);
    whole = whole && kept.length === page.items.length;
    items.push(...kept.map(asPayment));
    for (const name of page.filteredHere ?? []) if (name in filter) here.add(name);
    for (const name of page.filtersUntold ?? []) if (name in filter) untold.add(name);
    at = page.next;
    // A page of which nothing is left was many pages of the service already.
    const tired = windows >= MOST_WINDOWS || (page.items.length === 0 && page.filteredHere !== undefined);
    const enough = items.length * 2 >= limit || tired;
    const ended = at === null && (position === null || position === undefined);
    // The service counts by its own filters: rows that are left out here stand in its total.
    const total = ended ? items.length : whole && kind.method !== undefined ? page.total : null;
    if (at === null || enough)
      return {
        items,
        next: at,
        total,
        asOf: page.asOf,
        ...unreadIn(items, PAYMENT_MUST),
        ...said(here, untold),
      };
  }
}
