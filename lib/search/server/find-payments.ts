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
  nullWhenUnknown,
  type PaymentPage,
  type ProviderCallQuota,
  type SearchRequest,
  type Thing,
} from '#lib/search/server/found.ts';

const PAGES = ['charges', 'withdrawals', 'transfers'] as const;
const PAGE_OF = lookupTable<PaymentPage>({
  payment: 'charges',
  withdraw: 'withdrawals',
  transfer: 'transfers',
});

/**
 * Searches an account without a list of transactions (document 2): moved money in its statement, charges by
 * reference and free text, and anything else by id.
 */
export async function findPayments(
  ctx: Ctx,
  { text, readings, quota, people }: SearchRequest,
): Promise<Found> {
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

  /** An id with a kind prefix belongs to one page. Deposits are only in the statement. */
  async byKind(kind: string, id: string): Promise<Found> {
    const page = PAGE_OF[kind];
    if (page !== undefined) return { payments: await this.#oneOf(page, id), things: [] };
    return kind === 'deposit' ? this.lines({ transactionId: id }) : NOTHING;
  }

  async byCode(text: string, people: boolean): Promise<Found> {
    const attempts: (() => Promise<Found>)[] = [];
    if (!/\s/.test(text) && text.length <= 64) attempts.push(() => this.charges({ clientReference: text }));
    if (isCode(text)) {
      attempts.push(() => this.lines({ transactionId: text }));
      for (const page of PAGES)
        attempts.push(async () => ({ payments: await this.#oneOf(page, text), things: [] }));
    }
    // Free-text search finds names, documents and keys.
    if (people)
      attempts.push(async () =>
        both(await this.charges({ search: text }), await this.lines({ search: text })),
      );
    for (const attempt of attempts) {
      const found = await attempt();
      if (!isNothing(found)) return found;
    }
    return NOTHING;
  }

  async charges(filter: PaymentFilter): Promise<Found> {
    const { charges } = this.#ctx.port;
    if (charges === undefined || !this.#capabilities.includes('charges-list')) return NOTHING;
    const page = { limit: MOST_PER_ACCOUNT, position: null };
    const found = await this.#quota.spend(null, () =>
      charges.list(filter, page, this.#ctx.call).catch(nullWhenUnknown),
    );
    return { payments: (found?.items ?? []).map((payment) => ({ page: 'charges', payment })), things: [] };
  }

  /** Finds statement lines. A payment with a page of its own opens there, a deposit in the statement. */
  async lines(filter: StatementFilter): Promise<Found> {
    const { statement } = this.#ctx.port;
    const offered = Object.keys(filter).every((name) =>
      statement?.filters.includes(name as keyof StatementFilter),
    );
    if (statement === undefined || !offered || !this.#capabilities.includes('statement')) return NOTHING;
    const page = { limit: MOST_PER_ACCOUNT, position: null };
    const list = () => statement.list(filter, page, this.#ctx.call).catch(nullWhenUnknown);
    const answer = await this.#quota.spend(null, list);
    // If the service did not apply the id filter, its rows are not findings.
    const items = answer?.filtersUntold?.includes('transactionId') ? [] : (answer?.items ?? []);
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
    // If all lines belong to one payment, that payment is the finding.
    const [only, second] = new Set(things.map(({ name }) => name));
    const home = second === undefined ? PAGE_OF[only?.split(':')[0] ?? ''] : undefined;
    const payments = home === undefined || only === undefined ? [] : await this.#oneOf(home, only);
    return { payments, things };
  }

  async #oneOf(page: PaymentPage, id: string): Promise<FoundPayment[]> {
    const part = this.#ctx.port[page];
    if (part === undefined || !this.#capabilities.includes(`${page}-list`)) return [];
    const find = (): Promise<Payment | null> => part.find({ id }, this.#ctx.call).catch(nullWhenUnknown);
    const payment = await this.#quota.spend(null, find);
    return payment === null ? [] : [{ page, payment }];
  }
}

const both = (one: Found, other: Found): Found => ({
  payments: [...one.payments, ...other.payments],
  things: [...one.things, ...other.things],
});
