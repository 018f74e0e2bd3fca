import 'server-only';
import { and, count, desc, eq, inArray, min, sql } from 'drizzle-orm';
import { db } from '#lib/db/client.ts';
import { operations } from '#lib/db/schema/operations.ts';
import { subjectsOf } from '#lib/operations/server/duplicate-guard.ts';
import type { ReceiverHistory } from '#lib/payments/contract.ts';
import type { MONEY_OUT_KINDS } from '#lib/payments/rules.ts';

const KINDS: (typeof MONEY_OUT_KINDS)[number][] = ['withdrawal.key', 'withdrawal.code'];

/** Withdrawals asked for here, from this account to this key; what left past Guichê is not among them. */
export async function receiverHistory(accountId: string, key: string): Promise<ReceiverHistory> {
  const toKey = and(
    eq(operations.accountId, accountId),
    inArray(operations.subject, subjectsOf(accountId, key)),
    inArray(operations.kind, KINDS),
  );
  const confirmed = sql<string>`count(*) filter (where ${operations.state} = 'confirmed')`;
  const [[all], [last]] = await Promise.all([
    db()
      .select({ count: count(), confirmed, since: min(operations.createdAt) })
      .from(operations)
      .where(toKey),
    db()
      .select({ amount: operations.amount, at: operations.createdAt })
      .from(operations)
      .where(and(toKey, eq(operations.state, 'confirmed')))
      .orderBy(desc(operations.createdAt), desc(operations.id))
      .limit(1),
  ]);
  return {
    count: all?.count ?? 0,
    confirmed: Number(all?.confirmed ?? 0),
    since: all?.since?.toISOString() ?? null,
    last: last === undefined ? null : { amount: last.amount, at: last.at.toISOString() },
  };
}
