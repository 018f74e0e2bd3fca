import 'server-only';
import type { Transaction } from '#lib/db/client.ts';
import { announce } from '#lib/events/server/announce.ts';
import type { AnyKind, OperationRow } from '#lib/operations/server/kind.ts';
import { tellOperation } from '#lib/operations/server/tell-operation.ts';
import { metrics } from '#lib/telemetry/metrics.ts';

/**
 * Tells open pages that an operation, and what its kind touches, changed, and people what they have to know of it. Sent
 * when the transaction commits. `entered`: its state is a new one.
 */
export async function announceOperation(
  tx: Transaction,
  row: OperationRow,
  kind: Pick<AnyKind, 'touches'>,
  { entered = true }: { entered?: boolean } = {},
): Promise<void> {
  if (entered) metrics()?.operationChanges.inc({ kind: row.kind, state: row.state });
  await announce(tx, row.accountId, [['operations'], ...kind.touches.map((name) => [name])]);
  await tellOperation(tx, row);
}
