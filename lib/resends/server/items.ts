import 'server-only';
import { and, eq, inArray } from 'drizzle-orm';
import { type Transaction as DbTransaction, db } from '#lib/db/client.ts';
import { deliveries } from '#lib/db/schema/deliveries.ts';
import { resendItems } from '#lib/db/schema/resends.ts';
import type { Transaction } from '#lib/providers/records.ts';
import { type Aim, classify, type KnownDelivery } from '#lib/resends/server/classify.ts';
import type { NewItem } from '#lib/resends/server/resend-row.ts';

const AT_ONCE = 500;

/** Transactions as items of a resend: what is known of their deliveries decides what becomes of them. */
export async function itemsOf(
  resend: { id: string; accountId: string },
  transactions: readonly Transaction[],
  aim: Aim,
): Promise<NewItem[]> {
  const known = await knownDeliveries(
    resend.accountId,
    transactions.map(({ id }) => id),
  );
  return transactions.flatMap((one) => {
    const state = classify(one, known.get(one.id) ?? [], aim);
    if (state === null) return [];
    return [
      {
        resendId: resend.id,
        accountId: resend.accountId,
        transactionId: one.id,
        state,
        createdAt: one.createdAt === null ? null : new Date(one.createdAt),
        status: one.status,
        amount: one.amount,
        clientReference: one.clientReference,
        url: aim.webhook === null ? one.callbackUrl : aim.webhook.url,
        webhookId: aim.webhook?.id ?? null,
        read: true,
      },
    ];
  });
}

async function knownDeliveries(accountId: string, ids: string[]): Promise<Map<string, KnownDelivery[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db()
    .select({
      transactionId: deliveries.transactionId,
      url: deliveries.url,
      webhookId: deliveries.webhookId,
      event: deliveries.event,
      delivered: deliveries.delivered,
      transactionStatus: deliveries.transactionStatus,
    })
    .from(deliveries)
    .where(and(eq(deliveries.accountId, accountId), inArray(deliveries.transactionId, ids)));
  return Map.groupBy(rows, ({ transactionId }) => transactionId ?? '');
}

/** A page may be read twice: an item that is there stays as it is. */
export async function insertItems(tx: DbTransaction, items: readonly NewItem[]): Promise<void> {
  for (let at = 0; at < items.length; at += AT_ONCE)
    await tx
      .insert(resendItems)
      .values(items.slice(at, at + AT_ONCE))
      .onConflictDoNothing();
}

/** Puts what was read of selected transactions in the place of their unread items, all at once. */
export async function fillItems(tx: DbTransaction, items: readonly NewItem[]): Promise<void> {
  const [first] = items;
  if (first === undefined) return;
  const ids = items.map(({ transactionId }) => transactionId);
  const gone = await tx
    .delete(resendItems)
    .where(
      and(
        eq(resendItems.resendId, first.resendId),
        inArray(resendItems.transactionId, ids),
        eq(resendItems.read, false),
      ),
    )
    .returning({ id: resendItems.transactionId });
  const selected = new Set(gone.map(({ id }) => id));
  await insertItems(
    tx,
    items.filter(({ transactionId }) => selected.has(transactionId)),
  );
}
