import 'server-only';
import { GuicheError } from '#lib/core/errors.ts';
import type { AdapterDeps } from '#lib/providers/client/adapter-deps.ts';
import { readUntilMatch } from '#lib/providers/client/lists.ts';
import { IgnoredFilters, unsupportedFilter } from '#lib/providers/client/parameter-names.ts';
import { type Paths, segment } from '#lib/providers/client/paths.ts';
import { isPastPeriod, lastInstant, matchPayments, PAYMENT_MUST } from '#lib/providers/filters.ts';
import {
  byCursor,
  type CursorList,
  names,
  oneOf,
  PERIOD,
  partsOfId,
  provesAbsence,
} from '#lib/providers/hub/adapter-deps.ts';
import { toPayment } from '#lib/providers/hub/map.ts';
import { asPaymentRow, type PaymentKind, readPayment } from '#lib/providers/hub/wire.ts';
import type { Payment } from '#lib/providers/money-records.ts';
import type { Call, Page, PaymentFilter, PaymentReference, PortPageRequest } from '#lib/providers/port.ts';
import { apart, unreadIn } from '#lib/providers/rows.ts';
import { rowsOf } from '#lib/providers/unwrap.ts';

/** Reads shared by charges, withdrawals and transfers: a list, and one by id or reference. */
export type PaymentBook = {
  list(filter: PaymentFilter, page: PortPageRequest, call: Call): Promise<Page<Payment>>;
  get(id: string, call: Call): Promise<Payment>;
  find(by: PaymentReference, call: Call): Promise<Payment | null>;
};

type Thing = 'from' | 'to' | 'status' | 'clientReference' | 'search';
type PaymentRow = { payment: Payment; hasReferenceField: boolean };
const SPELLINGS = {
  ...PERIOD,
  status: ['status'],
  clientReference: ['externalRef', 'externalReference', 'clientReference'],
  search: ['search', 'q', 'query'],
} as const;
/** A look-up through a list reads this many rows at most. */
const MOST_LOOKED_THROUGH = 500;

/** `filters`: accepted in addition to period and status. `paths` also serve one record, by its id. */
export function paymentBook(
  deps: AdapterDeps,
  kind: PaymentKind,
  paths: Paths,
  filters: readonly ('clientReference' | 'search')[],
): PaymentBook {
  const { client, readable } = deps;
  const list: Omit<CursorList<Thing, PaymentRow, null>, 'path'> = {
    names: names<Thing>(SPELLINGS),
    read(json) {
      const named = [`${kind}s`, 'payments', 'charges', 'withdrawals', 'transfers'];
      const read = (row: Record<string, unknown>): PaymentRow => {
        const wire = asPaymentRow(row);
        return { payment: toPayment(kind, wire), hasReferenceField: wire.hasReferenceField };
      };
      return { ...rowsOf(json, named, read), extra: null };
    },
  };
  const overlooked = new IgnoredFilters(list.names);
  const rows = async (filter: PaymentFilter, page: PortPageRequest, call: Call) => {
    const { clientReference, search } = filter;
    const refused = (['clientReference', 'search'] as const).filter(
      (name) => filter[name] !== undefined && !filters.includes(name),
    );
    if (refused.length > 0) throw unsupportedFilter(refused);
    const status = oneOf('status', filter.status);
    const values = { from: filter.from, to: lastInstant(filter.to), status, clientReference, search };
    return paths.read((path) => byCursor(deps, { ...list, path }, values, page, call));
  };
  /**
   * Looks up by reference: through the list's filter, else its newest rows. Null only if that proves that there
   * is none; a longer list, rows without references and unreadable entries do not (throws `not_supported`).
   */
  async function lookThrough(by: PaymentReference, call: Call): Promise<Payment | null> {
    const { clientReference, endToEndId } = by;
    if (clientReference === undefined && endToEndId === undefined)
      throw unsupportedFilter(['clientReference']);
    const filtered =
      clientReference !== undefined &&
      filters.includes('clientReference') &&
      list.names.takes('clientReference');
    const filter = filtered ? { clientReference } : {};
    const limit = filtered ? 100 : MOST_LOOKED_THROUGH;
    const { items, next, strange } = await rows(filter, { limit, position: null }, call);
    const match = items.find(({ payment }) => fits(payment, by));
    if (match !== undefined) return match.payment;
    // The service may have ignored the filter, so each of its rows must have the reference field.
    const isProof = filtered
      ? items.every((one) => one.hasReferenceField)
      : items.some((one) =>
          clientReference === undefined ? one.payment.endToEndId !== null : one.hasReferenceField,
        );
    if (next === null && strange === 0 && (items.length === 0 || isProof)) return null;
    throw new GuicheError('not_supported', 'The provider cannot tell whether there is one.');
  }
  const book: PaymentBook = {
    async list(filter, { limit, position }, call) {
      // Includes the entries of pages that are skipped.
      let strange = 0;
      const read = async (at: unknown) => {
        const { items, next, total, asOf, ...paging } = await rows(filter, { limit, position: at }, call);
        strange += paging.strange;
        const payments = items.map(({ payment }) => payment);
        const { rows: fit, ...matched } = matchPayments(filter, payments);
        const past = isPastPeriod(payments, filter);
        return { items: fit, next: past ? null : next, total, asOf, ...matched };
      };
      const { items, ...page } = await readUntilMatch(position, read, { overlooked, filter });
      return { ...page, items: apart(items), ...unreadIn(items, PAYMENT_MUST, strange) };
    },
    async get(id, call) {
      const one = segment(partsOfId(id).bare);
      const { json } = await paths.read((path) => client.read(`${path}/${one}`, {}, call, { thing: true }));
      return readable(() => toPayment(kind, readPayment(json, partsOfId(id).bare)));
    },
    async find(by, call) {
      if (by.virtualAccount !== undefined) throw unsupportedFilter(['virtualAccount']);
      if (by.id === undefined) return lookThrough(by, call);
      if ((partsOfId(by.id).kind ?? kind) !== kind) return null;
      try {
        const payment = await book.get(by.id, call);
        return fits(payment, by) ? payment : null;
      } catch (error) {
        if (provesAbsence(error)) return null;
        throw error;
      }
    },
  };
  return book;
}

const fits = (payment: Payment, { clientReference, endToEndId }: PaymentReference) =>
  (clientReference === undefined || payment.clientReference === clientReference) &&
  (endToEndId === undefined || payment.endToEndId === endToEndId);
