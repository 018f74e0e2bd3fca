import 'server-only';
import { normalizeDocument } from '#lib/documents.ts';
import { centsToDecimal } from '#lib/money.ts';
import type { Query } from '#lib/providers/client/client.ts';
import { numbered, type Parts } from '#lib/providers/client/parts.ts';
import { segment } from '#lib/providers/client/segment.ts';
import { DEPOSIT_MUST, toPendingDeposit } from '#lib/providers/pix/map-statement.ts';
import { readDeposits, readPendingDeposit } from '#lib/providers/pix/wire-statement.ts';
import type { PendingDepositFilter, ProviderPort } from '#lib/providers/port.ts';

/** Document 1, pending deposits: received, and not credited yet. */
export function pendingDepositsOf(parts: Parts): NonNullable<ProviderPort['pendingDeposits']> {
  const { client, readable } = parts;
  return {
    async list(filter, { page, limit }, call) {
      const query = { ...filterQuery(filter), page: String(page), limit: String(Math.min(100, limit)) };
      const { json, asOf } = await client.read('/user/deposit-pending', query, call);
      const read = readable(() => readDeposits(json));
      return numbered(read.rows.map(toPendingDeposit), read, { page, limit }, asOf, DEPOSIT_MUST);
    },
    async get(id, call) {
      const path = `/user/deposit-pending/${segment(id)}`;
      const { json } = await client.read(path, {}, call, { thing: true });
      return readable(() => toPendingDeposit(readPendingDeposit(json)));
    },
  };
}

function filterQuery({
  status,
  document,
  amountFrom,
  amountTo,
  from,
  to,
  ...same
}: PendingDepositFilter): Query {
  const decimal = (cents: number | undefined) => (cents === undefined ? undefined : centsToDecimal(cents));
  return {
    status: status?.length ? status.join(',') : undefined,
    document: document === undefined ? undefined : normalizeDocument(document),
    name: same.name,
    endToEndId: same.endToEndId,
    amountMin: decimal(amountFrom),
    amountMax: decimal(amountTo),
    createdAtFrom: from === undefined ? undefined : new Date(from).toISOString(),
    createdAtTo: to === undefined ? undefined : new Date(Date.parse(to) - 1).toISOString(),
  };
}
