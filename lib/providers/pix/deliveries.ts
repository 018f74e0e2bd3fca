import 'server-only';
import { plainJson } from '#lib/http/json.ts';
import type { AdapterDeps } from '#lib/providers/client/adapter-deps.ts';
import { said, underItsNames } from '#lib/providers/client/filtered.ts';
import { type NumberedAsk, numbered, readPage } from '#lib/providers/client/numbered.ts';
import { Overlooked, QueryNames } from '#lib/providers/client/queries.ts';
import { segment } from '#lib/providers/client/segment.ts';
import { createdIn, equal, matchRows, noneWhereOthersTell, type Tests } from '#lib/providers/filters.ts';
import { toDelivery } from '#lib/providers/pix/map-deliveries.ts';
import { readDeliveries, readDelivery } from '#lib/providers/pix/wire-deliveries.ts';
import type { CallbackFilter, ProviderPort } from '#lib/providers/port.ts';
import type { CallbackRecord } from '#lib/providers/records.ts';
import { apart, asAsked } from '#lib/providers/rows.ts';

/** Document 1 gives this list no filters; these are what services of its kind call them. */
const SPELLINGS = {
  from: ['createdAtFrom', 'dateFrom', 'startDate', 'from'],
  to: ['createdAtTo', 'dateTo', 'endDate', 'to'],
  transactionId: ['transactionId', 'transaction', 'txId'],
} as const;

const THINGS = Object.keys(SPELLINGS) as (keyof CallbackFilter)[];

/**
 * Document 1, Resend and history. A transaction's records are told apart here where the service does not; a period that
 * it overlooks is left to the caller, who walks over every row.
 */
export function deliveriesOf(deps: AdapterDeps): NonNullable<ProviderPort['deliveries']> {
  const { client, readable, bare } = deps;
  const names = new QueryNames<keyof CallbackFilter>(SPELLINGS, { leavesOut: deps.now });
  const overlooked = new Overlooked(names);
  return {
    async list(filter, ask, call) {
      const fetch = async ({ page, limit }: NumberedAsk) => {
        const paging = { page: String(page), limit: String(limit) };
        const asked = (query: Record<string, string>) =>
          client.read('/user/callbacks', { ...paging, ...query }, call);
        // The product, not the operator, asks for these filters.
        const { json, asOf } = await names.ask(filter, asked, THINGS);
        return { read: readable(() => bare.judge(readDeliveries(json), page === 1)), asOf };
      };
      const matched = async () => {
        const { read, asOf } = await readPage(ask, fetch);
        return { read, asOf, ...matchDeliveries(filter, apart(read.rows.map(toDelivery))) };
      };
      const { read, asOf, rows, here, untold } = await underItsNames(matched, overlooked, ask.page);
      const left = overlooked.of({ transactionId: filter.transactionId });
      const { total, ...told } = numbered(rows, read, ask, asOf);
      const applied = new Set([...here, ...left]);
      return {
        ...told,
        total: applied.size > 0 || overlooked.isDoubtful(filter) ? null : total,
        ...said(applied, new Set(untold)),
      };
    },
    async get(id, call) {
      const path = `/user/callbacks/${segment(id)}`;
      const { json, asOf } = await client.read(path, {}, call, { thing: true });
      return readable(() => ({
        delivery: toDelivery(asAsked(readDelivery(json), id)),
        raw: plainJson(json),
        asOf,
      }));
    },
  };
}

/** Its period is left to the caller, who walks over every row: what lies outside of it only shows who applied it. */
const PERIOD: Tests<CallbackRecord, CallbackFilter> = createdIn;
const OWN: Tests<CallbackRecord, CallbackFilter> = {
  transactionId: (one, { transactionId }) => equal(one.transactionId, transactionId),
};

function matchDeliveries({ to, ...filter }: CallbackFilter, all: readonly CallbackRecord[]) {
  // Both ends are inclusive here.
  const end = to === undefined ? undefined : new Date(Date.parse(to) + 1).toISOString();
  const period = matchRows<CallbackRecord, CallbackFilter>(PERIOD, { ...filter, to: end }, all);
  const own: CallbackFilter = filter;
  const { rows, broken, untold } = matchRows(OWN, own, all, (_, told) => noneWhereOthersTell(told));
  return { rows, here: broken, untold, broken: [...broken, ...period.broken], moved: [] };
}
