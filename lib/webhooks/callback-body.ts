import 'server-only';
import { createHash } from 'node:crypto';
import { parseJson } from '#lib/core/http/json.ts';
import { cut } from '#lib/core/text.ts';
import { eventOfStatus } from '#lib/deliveries/rules.ts';
import * as means from '#lib/providers/field-aliases.ts';
import { isObject, objectReader } from '#lib/providers/fields.ts';
import type { ReportedBlock } from '#lib/providers/reported-blocks.ts';
import { unwrapLayers } from '#lib/providers/unwrap.ts';

/**
 * The facts of a callback of the Pix account API (document 1, Callback payload), in any spelling and
 * envelope; hub-callback.ts reads the Hub's. `transactionId`: the callback's subject, prefixed with its kind
 * where the Hub names one.
 */
export type CallbackFacts = {
  transactionId: string;
  event: string;
  status: string | null;
  infraction: { id: string | null; status: string | null } | null;
  clientReference?: string;
  /** Document 2: the delivery's id, the same for every attempt and resend. */
  deliveryId?: string;
  /** Document 2, ACCOUNT_*: whether the provider refuses the account's operations. */
  block?: ReportedBlock;
  /** Features that open pages reload after this callback; absent: those that show payments. */
  features?: readonly string[];
};

const readBody = objectReader(
  {
    // The payment's id may appear besides the callback's own id. An alias of it only counts if neither name
    // is present.
    ofPayment: { ...means.ofPayment(), aliases: [] },
    id: { ...means.id(), aliases: means.ofPayment().aliases },
    status: means.state('transactionStatus'),
    event: means.event(),
    infraction: means.disputes('med'),
    endToEndId: means.endToEndId(),
    amount: means.amount(),
    createdAt: means.made(),
    clientReference: means.reference(),
  },
  ['transaction'],
);
const readInfraction = objectReader({ id: means.id(), named: means.ofDispute(), status: means.state() }, [
  ...['infraction', 'dispute'],
]);

/** Null if the body names no transaction. The event comes from the header, otherwise from the body. */
export function readCallback(body: string, header: string | undefined): CallbackFacts | null {
  const layers = objectsIn(body).map((object) => readBody(object));
  const [best] = layers
    .filter(({ fields }) => (fields.ofPayment ?? fields.id) !== null)
    .sort((a, b) => b.known - a.known);
  if (best === undefined) return null;
  const { status, infraction, clientReference } = best.fields;
  // An envelope may name the event outside the transaction object.
  const event = best.fields.event ?? layers.find(({ fields }) => fields.event !== null)?.fields.event;
  const id = best.fields.ofPayment ?? best.fields.id ?? '';
  const dispute = disputeIn(infraction);
  const derived = dispute !== null ? 'INFRACTION_CHANGED' : eventOfStatus(status ?? 'UNKNOWN');
  return {
    transactionId: cut(id, 128),
    event: wordOf(header) ?? wordOf(event) ?? cut(derived, 80),
    status,
    infraction: dispute,
    ...(clientReference === null ? {} : { clientReference: cut(clientReference, 64) }),
  };
}

/** The body's dispute, alone or the first of a list. */
function disputeIn(value: unknown): CallbackFacts['infraction'] {
  const one = Array.isArray(value) ? value.find(isObject) : value;
  if (!isObject(one)) return null;
  const { id, named, status } = readInfraction(one).fields;
  return { id: id ?? named, status };
}

function objectsIn(body: string): Record<string, unknown>[] {
  try {
    const text = body.startsWith('\u{feff}') ? body.slice(1) : body;
    return unwrapLayers(parseJson(text), ['transaction', 'data', 'payload']);
  } catch {
    return [];
  }
}

const wordOf = (word: string | null | undefined) => (word && /^[A-Za-z_]{2,80}$/.test(word) ? word : null);

/**
 * The same key for every repeat of a callback: delivery id, or transaction and event, plus a dispute's id and
 * status.
 */
export function dedupeKeyOf({ transactionId, event, infraction, deliveryId }: CallbackFacts): string {
  if (deliveryId !== undefined) return createHash('sha256').update(`delivery ${deliveryId}`).digest('hex');
  const parts = [transactionId, event];
  if (event === 'INFRACTION_CHANGED') parts.push(infraction?.id ?? '', infraction?.status ?? '');
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
