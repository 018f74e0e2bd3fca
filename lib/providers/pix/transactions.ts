import 'server-only';
import { z } from 'zod';
import { GuicheError } from '#lib/core/errors.ts';
import type { AdapterDeps } from '#lib/providers/client/adapter-deps.ts';
import type { Query } from '#lib/providers/client/client.ts';
import { FilterSupport, readUntilMatch, verifiedTotal } from '#lib/providers/client/lists.ts';
import { NextPagePrefetch, type Seen } from '#lib/providers/client/next-page-prefetch.ts';
import { IgnoredFilters, ParameterNames } from '#lib/providers/client/parameter-names.ts';
import { TRANSACTION_MUST, toTransaction } from '#lib/providers/pix/map.ts';
import {
  type Position as Place,
  type PredictingRequest,
  type WindowRequest,
  walk,
} from '#lib/providers/pix/time-paging.ts';
import {
  matchTransactions,
  SPELLINGS,
  type TransactionParameter,
  valuesOf,
} from '#lib/providers/pix/transaction-filter.ts';
import { readLastTransaction, readTransactions, type WireTransactions } from '#lib/providers/pix/wire.ts';
import type { Call, Page, PortPageRequest, TransactionFilter } from '#lib/providers/port.ts';
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

/** All callers share the account's transaction lister and the parameter names that it learns. */
export type PixDeps = AdapterDeps & { listTransactions: Lister };
/** `own`: filters that Guichê adds itself; the caller also selects the rows. */
type Lister = (
  filter: TransactionFilter,
  page: PortPageRequest,
  call: Call,
  own?: readonly TransactionParameter[],
) => Promise<Page<Transaction>>;

/** GET /user/transactions, newest first, no row twice. Ignored or refused filters are applied here. */
export function transactionLister(deps: AdapterDeps): Lister {
  const names = new ParameterNames<TransactionParameter>(SPELLINGS, { leavesOut: deps.now });
  const overlooked = new IgnoredFilters(names);
  const applied = new FilterSupport(deps.now);
  const prefetch = new NextPagePrefetch();
  return async (filter, { position, ...page }, call, own) => {
    const read = (at: unknown) =>
      readPage(deps, { names, filter, own, prefetch }, { ...page, position: at }, call);
    const { items, strange, ...found } = await readUntilMatch(position, read, { overlooked, filter });
    const count = async (of: TransactionFilter) => {
      const { rows, total } = await requestWindow(
        deps,
        { names, filter: of, own, prefetch },
        { dateTo: undefined, page: 1, size: 1 },
        call,
      );
      return { rows: rows.length, total };
    };
    // Later pages have the total of their position.
    const counted =
      position == null
        ? await verifiedTotal({ ...found, items }, filter, {
            applied,
            count,
            now: deps.now,
            nameOf: (name) => names.nameOf(name as TransactionParameter),
          })
        : found.total;
    const total = counted ?? null;
    const failed = counted === undefined ? { totalFailed: true } : {};
    const next = found.next === null ? null : { ...found.next, total };
    return { ...found, items, total, ...failed, next, ...unreadIn(items, TRANSACTION_MUST, strange) };
  };
}

type ListRequest = {
  names: ParameterNames<TransactionParameter>;
  filter: TransactionFilter;
  own: readonly TransactionParameter[] | undefined;
  prefetch: NextPagePrefetch;
};

/** `prefetchNext` predicts the next window from the answer's text; null when uncertain. */
async function requestWindow(
  { client, readable }: AdapterDeps,
  { names, filter, own, prefetch }: ListRequest,
  window: WindowRequest,
  call: Call,
  prefetchNext?: (text: string) => WindowRequest | null,
) {
  const read = (query: Query, call: Call, seen?: Seen) =>
    client.read('/user/transactions', query, call, seen === undefined ? {} : { seen });
  const next = (text: string) => {
    const following = prefetchNext?.(text) ?? null;
    if (following === null) return null;
    return { ...names.queryOf(valuesOf(filter, following.dateTo), own), ...pagingOf(following) };
  };
  const { json, asOf } = await names.read(
    valuesOf(filter, window.dateTo),
    (values) => {
      const query = { ...values, ...pagingOf(window) };
      return prefetchNext === undefined ? read(query, call) : prefetch.read(query, call, read, next);
    },
    own,
  );
  return { ...readable(() => readTransactions(json)), asOf };
}

const pagingOf = ({ page, size }: WindowRequest) => ({
  page: String(page),
  limit: String(Math.min(1000, size)),
});

const windowOf = ({ rows, total, ofPage, pages, more }: WireTransactions) => ({
  rows: apart(rows.map(toTransaction)),
  total: ofPage ? null : total,
  pages,
  more,
});

async function readPage(
  deps: AdapterDeps,
  list: ListRequest,
  { limit, position, onward }: PortPageRequest,
  call: Call,
) {
  const { readable, now } = deps;
  const { filter } = list;
  const from = position === null || position === undefined ? null : Position.safeParse(position).data;
  if (from === undefined) throw new GuicheError('invalid_request', 'The position is not of this list.');
  let asOf = new Date(now()).toISOString();
  let strange = 0;
  const fetchWindow = async ({ likely, ...request }: PredictingRequest) => {
    const prefetchNext = (text: string) => {
      const last = onward?.() === true ? readLastTransaction(text) : null;
      const following = last === null ? null : likely(windowOf(last));
      // `dateTo` is one ms above the last row of this page.
      return following === null || isBelow(filter, (following.dateTo ?? 0) - 1) ? null : following;
    };
    const read = await requestWindow(
      deps,
      list,
      request,
      call,
      onward === undefined ? undefined : prefetchNext,
    );
    readable(() => deps.bare.judge(read, request.page === 1 && request.dateTo === undefined));
    const window = windowOf(read);
    asOf = read.asOf;
    const none = read.rows.length === 0 && read.strange === 0 && request.page === 1 && from === null;
    strange += read.strange + (none ? (window.total ?? 0) : 0);
    return window;
  };
  const walked = walk(fetchWindow, { limit, position: from, now });
  const { items, next, total } = await walked.catch((error: unknown) =>
    readable(() => {
      throw error;
    }),
  );
  const { rows, broken, ...matched } = matchTransactions(filter, items);
  // A total in the position would be shown again on later pages.
  const after = broken.length > 0 && next !== null ? { ...next, total: null } : next;
  return {
    items: rows,
    next: past(filter, after) ? null : after,
    total,
    asOf,
    strange,
    broken,
    ...matched,
  };
}

/** Descending rows are below the period: a service that ignores it would lead on to its very first row. */
const past = (filter: TransactionFilter, next: Place | null) =>
  next !== null && next.by !== 'page' && isBelow(filter, next.edge);

const isBelow = ({ from }: TransactionFilter, time: number | null) =>
  from !== undefined && time !== null && time < Date.parse(from);
