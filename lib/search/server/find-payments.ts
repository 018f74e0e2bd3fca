import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { lookupTable } from '#lib/core/lookup-table.ts';
import { normalizeDocument } from '#lib/core/pix/documents.ts';
import { databaseNow } from '#lib/data/clock.ts';
import type { CardCharge } from '#lib/providers/card-records.ts';
import type { Payment } from '#lib/providers/money-records.ts';
import type { PaymentFilter, StatementFilter } from '#lib/providers/port.ts';
import { capabilitiesOf } from '#lib/providers/registry.ts';
import { isCode } from '#lib/search/rules.ts';
import {
  type Found,
  type FoundPayment,
  isNothing,
  MOST_PER_ACCOUNT,
  NOTHING,
  nullWhenUnknown,
  type PaymentPage,
  type SearchRequest,
  thing,
} from '#lib/search/server/found.ts';

const PAGES = ['charges', 'withdrawals', 'transfers'] as const;
const PAGE_OF = lookupTable<PaymentPage>({
  payment: 'charges',
  withdraw: 'withdrawals',
  transfer: 'transfers',
});
const FIRST_PAGE = { limit: MOST_PER_ACCOUNT, position: null };

/** Searches statement, charges and ids of an account without a list of transactions (document 2). */
export async function findPayments(ctx: Ctx, request: SearchRequest): Promise<Found> {
  const { text, readings, people } = request;
  const search = searchOf(ctx, request);
  const [first] = readings;
  const [, kind] = /^([a-z]+):.+$/.exec(text) ?? [];
  if (kind !== undefined) {
    // An id with a kind prefix belongs to one page. Deposits are only in the statement.
    const page = PAGE_OF[kind];
    if (page !== undefined) return search.payment(page, text);
    return kind === 'deposit' ? search.lines({ transactionId: text }) : NOTHING;
  }
  if (first?.kind === 'endToEndId') return search.lines({ endToEndId: text });
  if (first?.kind === 'amount') return search.lines({ amount: first.value });
  if (first?.kind === 'document') {
    const document = normalizeDocument(text);
    return both(await search.charges({ search: document }), await search.lines({ document }));
  }
  const attempts: (() => Promise<Found>)[] = [];
  if (!/\s/.test(text) && text.length <= 64) attempts.push(() => search.charges({ clientReference: text }));
  if (isCode(text)) {
    attempts.push(() => search.lines({ transactionId: text }));
    for (const page of PAGES) attempts.push(() => search.payment(page, text));
  }
  // Free-text search finds names, documents and keys.
  if (people)
    attempts.push(async () =>
      both(await search.charges({ search: text }), await search.lines({ search: text })),
    );
  for (const attempt of attempts) {
    const found = await attempt();
    if (!isNothing(found)) return found;
  }
  return NOTHING;
}

function searchOf({ account, port, call }: Ctx, { quota }: SearchRequest) {
  const capabilities = capabilitiesOf(account);

  async function oneOf(page: PaymentPage, id: string): Promise<FoundPayment[]> {
    const part = port[page];
    if (part === undefined || !capabilities.includes(`${page}-list`)) return [];
    const find = (): Promise<Payment | null> => part.find({ id }, call).catch(nullWhenUnknown);
    const payment = await quota.spend(null, find);
    return payment === null ? [] : [{ page, payment }];
  }

  return {
    async payment(page: PaymentPage, id: string): Promise<Found> {
      return { payments: await oneOf(page, id), things: [] };
    },

    async charges(filter: PaymentFilter): Promise<Found> {
      const { charges } = port;
      if (charges === undefined || !capabilities.includes('charges-list')) return NOTHING;
      const list = () => charges.list(filter, FIRST_PAGE, call).catch(nullWhenUnknown);
      const items = (await quota.spend(null, list))?.items ?? [];
      return { payments: items.map((payment) => ({ page: 'charges', payment })), things: [] };
    },

    /** Finds statement lines. A payment with a page of its own opens there, a deposit in the statement. */
    async lines(filter: StatementFilter): Promise<Found> {
      const { statement } = port;
      const isOffered = Object.keys(filter).every((name) =>
        statement?.filters.includes(name as keyof StatementFilter),
      );
      if (statement === undefined || !isOffered || !capabilities.includes('statement')) return NOTHING;
      const list = () => statement.list(filter, FIRST_PAGE, call).catch(nullWhenUnknown);
      const answer = await quota.spend(null, list);
      // If the service did not apply the id filter, its rows are not findings.
      const items = answer?.filtersUntold?.includes('transactionId') ? [] : (answer?.items ?? []);
      const things = items.map(({ id, transactionId: name, type: word, amount, postedAt, createdAt }) =>
        thing('statement', id, { name, word, amount, at: postedAt ?? createdAt }),
      );
      // If all lines belong to one payment, that payment is the finding.
      const [only = '', second] = new Set(things.map(({ name }) => name));
      const page = second === undefined ? PAGE_OF[only.split(':')[0] ?? ''] : undefined;
      return { payments: page === undefined ? [] : await oneOf(page, only), things };
    },
  };
}

const both = (one: Found, other: Found): Found => ({
  payments: [...one.payments, ...other.payments],
  things: [...one.things, ...other.things],
});

const SEARCHED_MS = 30 * 86_400_000;
const MOST_SEARCHED = 100;
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/**
 * Finds card charges (document 3) by id or recurrence id. The list has no other filter, so a reference,
 * document, name or amount is searched in the newest hundred of 30 days.
 */
export async function findCardCharges(ctx: Ctx, request: SearchRequest): Promise<Found> {
  const { text, readings, quota } = request;
  const charges = ctx.port.card?.charges;
  if (charges === undefined || readings[0]?.kind === 'endToEndId') return NOTHING;
  const call = ctx.call;
  if (isCode(text)) {
    const one = await quota.spend(null, () => charges.get(text, call).catch(nullWhenUnknown));
    if (one !== null) return thingsOf([one]);
  }
  if (UUID.test(text)) {
    const list = () =>
      charges.list({ recurrenceId: text }, { page: 1, limit: 1 }, call).catch(nullWhenUnknown);
    const [cycle] = (await quota.spend(null, list))?.items ?? [];
    // A service that does not support the filter returns its newest charges.
    if (cycle?.recurrenceId === text)
      return {
        payments: [],
        things: [thing('recurrences', text, { amount: cycle.amount, at: cycle.createdAt })],
      };
  }
  const from = new Date(databaseNow() - SEARCHED_MS).toISOString();
  const list = () => charges.list({ from }, { page: 1, limit: MOST_SEARCHED }, call);
  const items = (await quota.spend(null, list))?.items ?? [];
  return thingsOf(items.filter((charge) => fits(charge, request)).slice(0, MOST_PER_ACCOUNT));
}

function fits(charge: CardCharge, { text, readings, people }: SearchRequest): boolean {
  const [first] = readings;
  const { externalId, acquirerTransactionId, recurrenceId, customer, amount } = charge;
  if (first?.kind === 'document') return people && normalizeDocument(customer.document ?? '') === first.value;
  if (first?.kind === 'amount') return amount === first.value;
  if ([externalId, acquirerTransactionId, recurrenceId].includes(text)) return true;
  return people && (customer.name ?? '').toLocaleLowerCase('pt-BR').includes(text.toLocaleLowerCase('pt-BR'));
}

const thingsOf = (charges: readonly CardCharge[]): Found => ({
  payments: [],
  things: charges.map(({ id, externalId: name, status: word, amount, createdAt: at }) =>
    thing('card', id, { name, word, amount, at }),
  ),
});
