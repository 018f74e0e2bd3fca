import 'server-only';
import { and, eq, inArray, isNull, ne, or } from 'drizzle-orm';
import { db } from '#lib/data/client.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { type OperationRow, operationKind } from '#lib/operations/server/kind.ts';
import { openRequest } from '#lib/operations/server/send.ts';
import type { Payment } from '#lib/providers/money-records.ts';

/**
 * Whether one of these payments, matched by similarity, may belong to another open operation: the same amount
 * and the same receiver (by subject, or by what the payment shows). Call it after reading the payments: later
 * operations cannot have created them.
 */
export async function mayBeDuplicate(row: OperationRow, similar: readonly Payment[]): Promise<boolean> {
  if (similar.length === 0) return false;
  const others = await db()
    .select()
    .from(operations)
    .where(
      and(
        eq(operations.accountId, row.accountId),
        ne(operations.id, row.id),
        inArray(operations.state, ['requested', 'sent', 'unknown']),
        row.amount === null ? undefined : or(isNull(operations.amount), eq(operations.amount, row.amount)),
      ),
    );
  return others.some(
    (other) => hasSameSubject(row, other) || similar.some((payment) => mayHaveCreated(row, other, payment)),
  );
}

const hasSameSubject = ({ subject }: OperationRow, other: OperationRow) =>
  subject !== null && subject === other.subject;

/** Compares with the other operation's request: its stored subject may be hashed with an older secret. */
function mayHaveCreated(row: OperationRow, other: OperationRow, seen: Payment): boolean {
  const kind = operationKind(other.kind);
  const sameDirection = kind?.approvable === operationKind(row.kind)?.approvable;
  if (!sameDirection || kind?.makes !== 'payment' || kind.matches === undefined) return false;
  return other.request === null || kind.matches({ row: other, request: openRequest(other), seen });
}
