import 'server-only';
import { inArray, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { decimalToCents } from '#lib/core/money.ts';
import { metrics } from '#lib/core/telemetry/metrics.ts';
import { cut } from '#lib/core/text.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { databaseIso } from '#lib/data/clock.ts';
import { type Erased, formsIn, transactionForm, without } from '#lib/data/erasure/erased-index.ts';
import { deliveries } from '#lib/data/schema/deliveries.ts';
import type { Delivery } from '#lib/deliveries/contract.ts';
import { eventOfBody, GIVEN_UP_MS, hostOf, isDelivered, MOST_ATTEMPTS } from '#lib/deliveries/rules.ts';
import * as means from '#lib/providers/field-aliases.ts';
import { isObject, objectReader } from '#lib/providers/fields.ts';
import type { Call, ProviderPort } from '#lib/providers/port.ts';
import type { CallbackRecord } from '#lib/providers/records.ts';
import { unwrapLayers } from '#lib/providers/unwrap.ts';

export type DeliveryRow = typeof deliveries.$inferSelect;
export type NewDelivery = Omit<typeof deliveries.$inferInsert, 'seq'>;

/** Document 1, Callback payload: the fields of the delivered transaction that lists need. */
const readBody = objectReader(
  {
    status: means.state('transactionStatus'),
    amount: means.amount(),
    clientReference: means.reference(),
    createdAt: means.made(),
    infraction: means.disputes(),
  },
  ['transaction'],
);

type WebhooksByUrl = ReadonlyMap<string, string>;
const cache = new LRUCache<string, WebhooksByUrl>({
  max: 500,
  ttl: 60_000,
  ttlResolution: 0,
  perf: { now: () => Date.now() },
});

/** Webhook ids by url, without urls of two webhooks. Null if the list could not be read. */
export async function webhooksByUrl(accountId: string, port: ProviderPort, call: Call) {
  const known = cache.get(accountId);
  if (known !== undefined) return known;
  try {
    const webhooks = byUrl((await port.webhooks?.list(call))?.items ?? []);
    cache.set(accountId, webhooks);
    return webhooks;
  } catch {
    call.signal?.throwIfAborted();
    return null;
  }
}

function byUrl(list: readonly { id: string; url: string | null }[]): WebhooksByUrl {
  const groups = [...Map.groupBy(list, ({ url }) => url)];
  return new Map(
    groups.flatMap(([url, [first, ...more]]): [string, string][] =>
      url === null || first === undefined || more.length > 0 ? [] : [[url, first.id]],
    ),
  );
}

/** A history record as an index row. Missing fields are derived (event, webhook, time) and listed. */
export function rowOf(accountId: string, record: CallbackRecord, webhooks: WebhooksByUrl | null) {
  const body = factsOf(record.body);
  const derived: string[] = [];
  const event = record.event ?? derive(derived, 'event', eventOfBody(body));
  const known = record.url === null ? null : (webhooks?.get(record.url) ?? null);
  const webhookId = record.webhookId ?? derive(derived, 'webhookId', known);
  const seenAt = databaseIso();
  const createdAt = record.createdAt ?? derive(derived, 'createdAt', seenAt) ?? seenAt;
  const delivered = isDelivered(record.status);
  const row: NewDelivery = {
    accountId,
    id: record.id,
    transactionId: record.transactionId,
    webhookId,
    url: record.url,
    host: hostOf(record.url),
    event,
    status: record.status,
    delivered,
    outcome: delivered ? 'delivered' : 'failed',
    lastAt: new Date(createdAt),
    responseTimeMs: record.responseTimeMs,
    createdAt: new Date(createdAt),
    amount: body.amount,
    clientReference: body.clientReference,
    transactionStatus: body.status,
    transactionCreatedAt: body.createdAt === null ? null : new Date(body.createdAt),
    derived,
  };
  return row;
}

/** Removes an erased person's reference, and their data in the url. */
export function withoutErased(row: NewDelivery, body: unknown, erased: Erased): NewDelivery {
  const { accountId, transactionId, clientReference, url } = row;
  const isErased = erased(() => {
    const forms = formsIn([body, clientReference, url]);
    return transactionId ? forms.add(transactionForm(accountId, transactionId)) : forms;
  });
  if (!isErased) return row;
  return { ...row, clientReference: null, url: url && without(url, erased) };
}

function derive<T>(derived: string[], name: string, value: T | null): T | null {
  if (value !== null) derived.push(name);
  return value;
}

function factsOf(body: unknown) {
  // A provider may wrap the body: the layer with the most known fields is the transaction.
  const layers = unwrapLayers(isObject(body) ? body : {}, ['transaction', 'data', 'payload']).map(readBody);
  const fields = layers.sort((a, b) => b.known - a.known)[0]?.fields ?? readBody({}).fields;
  return {
    status: fields.status,
    amount: decimalToCents(fields.amount)?.cents ?? null,
    clientReference: fields.clientReference === null ? null : cut(fields.clientReference, 200),
    createdAt: fields.createdAt,
    hasInfraction: layers.some((layer) => layer.fields.infraction !== null),
  };
}

/** Earlier failures are given up. By `completeAt`: newer attempts may not have been read yet. */
export const givenUpBefore = (completeAt: Date | null): Date =>
  new Date((completeAt?.getTime() ?? 0) - GIVEN_UP_MS);

/** A row as a record, not masked yet; `serializeFor` drops the index's own columns. */
export function deliveryRecord(row: DeliveryRow, completeAt: Date | null): Delivery {
  const givenUp = row.outcome === 'failed' && row.lastAt < givenUpBefore(completeAt);
  return {
    ...row,
    outcome: givenUp ? 'given_up' : (row.outcome as Delivery['outcome']),
    createdAt: row.createdAt.toISOString(),
    derived: [...row.derived, 'attempt', 'outcome', ...(row.resendId === null ? [] : ['resendId'])],
  };
}

const SEQ_LOCK = 748_026;

type Found = { transactionId: string | null };

/**
 * Locks the account's records: readers follow `seq`, so a lower one must not be committed later; and all
 * writers change the same few count rows.
 */
export async function lockRecords(tx: Transaction, accountId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${SEQ_LOCK}, hashtext(${accountId}))`);
}

/** Adds at most a few hundred records and updates attempts and outcomes. Returns how many were new. */
export async function storeRecords(tx: Transaction, rows: readonly NewDelivery[]): Promise<number> {
  const [first] = rows;
  if (first === undefined) return 0;
  await lockRecords(tx, first.accountId);
  const added = await tx
    .insert(deliveries)
    .values([...rows])
    .onConflictDoNothing()
    .returning({ transactionId: deliveries.transactionId, delivered: deliveries.delivered });
  for (const { delivered } of added)
    metrics()?.deliveriesIndexed.inc({ outcome: delivered ? 'delivered' : 'failed' });
  await regroup(tx, first.accountId, added);
  return added.length;
}

/**
 * Attempt: order among records of one transaction, event and url. Recovered: a later one was delivered. A
 * dispute's next change has the same event, so its attempts start again after a delivered one. Open: the last
 * record of the current state's callback to an address that never accepted it (decision 11), unless closed.
 */
export async function regroup(tx: Transaction, accountId: string, records: readonly Found[]): Promise<void> {
  const ids = [...new Set(records.map(({ transactionId }) => transactionId))].filter((id) => id !== null);
  if (ids.length === 0) return;
  await tx.execute(sql`
    update deliveries d
    set attempt = g.attempt, attempts = g.attempts, last_at = g.last_at, outcome = g.outcome, open = g.open
    from (
      select id, arrived_at, attempt, attempts, last_at,
        case when delivered then 'delivered'
          when delivered_at >= created_at then 'recovered'
          when unresolved and closed then 'closed'
          when attempts >= ${MOST_ATTEMPTS} then 'given_up'
          else 'failed' end as outcome,
        unresolved and not closed as open
      from (
        select *, is_state and event is not distinct from current_event and not taken and place = 1 as unresolved
        from (
        select id, arrived_at, delivered, created_at, event, is_state,
          first_value(event) over (partition by transaction_id order by is_state desc, created_at desc, id desc)
            as current_event,
          bool_or(delivered) over (partition by transaction_id, event, coalesce(webhook_id, url)) as taken,
          bool_or(is_closed) over (partition by transaction_id, event, coalesce(webhook_id, url)) as closed,
          row_number() over (
            partition by transaction_id, event, coalesce(webhook_id, url) order by created_at desc, id desc) as place,
          row_number() over (partition by transaction_id, event, url, change order by created_at, id)::int as attempt,
          count(*) over (partition by transaction_id, event, url, change)::int as attempts,
          max(created_at) over (partition by transaction_id, event, url, change) as last_at,
          max(case when delivered then created_at end) over (partition by transaction_id, event, url)
            as delivered_at
        from (
          select *, event is distinct from 'INFRACTION_CHANGED' as is_state, exists (
              select 1 from closed_failures c where c.account_id = n.account_id and c.delivery_id = n.id
            ) as is_closed,
            count(*) filter (where delivered and event = 'INFRACTION_CHANGED') over (
              partition by transaction_id, event, url order by created_at, id
              rows between unbounded preceding and 1 preceding) as change
          from deliveries n
          where account_id = ${accountId} and ${inArray(sql`transaction_id`, ids)}
        ) as named
        ) as placed
      ) as records
    ) as g
    where d.account_id = ${accountId} and d.id = g.id and d.arrived_at = g.arrived_at
      and (d.attempt, d.attempts, d.last_at, d.outcome, d.open)
        is distinct from (g.attempt, g.attempts, g.last_at, g.outcome, g.open)`);
}

/** By account: the webhook list that was last applied to all its records. */
const appliedLists = new Map<string, string>();

/** Sets the webhook of records without one by their url, once per list. Null: the list is unknown. */
export async function assignWebhooks(accountId: string, webhooks: WebhooksByUrl | null): Promise<void> {
  const list = webhooks === null ? null : JSON.stringify([...webhooks]);
  if (webhooks === null || list === null) return void appliedLists.delete(accountId);
  if (appliedLists.get(accountId) === list) return;
  const pairs = [...webhooks].map(([url, id]) => sql`(${url}, ${id})`);
  if (pairs.length > 0)
    await db().transaction(async (tx) => {
      await lockRecords(tx, accountId);
      await tx.execute(sql`
        update deliveries d
        set webhook_id = w.id, derived = array_append(d.derived, 'webhookId')
        from (values ${sql.join(pairs, sql`, `)}) as w (url, id)
        where d.account_id = ${accountId} and d.webhook_id is null and md5(d.url) = md5(w.url) and d.url = w.url`);
    });
  appliedLists.set(accountId, list);
}
