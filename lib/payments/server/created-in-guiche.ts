import 'server-only';
import { and, asc, eq, gte, isNotNull, lt } from 'drizzle-orm';
import { db } from '#lib/data/client.ts';
import { createdIdIn, operations } from '#lib/data/schema/operations.ts';
import { amountWithin } from '#lib/list/server/ranges.ts';
import type { OperationRow } from '#lib/operations/server/kind.ts';
import { amountOf, confirmedOf, type LocalOperation, localOperations } from '#lib/operations/server/thing.ts';
import { KINDS_OF, type PaymentPage } from '#lib/payments/rules.ts';
import { CREATE_KEY, DEFAULT_KEY, REMOVE_KEY } from '#lib/payments/server/pix-key-operation.ts';
import { Payment, PixKey } from '#lib/providers/money-records.ts';
import type { PaymentFilter } from '#lib/providers/port.ts';

/**
 * Document 2 has routes that create payments and keys, but none that list them. Guichê lists the ones it
 * created itself.
 */

type Window = Pick<PaymentFilter, 'from' | 'to' | 'clientReference' | 'amountFrom' | 'amountTo'>;

/**
 * Payments created in Guichê, newest first, with the provider's first answer: their status may have changed
 * since.
 */
export async function localPayments(
  accountId: string,
  what: PaymentPage,
  { from, to, clientReference, ...bounds }: Window,
  page: { limit: number; after: LocalOperation | null },
): Promise<{ items: Payment[]; next: LocalOperation | null }> {
  const where = and(
    from === undefined ? undefined : gte(operations.createdAt, new Date(from)),
    to === undefined ? undefined : lt(operations.createdAt, new Date(to)),
    clientReference === undefined ? undefined : eq(operations.clientReference, clientReference),
    amountWithin(amountOf('payment'), bounds),
  );
  const { rows, next } = await localOperations(accountId, KINDS_OF[what], { ...page, where });
  return { items: rows.flatMap((row) => paymentOf(row) ?? []), next };
}

function paymentOf({ result, createdAt, amount, clientReference }: OperationRow): Payment | null {
  const stored = Payment.safeParse((result as { payment?: unknown } | null)?.payment).data;
  if (stored === undefined) return null;
  return {
    ...stored,
    clientReference: stored.clientReference ?? clientReference,
    amount: stored.amount ?? amount,
    createdAt: stored.createdAt ?? createdAt.toISOString(),
  };
}

/** The charge created in Guichê with this provider id. Null: none. */
export async function localPayment(accountId: string, id: string): Promise<Payment | null> {
  const [row] = await db()
    .select()
    .from(operations)
    .where(
      and(
        confirmedOf(accountId, ...KINDS_OF.charges),
        isNotNull(operations.result),
        eq(createdIdIn(operations.result), id),
      ),
    )
    .limit(1);
  return row === undefined ? null : paymentOf(row);
}

/** Its id, and its end-to-end id if it has one. */
export const idsOf = ({ id, endToEndId }: Payment): string[] => [
  id,
  ...(endToEndId === null ? [] : [endToEndId]),
];

/** Keys created and not removed in Guichê, oldest first. The default key is the last one set as default. */
export async function localKeys(accountId: string): Promise<PixKey[]> {
  const rows = await db()
    .select({ kind: operations.kind, target: operations.target, result: operations.result })
    .from(operations)
    .where(confirmedOf(accountId, CREATE_KEY.name, DEFAULT_KEY.name, REMOVE_KEY.name))
    .orderBy(asc(operations.settledAt), asc(operations.id));
  const keys = new Map<string, PixKey>();
  for (const { kind, target, result } of rows) {
    const created = PixKey.safeParse((result as { key?: unknown } | null)?.key).data;
    if (kind === CREATE_KEY.name && created !== undefined) keys.set(created.id, created);
    if (kind === REMOVE_KEY.name) keys.delete(target);
    if (kind === DEFAULT_KEY.name)
      for (const [id, key] of keys) keys.set(id, { ...key, isDefault: id === target });
  }
  return [...keys.values()];
}
