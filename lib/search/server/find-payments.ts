import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { lookupTable } from '#lib/core/lookup-table.ts';
import { normalizeDocument } from '#lib/core/pix/documents.ts';
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
  noneWhenUnknown,
  type PaymentPage,
  type ProviderCallQuota,
  type Sought,
  type Thing,
} from '#lib/search/server/found.ts';

const PAGES = ['charges', 'withdrawals', 'transfers'] as const;
const PAGE_OF = lookupTable<PaymentPage>({
  payment: 'charges',
  withdraw: 'withdrawals',
  transfer: 'transfers',
});

/**
 * An account without a list of transactions (document 2). Its statement knows charges, withdrawals, transfers and
 * deposits by id, end-to-end id, document, amount and name once they moved money; its charges are filtered by
 * reference and free text; what neither shows yet is asked for by id.
 */
export async function findPayments(ctx: Ctx, { text, readings, quota, people }: Sought): Promise<Found> {
  const search = new Search(ctx, quota);
  const [first] = readings;
  const [, kind] = /^([a-z]+):.+$/.exec(text) ?? [];
  if (kind !== undefined) return search.byKind(kind, text);
  if (first?.kind === 'endToEndId') return search.lines({ endToEndId: text });
  if (first?.kind === 'amount') return search.lines({ amount: first.value });
  if (first?.kind === 'document') {
    const document = normalizeDocument(text);
    return both(await search.charges({ search: document }), await search.lines({ document }));
  }
  return search.byCode(text, people);
}

class Search {
  readonly #ctx: Ctx;
  readonly #quota: ProviderCallQuota;
  readonly #capabilities: readonly string[];

  constructor(ctx: Ctx, quota: ProviderCallQuota) {
    this.#ctx = ctx;
    this.#quota = quota;
    this.#capabilities = capabilitiesOf(ctx.account);
  }

  /** An id that carries its kind belongs to one page; of deposits only the statement tells. */
  async byKind(kind: string, id: string): Promise<Found> {
    const page = PAGE_OF[kind];
    if (page !== undefined) return { payments: await this.#oneOf(page, id), things: [] };
    return kind === 'deposit' ? this.lines({ transactionId: id }) : NOTHING;
  }

  async byCode(text: string, people: boolean): Promise<Found> {
    const ways: (() => Promise<Found>)[] = [];
    if (!/\s/.test(text) && text.length <= 64) ways.push(() => this.charges({ clientReference: text }));
    if (isCode(text)) {
      ways.push(() => this.lines({ transactionId: text }));
      for (const page of PAGES)
        ways.push(async () => ({ payments: await this.#oneOf(page, text), things: [] }));
    }
    // Free text finds names, documents and keys.
    if (people)
      ways.push(async () => both(await this.charges({ search: text }), await this.lines({ search: text })));
    for (const way of ways) {
      const found = await way();
      if (!isNothing(found)) return found;
    }
    return NOTHING;
  }

  async charges(filter: PaymentFilter): Promise<Found> {
    const { charges } = this.#ctx.port;
    if (charges === undefined || !this.#capabilities.includes('charges-list')) return NOTHING;
    const page = { limit: MOST_PER_ACCOUNT, position: null };
    const found = await this.#quota.spend(null, () =>
      charges.list(filter, page, this.#ctx.call).catch(noneWhenUnknown),
    );
    return { payments: (found?.items ?? []).map((payment) => ({ page: 'charges', payment })), things: [] };
  }

  /** Lines of payments that have a page open there; a deposit opens in the statement. */
  async lines(filter: StatementFilter): Promise<Found> {
    const { statement } = this.#ctx.port;
    const offered = Object.keys(filter).every((name) =>
      statement?.filters.includes(name as keyof StatementFilter),
    );
    if (statement === undefined || !offered || !this.#capabilities.includes('statement')) return NOTHING;
    const page = { limit: MOST_PER_ACCOUNT, position: null };
    const list = () => statement.list(filter, page, this.#ctx.call).catch(noneWhenUnknown);
    const told = await this.#quota.spend(null, list);
    // Rows of one other id of which nobody can tell whose they are, were not found.
    const items = told?.filtersUntold?.includes('transactionId') ? [] : (told?.items ?? []);
    const things = items.map(
      (line): Thing => ({
        page: 'statement',
        id: line.id,
        name: line.transactionId ?? line.id,
        word: line.type,
        amount: line.amount,
        at: line.postedAt ?? line.createdAt,
      }),
    );
    // The payment behind the one line of an id or end-to-end id is what was looked for.
    const [only, second] = new Set(things.map(({ name }) => name));
    const home = second === undefined ? PAGE_OF[only?.split(':')[0] ?? ''] : undefined;
    const payments = home === undefined || only === undefined ? [] : await this.#oneOf(home, only);
    return { payments, things };
  }

  async #oneOf(page: PaymentPage, id: string): Promise<FoundPayment[]> {
    const part = this.#ctx.port[page];
    if (part === undefined || !this.#capabilities.includes(`${page}-list`)) return [];
    const find = (): Promise<Payment | null> => part.find({ id }, this.#ctx.call).catch(noneWhenUnknown);
    const payment = await this.#quota.spend(null, find);
    return payment === null ? [] : [{ page, payment }];
  }
}

const both = (one: Found, other: Found): Found => ({
  payments: [...one.payments, ...other.payments],
  things: [...one.things, ...other.things],
});
