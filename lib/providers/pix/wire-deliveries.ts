import 'server-only';
import { layersOf, listOf, named, UnreadableAnswer, type WireList } from '#lib/providers/envelopes.ts';
import { objectReader, plainKey, type ReadObject } from '#lib/providers/fields.ts';
import * as means from '#lib/providers/meanings.ts';

/** Document 1's callback history and resend answers, whose fields it does not show: every spelling read. */

const DELIVERY = {
  id: means.id('callbackId', 'deliveryId', 'callbackLogId'),
  transaction: means.ofPayment(),
  webhook: means.ofWebhook(),
  url: means.url('callbackUrl', 'webhookUrl', 'destination', 'destinationUrl', 'request.url'),
  event: means.event(),
  status: means.state(),
  statusCode: means.httpStatus(),
  responseTime: means.tookMs(),
  createdAt: means.made(...means.sent().spellings, ...means.instantOfRow().spellings),
  body: means.payload(),
  responseBody: means.answer(),
  responseHeaders: means.answerHeaders(),
  error: means.failure(),
};
const IDS = new Set(['id', ...DELIVERY.id.spellings].map(plainKey));
const readFields = objectReader(DELIVERY, ['callback', 'delivery', 'log']);
export const readDeliveryRow = readFields.row;
export type WireDelivery = ReadObject<typeof DELIVERY>;

/** GET /user/callbacks. */
export function readDeliveries(json: unknown): Omit<WireList, 'rows'> & { rows: WireDelivery[] } {
  const { rows, ...rest } = listOf(json, ['callbacks', 'callbackLogs', 'deliveries', 'logs']);
  return { ...rest, rows: rows.map(readDeliveryRow) };
}

/**
 * GET /user/callbacks/{id} and GET /user/webhooks/{id}/sent/{callbackId}. The outermost object that looks like a
 * record: what it carried stands inside and looks like one too.
 */
export function readDelivery(json: unknown): WireDelivery {
  const layers = layersOf(json, ['callback', 'callbacks', 'callbackLog', 'delivery', 'sentWebhookDetails']);
  const found =
    layers
      .filter((layer) => Object.keys(layer).some((key) => IDS.has(plainKey(key))))
      .map(readFields)
      .find(({ fields, known }) => fields.id !== null && known >= 2) ??
    layers.map(readFields).find(({ fields, known }) => fields.url !== null && known >= 3);
  if (found === undefined) throw new UnreadableAnswer('delivery');
  return found;
}

const RESEND = {
  count: means.count('total', 'accepted', 'enqueued', 'enqueuedCount', 'totalEnqueued', 'queued'),
  truncated: means.truncated(),
  message: means.note('detail'),
};
const ITEM = { transaction: means.ofPayment('id'), webhook: means.ofWebhook(), event: means.event() };
const readResendFields = objectReader(RESEND);
const readItem = objectReader(ITEM);
export type WireResend = ReadObject<typeof RESEND>['fields'] & { items: ReadObject<typeof ITEM>['fields'][] };

const ITEMS = ['items', 'callbacks', 'entries', 'transactions', 'transactionIds'];

/** Reads a resend's answer: `enqueued` as an object or number, counts and a sentence beside or in it. */
export function readResend(json: unknown): WireResend {
  const layers = layersOf(json, ['enqueued', 'resend', 'resent']).filter((layer) => !isItem(layer));
  const read = layers.map((layer) => readResendFields(layer).fields);
  if (json !== null && layers.length === 0) throw new UnreadableAnswer('resend');
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
