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
 * The facts of a callback: of the Pix account API (document 1, Callback payload) in any spelling and
 * envelope; of the Hub see hub-callback.ts. `transactionId`: its subject, with its kind where the Hub names
 * one.
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
  block?: ReportedBlock;
  /** Features that open pages read again because of it; absent: those that show payments. */
  features?: readonly string[];
};

const readBody = objectReader(
  {
    // The payment's id may stand beside the notice's own id; under a likely name it counts where neither does.
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

/** Null where the body names no transaction. The event is the header's, else it follows from the body. */
export function readCallback(body: string, header: string | undefined): CallbackFacts | null {
  const layers = objectsIn(body).map((object) => readBody(object));
  const [best] = layers
    .filter(({ fields }) => (fields.ofPayment ?? fields.id) !== null)
    .sort((a, b) => b.known - a.known);
  if (best === undefined) return null;
  const { status, infraction, clientReference } = best.fields;
  // An envelope names the event beside what it is of.
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

/** The one dispute that a body tells, alone or as the first of a list. */
function disputeIn(told: unknown): CallbackFacts['infraction'] {
  const one = Array.isArray(told) ? told.find(isObject) : told;
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

/** One text for what is one callback, however often it comes: the transaction and event, of a dispute its state too. */
export function dedupeKeyOf({ transactionId, event, infraction, deliveryId }: CallbackFacts): string {
  if (deliveryId !== undefined) return createHash('sha256').update(`delivery ${deliveryId}`).digest('hex');
  const parts = [transactionId, event];
  if (event === 'INFRACTION_CHANGED') parts.push(infraction?.id ?? '', infraction?.status ?? '');
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
