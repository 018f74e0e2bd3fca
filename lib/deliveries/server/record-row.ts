import 'server-only';
import { databaseNow } from '#lib/db/clock.ts';
import type { deliveries } from '#lib/db/schema/deliveries.ts';
import { eventOfBody, hostOf, isDelivered } from '#lib/deliveries/rules.ts';
import type { WebhooksByUrl } from '#lib/deliveries/server/webhooks-by-url.ts';
import { formsIn, transactionForm, without } from '#lib/erased/forms.ts';
import type { Erased } from '#lib/erased/server/tombstones.ts';
import { decimalToCents } from '#lib/money.ts';
import { layersOf } from '#lib/providers/envelopes.ts';
import { isObject, objectReader } from '#lib/providers/fields.ts';
import * as means from '#lib/providers/meanings.ts';
import type { CallbackRecord } from '#lib/providers/records.ts';
import { cut } from '#lib/text.ts';

export type DeliveryRow = typeof deliveries.$inferSelect;
export type NewDelivery = Omit<typeof deliveries.$inferInsert, 'seq'>;

/** Document 1, Callback payload: the few fields of the delivered transaction that lists need. */
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

/**
 * A record of the history as the index keeps it. What it lacks is derived, and named in `derived`: the event from
 * the body, the webhook by its url, the time from when it was read.
 */
export function rowOf(
  accountId: string,
  record: CallbackRecord,
  webhooks: WebhooksByUrl | null,
): NewDelivery {
  const body = factsOf(record.body);
  const derived: string[] = [];
  const event = record.event ?? noted(derived, 'event', eventOfBody(body));
  const known = record.url === null ? null : (webhooks?.get(record.url) ?? null);
  const webhookId = record.webhookId ?? noted(derived, 'webhookId', known);
  const seenAt = new Date(databaseNow()).toISOString();
  const createdAt = record.createdAt ?? noted(derived, 'createdAt', seenAt) ?? seenAt;
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
 * Of an erased person's transaction the merchant's own reference is not kept either, and an address that names them
 * only without that.
 */
export function nobodys(row: NewDelivery, body: unknown, erased: Erased): NewDelivery {
  const { accountId, transactionId, clientReference, url } = row;
  const isErased = erased(() => {
    const forms = formsIn([body, clientReference, url]);
    return transactionId ? forms.add(transactionForm(accountId, transactionId)) : forms;
  });
  if (!isErased) return row;
  return { ...row, clientReference: null, url: url && without(url, erased) };
}

function noted<T>(derived: string[], name: string, value: T | null): T | null {
  if (value !== null) derived.push(name);
  return value;
}

function factsOf(body: unknown) {
  // A service may wrap what it sent: the layer that tells most is the transaction.
  const layers = layersOf(isObject(body) ? body : {}, ['transaction', 'data', 'payload']).map(readBody);
  const fields = layers.sort((a, b) => b.known - a.known)[0]?.fields ?? readBody({}).fields;
  return {
    status: fields.status,
    amount: decimalToCents(fields.amount)?.cents ?? null,
    clientReference: fields.clientReference === null ? null : cut(fields.clientReference, 200),
    createdAt: fields.createdAt,
    hasInfraction: layers.some((layer) => layer.fields.infraction !== null),
  };
}
