import 'server-only';
import { and, eq, inArray, isNull, ne, or } from 'drizzle-orm';
import { db } from '#lib/data/client.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { type OperationRow, operationKind } from '#lib/operations/server/kind.ts';
import { openRequest } from '#lib/operations/server/send.ts';
import type { Payment } from '#lib/providers/money-records.ts';

/**
 * Tells if one of these payments, found by likeness, may as well be another operation's that is under way: of the same
 * receiver, as it was named or as the payment shows it, and amount. To be asked once they were read: what is asked for
 * later made none of them.
 */
export async function mayBeDuplicate(row: OperationRow, like: readonly Payment[]): Promise<boolean> {
  if (like.length === 0) return false;
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
    (other) => hasSameSubject(row, other) || like.some((payment) => mayHaveMade(row, other, payment)),
  );
}

const hasSameSubject = ({ subject }: OperationRow, other: OperationRow) =>
  subject !== null && subject === other.subject;

/** By another's own kind, whose request names the receiver: a subject may be kept under an older secret. */
function mayHaveMade(row: OperationRow, other: OperationRow, seen: Payment): boolean {
  const kind = operationKind(other.kind);
  const sameWay = kind?.approvable === operationKind(row.kind)?.approvable;
  if (!sameWay || kind?.makes !== 'payment' || kind.matches === undefined) return false;
  return other.request === null || kind.matches({ row: other, request: openRequest(other), seen });
}
