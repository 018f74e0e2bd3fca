import 'server-only';
import { z } from 'zod';
import { GuicheError } from '#lib/errors.ts';
import type { AdapterDeps } from '#lib/providers/client/adapter-deps.ts';
import { Applied, trueTotal } from '#lib/providers/client/applied.ts';
import { fitting } from '#lib/providers/client/filtered.ts';
import { Overlooked, QueryNames } from '#lib/providers/client/queries.ts';
import { TRANSACTION_MUST, toTransaction } from '#lib/providers/pix/map.ts';
import { type Ask, type Position as Place, walk } from '#lib/providers/pix/time-paging.ts';
import {
  matchTransactions,
  SPELLINGS,
  type TransactionAsk,
  valuesOf,
} from '#lib/providers/pix/transaction-filter.ts';
import { readTransactions } from '#lib/providers/pix/wire.ts';
import type { Call, Page, PageAsk, TransactionFilter } from '#lib/providers/port.ts';
import type { Transaction } from '#lib/providers/records.ts';
import { apart, unreadIn } from '#lib/providers/rows.ts';

const Position = z.object({
  by: z.literal(['time', 'page', 'below']),
  edge: z.number().nullable(),
  page: z.int().min(1),
  size: z.int().min(0).max(1000),
  sent: z.string(),
  total: z.int().nullable(),
});

/** The adapter's dependencies with the account's transaction lister; parameter names it learns serve all callers. */
export type PixDeps = AdapterDeps & { listTransactions: Lister };
/** `own`: filters that the product asks for of itself, and whose rows its caller picks out. */
type Lister = (
  filter: TransactionFilter,
  page: PageAsk,
  call: Call,
  own?: readonly TransactionAsk[],
) => Promise<Page<Transaction>>;

/**
 * GET /user/transactions, newest first; the list grows while it is read, and nothing comes twice. A filter that the
 * service overlooks or refuses is asked under its other names, and then applied here.
 */
export function transactionLister(deps: AdapterDeps): Lister {
  const names = new QueryNames<TransactionAsk>(SPELLINGS, { leavesOut: deps.now });
  const overlooked = new Overlooked(names);
  const applied = new Applied(deps.now);
  return async (filter, { limit, position }, call, own) => {
    const read = (at: unknown) => readPage(deps, { names, filter, own }, { limit, position: at }, call);
    const { items, strange, ...page } = await fitting(position, read, { overlooked, filter });
    const count = async (of: TransactionFilter) => {
      const { rows, total } = await ask(deps, { names, filter: of, own }, { page: 1, size: 1 }, call);
      return { rows: rows.length, total };
    };
    // On later pages it is the one that stands in their position.
    const counted =
      position == null
        ? await trueTotal({ ...page, items }, filter, {
            ...{ applied, count, now: deps.now },
            nameOf: (name) => names.nameOf(name as TransactionAsk),
          })
        : page.total;
    const total = counted ?? null;
    const failed = counted === undefined ? { totalFailed: true } : {};
    const next = page.next === null ? null : { ...page.next, total };
    return { ...page, items, total, ...failed, next, ...unreadIn(items, TRANSACTION_MUST, strange) };
  };
}

/** `dateTo` ms; undefined for the filter's own end. */
type WindowAsk = { dateTo?: number | undefined; page: number; size: number };
type Asked = {
  names: QueryNames<TransactionAsk>;
  filter: TransactionFilter;
  own: readonly TransactionAsk[] | undefined;
};

async function ask(
  { client, readable }: AdapterDeps,
  { names, filter, own }: Asked,
  window: WindowAsk,
  call: Call,
) {
  const paging = { page: String(window.page), limit: String(Math.min(1000, window.size)) };
  const read = (query: Record<string, string>) =>
    client.read('/user/transactions', { ...query, ...paging }, call);
  const { json, asOf } = await names.ask(valuesOf(filter, window.dateTo), read, own);
  return { ...readable(() => readTransactions(json)), asOf };
}

async function readPage(deps: AdapterDeps, asked: Asked, { limit, position }: PageAsk, call: Call) {
  const { readable, now } = deps;
  const { filter } = asked;
  const from = position === null || position === undefined ? null : Position.safeParse(position).data;
  if (from === undefined) throw new GuicheError('invalid_request', 'The position is not of this list.');
  let asOf = new Date(now()).toISOString();
  let strange = 0;
  const fetchWindow = async (window: Ask) => {
    const { rows, ofPage, pages, more, ...read } = await ask(deps, asked, window, call);
    const total = ofPage ? null : read.total;
    asOf = read.asOf;
    const none = rows.length === 0 && read.strange === 0 && window.page === 1 && from === null;
    strange += read.strange + (none ? (total ?? 0) : 0);
    return { rows: apart(rows.map(toTransaction)), total, pages, more };
  };
  const walked = walk(fetchWindow, { limit, position: from, now });
  const { items, next, total } = await walked.catch((error: unknown) =>
    readable(() => {
      throw error;
    }),
  );
  const { rows, broken, ...matched } = matchTransactions(filter, items);
  // A total that stands in the position would be shown again on later pages.
  const onward = broken.length > 0 && next !== null ? { ...next, total: null } : next;
  return {
    items: rows,
    next: past(filter, onward) ? null : onward,
    total,
    asOf,
    strange,
    broken,
    ...matched,
  };
}

/** Falling rows below the period: a service that overlooks it would lead on to its very first one. */
const past = ({ from }: TransactionFilter, next: Place | null) =>
  from !== undefined &&
  next !== null &&
  next.by !== 'page' &&
  next.edge !== null &&
  next.edge < Date.parse(from);
