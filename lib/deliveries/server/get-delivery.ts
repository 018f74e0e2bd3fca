import 'server-only';
import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Account } from '#lib/accounts/server/account.ts';
import type { Ctx } from '#lib/api/context.ts';
import { presentOne, type ReadByIdArgs } from '#lib/api/serialize.ts';
import { db } from '#lib/data/client.ts';
import { deliveries } from '#lib/data/schema/deliveries.ts';
import { receivedCallbacks, webhookReceivers } from '#lib/data/schema/webhooks.ts';
import { DeliveryDetail } from '#lib/deliveries/contract.ts';
import { closingOf } from '#lib/deliveries/server/close-failures.ts';
import { keepIndexCurrent } from '#lib/deliveries/server/index-state.ts';
import { type DeliveryRow, deliveryRecord, rowOf, webhooksByUrl } from '#lib/deliveries/server/record-row.ts';
import { assignWebhooks, storeRecords } from '#lib/deliveries/server/store-records.ts';
import type { Call, ProviderPort } from '#lib/providers/port.ts';
import type { CallbackRecord } from '#lib/providers/records.ts';

const MOST_ATTEMPTS = 100;

/**
 * The callback that Guichê's own receiver got of this delivery; null if it went elsewhere or was not
 * accepted.
 */
async function getReceived(row: DeliveryRow): Promise<DeliveryDetail['received']> {
  const { accountId, transactionId, event, url, delivered } = row;
  if (!delivered || transactionId === null || event === null || url === null) return null;
  const [found] = await db()
    .select({ got: receivedCallbacks })
    .from(receivedCallbacks)
    .innerJoin(webhookReceivers, eq(webhookReceivers.endpoint, receivedCallbacks.endpoint))
    .where(
      and(
        eq(receivedCallbacks.accountId, accountId),
        eq(receivedCallbacks.transactionId, transactionId),
        eq(receivedCallbacks.event, event),
        eq(webhookReceivers.url, url),
      ),
    )
    .orderBy(desc(receivedCallbacks.receivedAt))
    .limit(1);
  if (found === undefined) return null;
  const { got } = found;
  return {
    at: got.receivedAt.toISOString(),
    headers: got.headers as Record<string, string>,
    attempt: got.attempt,
    signature: got.signature === 'old_secret' ? 'old_secret' : 'holds',
  };
}

/**
 * Document 1, GET /user/callbacks/{id}, with the other records of the same transaction, event and url, and
 * what Guichê's own receiver got. Masked; with `reveal` (permission `reveal`) in clear, and audited before it
 * is sent.
 */
export function getDelivery(request: ReadByIdArgs): Promise<DeliveryDetail> {
  const { ctx, id } = request;
  return presentOne(request, [DeliveryDetail, 'delivery.reveal'], async () => {
    const provider = ctx.part('deliveries');
    const { delivery, raw, asOf } = await provider.get(id, ctx.call);
    const { completeAt } = await keepIndexCurrent(ctx.account.id);
    const row = await indexed(ctx, delivery, ctx.call);
    const attempts = await attemptsOf(row);
    const { body, responseBody, responseHeaders, error, other } = delivery;
    return {
      body,
      responseBody,
      responseHeaders,
      error,
      other,
      raw,
      asOf,
      delivery: deliveryRecord(row, completeAt),
      attempts: attempts.map((attempt) => deliveryRecord(attempt, completeAt)),
      received: await getReceived(row),
      equal: row.open ? await countEqual(row) : null,
      closed: row.outcome === 'closed' ? await closingOf(row) : null,
    };
  });
}

const PAGE = 100;

/**
 * Reads a transaction's records from the provider and stores them in the index. Empty if the provider cannot
 * filter by transaction or does not answer; the caller then relies on the index.
 */
export async function getTransactionRecords(
  account: Pick<Account, 'id'>,
  port: ProviderPort,
  transactionId: string,
  call: Call,
): Promise<CallbackRecord[]> {
  const page = await port.deliveries
    ?.list({ transactionId }, { page: 1, limit: PAGE }, call)
    .catch(() => null);
  const records = page?.items.filter((item) => item.transactionId === transactionId) ?? [];
  await saveRecords(account, port, records, call);
  return records;
}

async function saveRecords(
  account: Pick<Account, 'id'>,
  port: ProviderPort,
  records: readonly CallbackRecord[],
  call: Call,
): Promise<void> {
  if (records.length === 0) return;
  const webhooks = await webhooksByUrl(account.id, port, call);
  const rows = records.map((record) => rowOf(account.id, record, webhooks));
  await db().transaction((tx) => storeRecords(tx, rows));
  await assignWebhooks(account.id, webhooks);
}

/** Stores the delivery in the index, which counts its attempts. */
async function indexed(ctx: Ctx, delivery: CallbackRecord, call: Call): Promise<DeliveryRow> {
  const { account, port } = ctx;
  await saveRecords(account, port, [delivery], call);
  if (delivery.transactionId !== null)
    await getTransactionRecords(account, port, delivery.transactionId, call);
  const [row] = await db()
    .select()
    .from(deliveries)
    .where(and(eq(deliveries.accountId, account.id), eq(deliveries.id, delivery.id)));
  if (row === undefined) throw new Error('A record just stored is not there.');
  return row;
}

/** Open failures at this delivery's receiver with the same status. */
const countEqual = ({ accountId, webhookId, url, status }: DeliveryRow): Promise<number> =>
  db().$count(
    deliveries,
    and(
      eq(deliveries.accountId, accountId),
      eq(deliveries.open, true),
      webhookId === null
        ? sql`${deliveries.url} is not distinct from ${url}`
        : eq(deliveries.webhookId, webhookId),
      status === null ? isNull(deliveries.status) : eq(deliveries.status, status),
    ),
  );

async function attemptsOf(row: DeliveryRow): Promise<DeliveryRow[]> {
  if (row.transactionId === null) return [row];
  const rows = await db()
    .select()
    .from(deliveries)
    .where(
      and(
        eq(deliveries.accountId, row.accountId),
        eq(deliveries.transactionId, row.transactionId),
        row.event === null ? isNull(deliveries.event) : eq(deliveries.event, row.event),
        row.url === null ? isNull(deliveries.url) : eq(deliveries.url, row.url),
      ),
    )
    .orderBy(asc(deliveries.createdAt), asc(deliveries.id))
    .limit(MOST_ATTEMPTS);
  return row.event === 'INFRACTION_CHANGED' ? ofSameChange(rows, row.id) : rows;
}

/** The records of the same dispute change (`rows` oldest first): a delivered record ends a change. */
function ofSameChange(rows: readonly DeliveryRow[], id: string): DeliveryRow[] {
  const at = rows.findIndex((row) => row.id === id);
  const before = rows.slice(0, Math.max(0, at)).findLastIndex(({ delivered }) => delivered);
  const end = rows.findIndex(({ delivered }, index) => index >= at && delivered);
  return rows.slice(before + 1, end < 0 ? rows.length : end + 1);
}
