import 'server-only';
import { layersOf, listOf, named, UnreadableAnswer, type WireList } from '#lib/providers/envelopes.ts';
import {
  flag,
  instant,
  number,
  objectReader,
  plainKey,
  type ReadObject,
  raw,
  text,
} from '#lib/providers/fields.ts';

/** Document 1's callback history and resend answers, whose fields it does not show: every spelling read. */

const DELIVERY = {
  id: text('callbackId', 'deliveryId', 'callbackLogId', '_id'),
  transaction: text('transactionId'),
  webhook: text('webhookId'),
  url: text(
    'callbackUrl',
    'webhookUrl',
    'endpoint',
    'targetUrl',
    'destination',
    'destinationUrl',
    'request.url',
  ),
  event: text('eventType', 'eventName', 'trigger'),
  status: raw(),
  statusCode: raw(
    ...['httpStatus', 'httpStatusCode', 'responseStatus', 'responseCode', 'httpCode', 'code'],
    'responseStatusCode',
  ),
  responseTime: raw(
    ...['responseTimeMs', 'duration', 'durationMs', 'elapsed', 'elapsedMs', 'latency', 'latencyMs'],
    'response.duration',
  ),
  createdAt: instant('sentAt', 'attemptedAt', 'deliveredAt', 'date', 'timestamp', 'creationDate', 'created'),
  body: raw('payload', 'requestBody', 'sentBody', 'requestPayload', 'content'),
  responseBody: raw('response', 'responseText', 'responsePayload', 'responseContent'),
  responseHeaders: raw(),
  error: raw('errorMessage', 'failureReason', 'failure', 'errorDetail'),
};
const IDS = new Set(['id', ...DELIVERY.id.spellings].map(plainKey));
const readFields = objectReader(DELIVERY, ['callback', 'delivery', 'log']);
export type WireDelivery = ReadObject<typeof DELIVERY>;

/** GET /user/callbacks. */
export function readDeliveries(json: unknown): Omit<WireList, 'rows'> & { rows: WireDelivery[] } {
  const { rows, ...rest } = listOf(json, ['callbacks', 'callbackLogs', 'deliveries', 'logs']);
  return { ...rest, rows: rows.map(readFields.row) };
}

/**
 * GET /user/callbacks/{id} and GET /user/webhooks/{id}/sent/{callbackId}. The outermost object that looks like a
 * record: what it carried stands inside and looks like one too.
 */
export function readDelivery(json: unknown): WireDelivery {
  const found = layersOf(json, ['callback', 'callbacks', 'callbackLog', 'delivery', 'sentWebhookDetails'])
    .filter((layer) => Object.keys(layer).some((key) => IDS.has(plainKey(key))))
    .map(readFields)
    .find(({ fields, known }) => fields.id !== null && known >= 2);
  if (found === undefined) throw new UnreadableAnswer('delivery');
  return found;
}

const RESEND = {
  count: number('total', 'quantity', 'accepted', 'enqueued', 'enqueuedCount', 'totalEnqueued', 'queued'),
  truncated: flag('isTruncated'),
  message: text('detail', 'description'),
};
const ITEM = {
  transaction: text('transactionId', 'id'),
  webhook: text('webhookId'),
  event: text('eventType', 'eventName'),
};
const readResendFields = objectReader(RESEND);
const readItem = objectReader(ITEM);
export type WireResend = ReadObject<typeof RESEND>['fields'] & { items: ReadObject<typeof ITEM>['fields'][] };

const ITEMS = ['items', 'callbacks', 'entries', 'transactions', 'transactionIds'];

/** What a resend route answered: `enqueued` as an object or a number, counts and a sentence beside or inside it. */
export function readResend(json: unknown): WireResend {
  const layers = layersOf(json, ['enqueued', 'resend', 'resent']).filter((layer) => !isItem(layer));
  const read = layers.map((layer) => readResendFields(layer).fields);
  if (json !== null && layers.length === 0) throw new UnreadableAnswer('resend result');
  return {
    count: firstOf(read, 'count'),
    truncated: firstOf(read, 'truncated'),
    message: firstOf(read, 'message'),
    items: [
      ...named(layers, ITEMS).map((item) => readItem(item).fields),
      ...textsOf(layers).map((transaction) => ({ transaction, webhook: null, event: null })),
    ],
  };
}

/** A list's first entry is opened with its list; it is none of the answer's own objects. */
const isItem = (layer: Record<string, unknown>) => 'transactionId' in layer;

function textsOf(layers: readonly Record<string, unknown>[]): string[] {
  return layers.flatMap((layer) =>
    ITEMS.flatMap((name) => {
      const list = layer[name];
      return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : [];
    }),
  );
}

function firstOf<F extends object, K extends keyof F>(read: readonly F[], name: K): F[K] | null {
  return read.find((fields) => fields[name] !== null)?.[name] ?? null;
}
