import 'server-only';
import { GuicheError } from '#lib/core/errors.ts';
import { log } from '#lib/core/log.ts';
import { appendAudit } from '#lib/data/audit/append.ts';
import type { Transaction } from '#lib/data/client.ts';
import type { AnyKind, OperationRow } from '#lib/operations/server/kind.ts';

/**
 * Returns the error of a confirmed operation that moved another amount than requested. Null: the same amount,
 * or none reported.
 */
export function amountDiffers(kind: AnyKind, { amount }: OperationRow, value: unknown): GuicheError | null {
  const paid = value === null ? null : (kind.paid?.(value) ?? null);
  if (paid === null || amount === null || paid === amount) return null;
  return new GuicheError('amount_differs', 'The provider moved another amount than was asked for.', {
    existing: { amount: paid },
  });
}

/** Runs in the transaction that confirms the operation. */
export async function auditAmountMismatch(
  tx: Transaction,
  row: OperationRow,
  mismatch: GuicheError,
): Promise<void> {
  log().warn({ operation: row.id }, 'the provider moved another amount than was asked for');
  await appendAudit(tx, {
    operatorId: row.operatorId,
    accountId: row.accountId,
    action: `${row.kind}.amount-differs`,
    target: row.target,
    result: 'failed',
    before: { amount: row.amount },
    after: { operation: row.id, ...(mismatch.details.existing as { amount: number }) },
  });
}
