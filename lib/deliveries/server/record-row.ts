import 'server-only';
import type { SQL } from 'drizzle-orm';
import { decimalToCents } from '#lib/core/money.ts';
import { cut } from '#lib/core/text.ts';
import { type Database, db } from '#lib/data/client.ts';
import { databaseIso } from '#lib/data/clock.ts';
import type { Erased } from '#lib/data/erasure/erased-index.ts';
import { formsIn, transactionForm, without } from '#lib/data/erasure/forms.ts';
import type { deliveries } from '#lib/data/schema/deliveries.ts';
import type { Delivery } from '#lib/deliveries/contract.ts';
import { eventOfBody, GIVEN_UP_MS, hostOf, isDelivered } from '#lib/deliveries/rules.ts';
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

const CACHE_MS = 60_000;

export type WebhooksByUrl = ReadonlyMap<string, string>;

const cache = new Map<string, { until: number; webhooks: WebhooksByUrl }>();

/**
 * Ids of registered webhooks by url, for records without a webhook id; a url of two webhooks is left out.
 * Null if the list could not be read; the next call tries again. A provider without that route counts as
 * having no webhooks.
 */
export async function webhooksByUrl(
  accountId: string,
  port: ProviderPort,
  call: Call,
): Promise<WebhooksByUrl | null> {
  const known = cache.get(accountId);
  if (known !== undefined && known.until > Date.now()) return known.webhooks;
  try {
    const webhooks = byUrl((await port.webhooks?.list(call))?.items ?? []);
    cache.set(accountId, { until: Date.now() + CACHE_MS, webhooks });
    return webhooks;
  } catch {
    call.signal?.throwIfAborted();
    return null;
  }
}

function byUrl(list: readonly { id: string; url: string | null }[]): WebhooksByUrl {
  const webhooks = new Map<string, string>();
  const twice = new Set<string>();
  for (const { id, url } of list) {
    if (url === null) continue;
    if (webhooks.has(url)) twice.add(url);
    webhooks.set(url, id);
  }
  for (const url of twice) webhooks.delete(url);
  return webhooks;
}

/**
 * A history record as an index row. Missing fields are derived and listed in `derived`: event from the body,
 * webhook from the url, time from when it was read.
 */
export function rowOf(
  accountId: string,
  record: CallbackRecord,
  webhooks: WebhooksByUrl | null,
): NewDelivery {
  const body = factsOf(record.body);
  const derived: string[] = [];
  const event = record.event ?? derive(derived, 'event', eventOfBody(body));
  const known = record.url === null ? null : (webhooks?.get(record.url) ?? null);
  const webhookId = record.webhookId ?? derive(derived, 'webhookId', known);
  const seenAt = databaseIso();
  const createdAt = record.createdAt ?? derive(derived, 'createdAt', seenAt) ?? seenAt;
  const delivered = isDelivered(record.status);
  return {
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
}

/**
 * For an erased person's transaction: removes the merchant's reference, and the person's data from the url.
 */
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

/** The rows of raw SQL, the same for both databases. Counts may be text; instants may be text or Date. */
export async function rowsOf<Row>(query: SQL, on: Pick<Database, 'execute'> = db()): Promise<Row[]> {
  const answer = (await on.execute(query)) as unknown as { rows: Row[] };
  return answer.rows;
}

/**
 * Failures whose last attempt is before this are given up. It depends on `completeAt`, because the index may
 * not have read newer attempts yet.
 */
export const givenUpBefore = (completeAt: Date | null): Date =>
  new Date((completeAt?.getTime() ?? 0) - GIVEN_UP_MS);

/** A row as a record, not masked yet. */
export function deliveryRecord(row: DeliveryRow, completeAt: Date | null): Delivery {
  const givenUp = row.outcome === 'failed' && row.lastAt < givenUpBefore(completeAt);
  return {
    id: row.id,
    transactionId: row.transactionId,
    webhookId: row.webhookId,
    url: row.url,
    event: row.event,
    status: row.status,
    outcome: givenUp ? 'given_up' : (row.outcome as Delivery['outcome']),
    open: row.open,
    attempt: row.attempt,
    responseTimeMs: row.responseTimeMs,
    createdAt: row.createdAt.toISOString(),
    amount: row.amount,
    clientReference: row.clientReference,
    transactionStatus: row.transactionStatus,
    resendId: row.resendId,
    derived: [...row.derived, 'attempt', 'outcome', ...(row.resendId === null ? [] : ['resendId'])],
  };
}
