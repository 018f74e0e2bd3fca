import 'server-only';
import { createHash } from 'node:crypto';
import { parseJson } from '#lib/core/http/json.ts';
import { countOf } from '#lib/core/provider-numbers.ts';
import { cut } from '#lib/core/text.ts';
import { eventOfStatus } from '#lib/deliveries/rules.ts';
import { blockInEvent, type ReportedBlock } from '#lib/providers/account-blocks.ts';
import * as means from '#lib/providers/field-aliases.ts';
import { isObject, objectReader, wholeNumber } from '#lib/providers/fields.ts';
import { unwrapLayers } from '#lib/providers/unwrap.ts';

/** What a callback is about (documents 1 and 2). `transactionId`: its subject, with its kind for the Hub. */
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
  /** The body to store; absent: the received one. */
  storedBody?: string;
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
  'infraction',
  'dispute',
]);

const WORD = /^[A-Za-z_]{2,80}$/;

/** Null if the body names no transaction. The event comes from the header, otherwise from the body. */
export function readCallback(body: string, header: string | undefined): CallbackFacts | null {
  const layers = objectsIn(body, ['transaction', 'data', 'payload']).map(readBody);
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
    event: wordOf(WORD, header) ?? wordOf(WORD, event) ?? cut(derived, 80),
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

/** The body's object and those in its envelopes of these names; none if it is not JSON. */
function objectsIn(body: string, envelopes: string[]): Record<string, unknown>[] {
  try {
    const text = body.startsWith('\u{feff}') ? body.slice(1) : body;
    return unwrapLayers(parseJson(text), envelopes);
  } catch {
    return [];
  }
}

const wordOf = (form: RegExp, word: string | null | undefined) => (word && form.test(word) ? word : null);

/** The same key for every repeat: delivery id, or transaction and event, plus a dispute's id and status. */
export function dedupeKeyOf({ transactionId, event, infraction, deliveryId }: CallbackFacts): string {
  if (deliveryId !== undefined) return createHash('sha256').update(`delivery ${deliveryId}`).digest('hex');
  const parts = [transactionId, event];
  if (event === 'INFRACTION_CHANGED') parts.push(infraction?.id ?? '', infraction?.status ?? '');
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

const readHubBody = objectReader({
  event: means.event(),
  id: means.ofDelivery(),
  sentAt: means.sent(),
});
const readData = objectReader({
  ...means.ofKinds(),
  status: means.state(),
  externalRef: means.reference(),
  protocol: means.protocol(),
  infractionId: means.ofDispute(),
  hoursRemaining: means.hoursLeft(),
  changedAt: means.changed(),
});

/** Subject of a callback about a dispute; ACCOUNT_SUBJECT is that of a callback about the account. */
export const disputeSubject = (protocol: string) => cut(`dispute:${protocol}`, 128);
const ACCOUNT_SUBJECT = 'account';
const HUB_WORD = /^[A-Z][A-Z_]{2,59}$/;
const HUB_ENVELOPES = ['data', 'payload', 'infraction', 'dispute'];

/** Document 2, Request shape. Null if neither body nor headers name an event and its subject. */
export function readHubCallback(
  body: string,
  headers: Readonly<Record<string, string | undefined>>,
): CallbackFacts | null {
  const layers = objectsIn(body, HUB_ENVELOPES);
  const named = layers
    .map((layer) => readHubBody(layer).fields)
    .find(({ event }) => HUB_WORD.test(event ?? ''));
  // The body takes precedence because it is signed; the headers are not.
  const event = wordOf(HUB_WORD, named?.event) ?? wordOf(HUB_WORD, headers['x-service-event']);
  const [data] = layers.map((layer) => ({ layer, ...readData(layer) })).sort((a, b) => b.known - a.known);
  if (event === null || data === undefined) return null;
  const block = blockInEvent(event, data.layer);
  const { status, externalRef, protocol, infractionId } = data.fields;
  const dispute = event.startsWith('INFRACTION_') ? (protocol ?? infractionId) : null;
  const subject = dispute === null ? subjectOf(event, data.fields) : disputeSubject(dispute);
  if (subject === null) return null;
  const deliveryId = named?.id ?? headers['x-service-delivery']?.trim();
  return {
    transactionId: cut(subject, 128),
    event,
    status,
    infraction: dispute === null ? null : { id: cut(dispute, 128), status },
    ...(block === null ? {} : { block: { ...block, changedAt: block.changedAt ?? named?.sentAt ?? null } }),
    ...(externalRef === null ? {} : { clientReference: cut(externalRef, 64) }),
    ...(deliveryId ? { deliveryId: cut(deliveryId, 200) } : {}),
  };
}

type Data = ReturnType<typeof readData>['fields'];

/** A Hub id with its kind, as Guichê's routes and links use it. */
function subjectOf(event: string, { paymentId, depositId, withdrawId, transferId }: Data): string | null {
  if (paymentId !== null) return `payment:${paymentId}`;
  if (depositId !== null) return `deposit:${depositId}`;
  if (withdrawId !== null) return `withdraw:${withdrawId}`;
  if (transferId !== null) return `transfer:${transferId}`;
  return event.startsWith('ACCOUNT_') ? ACCOUNT_SUBJECT : null;
}

/** INFRACTION_DEADLINE: hours remaining when it was sent; null if the body has none. */
export function hoursRemainingIn(body: string): number | null {
  const hours = objectsIn(body, HUB_ENVELOPES).map((layer) =>
    countOf(wholeNumber(readData(layer).fields.hoursRemaining)),
  );
  return hours.find((one) => one !== null) ?? null;
}
