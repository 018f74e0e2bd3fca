import 'server-only';
import { GuicheError } from '#lib/core/errors.ts';
import { JsonNumber } from '#lib/core/http/json.ts';
import { centsToDecimal } from '#lib/core/money.ts';
import { normalizeDocument } from '#lib/core/pix/documents.ts';
import { absenceIn } from '#lib/providers/absence.ts';
import { type AdapterDeps, ended, withoutUndefined } from '#lib/providers/client/adapter-deps.ts';
import type { Query } from '#lib/providers/client/client.ts';
import { toFilterNotes } from '#lib/providers/client/lists.ts';
import type { Answer } from '#lib/providers/client/request-context.ts';
import { PAYMENT_MUST } from '#lib/providers/filters.ts';
import type { Payment } from '#lib/providers/money-records.ts';
import { type Forms, translateRefusal } from '#lib/providers/pix/field-names.ts';
import {
  asPayment,
  readCreated,
  readFound,
  requestedPayment,
  toPayment,
} from '#lib/providers/pix/map-payments.ts';
import type { PixDeps } from '#lib/providers/pix/transactions.ts';
import type {
  Call,
  Outcome,
  Page,
  PaymentFilter,
  PaymentReference,
  PortPageRequest,
  TransactionFilter,
} from '#lib/providers/port.ts';
import type { Transaction } from '#lib/providers/records.ts';
import { unreadIn } from '#lib/providers/rows.ts';

/** Cents → a JSON number of BRL with two decimals; written as text and never a float. */
export const brl = (cents: number) => new JsonNumber(centsToDecimal(cents));

/** A JSON body without undefined members; a service may refuse null as a wrong type. */
export const jsonBody = (body: Record<string, unknown>) => ({ json: withoutUndefined(body) });

/** A Pix key in the directory's form; documents without punctuation. */
export const wireKey = (key: string, type: string | null) =>
  type === 'cpf' || type === 'cnpj' ? normalizeDocument(key) : key.trim();

/** The outcome of a creating call: the payment, or the refusal with Guichê's field names. */
export async function toPaymentOutcome(
  { readable }: AdapterDeps,
  outcome: Outcome<Answer>,
  forms?: Forms,
): Promise<Outcome<Payment>> {
  const read = await ended(readable, outcome, ({ json }) => toPayment(readCreated(json)));
  return translateRefusal(read, forms);
}

/** The query of GET /pix, /withdraw, /internal-transfer. Throws `invalid_request` without any of `keys`. */
export function lookUpQuery(by: PaymentReference, keys: readonly (keyof PaymentReference)[]): Query {
  if (keys.every((key) => by[key] === undefined))
    throw new GuicheError('invalid_request', `A payment is looked for by ${keys.join(' or ')}.`);
  const names = [...keys, 'virtualAccount'] as const;
  return Object.fromEntries(names.map((name) => [name, by[name]]));
}

/** Payment found by a look-up; null only when the provider itself states that there is none. */
export async function found(
  { readable }: AdapterDeps,
  read: Promise<Answer>,
  by: PaymentReference,
): Promise<Payment | null> {
  try {
    const { json } = await read;
    return readable(() => requestedPayment(readFound(json), by));
  } catch (error) {
    if (provesAbsence(error)) return null;
    throw error;
  }
}

const NONE = new Set(['PZC310', 'PZC301', 'PZG404']);

/** A bare 404 may mean a missing route: it must not lead to a second payment. */
function provesAbsence(error: unknown): boolean {
  const provider = error instanceof GuicheError ? error.details.provider : undefined;
  if (provider?.status !== 404) return false;
  if (absenceIn(provider) !== null) return false;
  return provider.code === null || NONE.has(provider.code) || /NOT_FOUND$/.test(provider.code);
}

const MOST_WINDOWS = 6;
/**
 * `selects`: false for rows that no filter of document 1 excludes. `method`: for services with that filter.
 */
export type PaymentSelection = Pick<TransactionFilter, 'type' | 'method'> & {
  selects: (row: Transaction) => boolean;
};

/** May be shorter than `limit` and not the last. `total` is null unless exact. */
export async function listPayments(
  { listTransactions }: PixDeps,
  { selects, ...kind }: PaymentSelection,
  filter: PaymentFilter,
  { limit, position }: PortPageRequest,
  call: Call,
): Promise<Page<Payment>> {
  if (filter.search !== undefined)
    throw new GuicheError('invalid_request', 'This service searches no free text.');
  const { search: _, ...requested } = filter;
  const wanted = { ...kind, ...requested };
  const items: Payment[] = [];
  let at = position;
  let whole = true;
  const notApplied = new Set<string>();
  const unverified = new Set<string>();
  for (let windows = 1; ; windows += 1) {
    const page = await listTransactions(wanted, { limit: limit - items.length, position: at }, call, [
      'method',
    ]);
    const selected = page.items.filter(selects);
    whole = whole && selected.length === page.items.length;
    items.push(...selected.map(asPayment));
    for (const name of page.filteredHere ?? []) if (name in filter) notApplied.add(name);
    for (const name of page.filtersUntold ?? []) if (name in filter) unverified.add(name);
    at = page.next;
    // A page without matching rows was many pages of the service already.
    const exhausted = windows >= MOST_WINDOWS || (page.items.length === 0 && page.filteredHere !== undefined);
    const enough = items.length * 2 >= limit || exhausted;
    const ended = at === null && (position === null || position === undefined);
    // The service counts by its own filters, so its total includes rows that are dropped here.
    const total = ended ? items.length : whole && kind.method !== undefined ? page.total : null;
    if (at === null || enough)
      return {
        items,
        next: at,
        total,
        asOf: page.asOf,
        ...unreadIn(items, PAYMENT_MUST),
        ...toFilterNotes(notApplied, unverified),
      };
  }
}
