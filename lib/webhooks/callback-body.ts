import 'server-only';
import { createHash } from 'node:crypto';
import { parseJson } from '#lib/http/json.ts';
import { layersOf } from '#lib/providers/envelopes.ts';
import { isObject, objectReader, raw, text } from '#lib/providers/fields.ts';
import type { ToldBlock } from '#lib/providers/told-blocks.ts';
import { cut } from '#lib/text.ts';

/**
 * What a callback says. Of the Pix account API (document 1, Callback payload) in whatever spelling and envelope; of the
 * Hub see hub-callback.ts. `transactionId`: what it is about, with its kind where the Hub names one.
 */
export type CallbackFacts = {
  transactionId: string;
  event: string;
  status: string | null;
  infraction: { id: string | null; status: string | null } | null;
  clientReference?: string;
  /** Document 2: the delivery's own id, the same on every attempt and on a resend. */
  deliveryId?: string;
  /** Document 2, ACCOUNT_*: whether the account's operations are refused. */
  block?: ToldBlock;
  /** What open pages read again because of it; absent: what payments are shown in. */
  features?: readonly string[];
};

const readBody = objectReader({
  id: text('transactionId', '_id', 'uuid'),
  status: text('transactionStatus'),
  event: text('eventType', 'eventName'),
  infraction: raw('dispute', 'med'),
  endToEndId: text(),
  amount: raw(),
  createdAt: text(),
  clientReference: text('externalRef', 'externalReference'),
});
const readInfraction = objectReader({
  id: text('infractionId', 'disputeId', '_id', 'uuid', 'protocol'),
  status: text('infractionStatus', 'state'),
});

/** Null where the body names no transaction. The event is the header's, else it follows from the body. */
export function readCallback(body: string, header: string | undefined): CallbackFacts | null {
  const layers = objectsIn(body);
  const [best] = layers
    .map((object) => readBody(object))
    .filter(({ fields }) => fields.id !== null)
    .sort((a, b) => b.known - a.known);
  if (best === undefined || best.fields.id === null) return null;
  const { id, status, event, infraction, clientReference } = best.fields;
  const dispute = isObject(infraction) ? readInfraction(infraction).fields : null;
  const derived = dispute !== null ? 'INFRACTION_CHANGED' : `TRANSACTION_${status ?? 'UNKNOWN'}`;
  return {
    transactionId: cut(id, 128),
    event: wordOf(header) ?? wordOf(event) ?? cut(derived, 80),
    status,
    infraction: dispute,
    ...(clientReference === null ? {} : { clientReference: cut(clientReference, 64) }),
  };
}

function objectsIn(body: string): Record<string, unknown>[] {
  try {
    const text = body.startsWith('\u{feff}') ? body.slice(1) : body;
    return layersOf(parseJson(text), ['transaction', 'data', 'payload']);
  } catch {
    return [];
  }
}

const wordOf = (word: string | null | undefined) => (word && /^[A-Za-z_]{2,80}$/.test(word) ? word : null);

/** One text for what is one callback, however often it comes: the transaction and event, of a dispute its state too. */
export function dedupeKeyOf({ transactionId, event, infraction, deliveryId }: CallbackFacts): string {
  if (deliveryId !== undefined) return createHash('sha256').update(`delivery ${deliveryId}`).digest('hex');
  const parts = [transactionId, event];
  if (event === 'INFRACTION_CHANGED') parts.push(infraction?.id ?? '', infraction?.status ?? '');
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
