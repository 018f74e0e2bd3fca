import 'server-only';
import { centsToDecimal } from '#lib/core/money.ts';
import { normalizeDocument } from '#lib/core/pix/documents.ts';
import type { AdapterDeps } from '#lib/providers/client/adapter-deps.ts';
import { numbered, readPage } from '#lib/providers/client/numbered.ts';
import { IgnoredFilters, ParameterNames } from '#lib/providers/client/parameter-names.ts';
import { segment } from '#lib/providers/client/paths.ts';
import { readUntilMatch } from '#lib/providers/client/read-filtered.ts';
import { isPastPeriod } from '#lib/providers/filters.ts';
import {
  DEPOSIT_MUST,
  readDeposits,
  readPendingDeposit,
  toPendingDeposit,
} from '#lib/providers/pix/map-statement.ts';
import { matchDeposits } from '#lib/providers/pix/transaction-filter.ts';
import type { PendingDepositFilter, ProviderPort } from '#lib/providers/port.ts';
import { apart, withRequestedId } from '#lib/providers/rows.ts';

/** Document 1 shows none of these names. */
const SPELLINGS = {
  status: ['status', 'state', 'statuses'],
  document: ['document', 'payerDocument', 'taxId'],
  name: ['name', 'payerName'],
  endToEndId: ['endToEndId', 'e2eId', 'endToEnd'],
  amountFrom: ['amountMin', 'amountFrom', 'minAmount'],
  amountTo: ['amountMax', 'amountTo', 'maxAmount'],
  from: ['createdAtFrom', 'dateFrom', 'startDate', 'from'],
  to: ['createdAtTo', 'dateTo', 'endDate', 'to'],
} as const;

/**
 * Document 1, pending deposits: received and not credited yet. Filters that the service does not apply are
 * applied here.
 */
export function pendingDepositsOf(deps: AdapterDeps): NonNullable<ProviderPort['pendingDeposits']> {
  const { client, readable } = deps;
  const names = new ParameterNames<keyof PendingDepositFilter>(SPELLINGS, { leavesOut: deps.now });
  const overlooked = new IgnoredFilters(names);
  return {
    async list(filter, { page: first, limit }, call) {
      const matched = async (at: unknown) => {
        const ask = { page: Number(at), limit: Math.min(100, limit) };
        const { read, asOf } = await readPage(ask, async (one) => {
          const paging = { page: String(one.page), limit: String(one.limit) };
          const { json, asOf } = await names.ask(valuesOf(filter), (query) =>
            client.read('/user/deposit-pending', { ...query, ...paging }, call),
          );
          return { read: readable(() => readDeposits(json)), asOf };
        });
        const deposits = apart(read.rows.map(toPendingDeposit));
        const { rows, ...found } = matchDeposits(filter, deposits);
        const numberedPage = numbered(rows, read, ask, asOf, DEPOSIT_MUST);
        const past = isPastPeriod(
          deposits.map(({ createdAt }) => createdAt),
          filter,
        );
        return { ...numberedPage, next: numberedPage.more && !past ? ask.page + 1 : null, ...found };
      };
      const { next, ...page } = await readUntilMatch(first, matched, {
        overlooked,
        filter,
        numberOf: Number,
      });
      return { ...page, more: next !== null, ...(next === null ? {} : { nextPage: next }) };
    },
    async get(id, call) {
      const path = `/user/deposit-pending/${segment(id)}`;
      const { json } = await client.read(path, {}, call, { thing: true });
      return readable(() => toPendingDeposit(withRequestedId(readPendingDeposit(json), id)));
    },
  };
}

function valuesOf({ status, document, amountFrom, amountTo, from, to, ...same }: PendingDepositFilter) {
  const decimal = (cents: number | undefined) => (cents === undefined ? undefined : centsToDecimal(cents));
  return {
    status: status?.length ? status.join(',') : undefined,
    document: document === undefined ? undefined : normalizeDocument(document),
    name: same.name,
    endToEndId: same.endToEndId,
    amountFrom: decimal(amountFrom),
    amountTo: decimal(amountTo),
    from: from === undefined ? undefined : new Date(from).toISOString(),
    to: to === undefined ? undefined : new Date(Date.parse(to) - 1).toISOString(),
  };
}
