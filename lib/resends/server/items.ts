import 'server-only';
import { and, eq, inArray } from 'drizzle-orm';
import { type Transaction as DbTransaction, db } from '#lib/data/client.ts';
import { deliveries } from '#lib/data/schema/deliveries.ts';
import { resendItems } from '#lib/data/schema/resends.ts';
import { eventOfStatus, hostOf, isEventOf } from '#lib/deliveries/rules.ts';
import type { Transaction } from '#lib/providers/records.ts';
import type { NewItem } from '#lib/resends/server/resend-row.ts';

const AT_ONCE = 500;

/** A delivery record of one transaction in the index. */
export type KnownDelivery = {
  url: string | null;
  webhookId: string | null;
  event: string | null;
  delivered: boolean;
  transactionStatus: string | null;
};

export type Aim = {
  /** Epoch ms, by the provider's clock. */
  earliest: number;
  everything: boolean;
  onlyFailed: boolean;
  /** Too old transactions are requested one by one: document 1's single-transaction route accepts any age. */
  oneByOne?: boolean;
  /** Only addresses at this host. */
  host?: string | null;
  /** A registered webhook instead of the transactions' own callbackUrl. */
  webhook: { id: string; url: string | null } | null;
};

type Facts = Pick<Transaction, 'status' | 'createdAt' | 'callbackUrl'>;

/**
 * Decides what happens to a transaction in a resend; null: outside the scope. Its current state counts as
 * delivered only if the same address got that state's own event.
 */
export function classify(
  facts: Facts,
  known: readonly KnownDelivery[],
  aim: Aim,
): 'outside' | 'unreachable' | 'skipped' | 'remaining' | null {
  const url = aim.webhook === null ? facts.callbackUrl : aim.webhook.url;
  const matching = known.filter((one) => reachesReceiver(one, url, aim) && isOfState(one, facts.status));
  const delivered = matching.some((one) => one.delivered);
  if (aim.onlyFailed && (delivered || matching.length === 0)) return null;
  const older = facts.createdAt !== null && Date.parse(facts.createdAt) < aim.earliest;
  if (older && aim.oneByOne !== true) return 'outside';
  if (typeof aim.host === 'string' && hostOf(url) !== aim.host) return 'unreachable';
  // A webhook's transactions can only be requested by a time window.
  if (aim.webhook === null ? url === null : facts.createdAt === null) return 'unreachable';
  return delivered && !aim.everything ? 'skipped' : 'remaining';
}

function reachesReceiver(one: KnownDelivery, url: string | null, { webhook }: Aim): boolean {
  if (webhook !== null && one.webhookId === webhook.id) return true;
  return url !== null && one.url === url;
}

/** A dispute's callback carries the status too, but does not report it. */
function isOfState({ event, transactionStatus }: KnownDelivery, status: string | null): boolean {
  if (status === null) return false;
  if (event !== null) return isEventOf(event, status);
  return transactionStatus !== null && isEventOf(eventOfStatus(transactionStatus), status);
}

/** Turns transactions into items; their known deliveries decide each item's state. */
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

/** Existing items stay unchanged, because a page may be read twice. */
export async function insertItems(tx: DbTransaction, items: readonly NewItem[]): Promise<void> {
  for (let at = 0; at < items.length; at += AT_ONCE)
    await tx
      .insert(resendItems)
      .values(items.slice(at, at + AT_ONCE))
      .onConflictDoNothing();
}

/** Replaces unread selected items by items with the read data, all at once. */
export async function fillItems(tx: DbTransaction, items: readonly NewItem[]): Promise<void> {
  const [first] = items;
  if (first === undefined) return;
  const ids = items.map(({ transactionId }) => transactionId);
  const deleted = await tx
    .delete(resendItems)
    .where(
      and(
        eq(resendItems.resendId, first.resendId),
        inArray(resendItems.transactionId, ids),
        eq(resendItems.read, false),
      ),
    )
    .returning({ id: resendItems.transactionId });
  const selected = new Set(deleted.map(({ id }) => id));
  await insertItems(
    tx,
    items.filter(({ transactionId }) => selected.has(transactionId)),
  );
}
