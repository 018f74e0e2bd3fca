import 'server-only';
import type { Transaction } from '#lib/db/client.ts';
import { announce } from '#lib/events/server/announce.ts';
import type { AnyKind, OperationRow } from '#lib/operations/server/kind.ts';

/** Tells open pages that an operation, and what its kind touches, changed. Sent when the transaction commits. */
export async function announceOperation(
  tx: Transaction,
  row: OperationRow,
  kind: Pick<AnyKind, 'touches'>,
): Promise<void> {
  await announce(tx, row.accountId, [['operations'], ...kind.touches.map((name) => [name])]);
}
