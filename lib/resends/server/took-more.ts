import 'server-only';
import type { Transaction } from '#lib/db/client.ts';
import type { ResendAnswer } from '#lib/providers/records.ts';
import { batchAnew } from '#lib/resends/server/batch.ts';
import { learn } from '#lib/resends/server/line.ts';
import { pause } from '#lib/resends/server/pause.ts';
import type { RequestRow, ResendRow } from '#lib/resends/server/resend-row.ts';

/**
 * Tells if the service took more than these transactions: it did not read their ids and sent its whole window
 * again. A webhook's count is of transactions and events, so that there only its list tells.
 */
export function tookMore(route: string, ids: readonly string[], { count, items }: ResendAnswer): boolean {
  if (route !== 'filter' && route !== 'registered') return false;
  const asked = new Set(ids);
  const others = items.some(({ transactionId }) => transactionId !== null && !asked.has(transactionId));
  return others || (route === 'filter' && count !== null && count > asked.size);
}

/** Nothing more goes by that route before an operator says so; then the rest goes one by one. */
export async function stopAtMore(
  tx: Transaction,
  row: ResendRow,
  request: RequestRow,
  requestId: string | null,
) {
  if (request.route === 'filter') {
    await learn(tx, row.accountId, { idsRefused: true });
    await batchAnew(tx, row, {});
  }
  const problem = { code: 'ids_ignored', message: null, requestId };
  await pause(tx, row, { reason: 'ids_ignored', until: null, problem });
}
