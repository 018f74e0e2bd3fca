import 'server-only';
import { parseJson } from '#lib/core/http/json.ts';
import { countOf } from '#lib/core/provider-numbers.ts';
import { cut } from '#lib/core/text.ts';
import * as means from '#lib/providers/field-aliases.ts';
import { objectReader, wholeNumber } from '#lib/providers/fields.ts';
import { blockInEvent } from '#lib/providers/reported-blocks.ts';
import { unwrapLayers } from '#lib/providers/unwrap.ts';
import type { CallbackFacts } from '#lib/webhooks/callback-body.ts';

const readBody = objectReader({
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
const WORD = /^[A-Z][A-Z_]{2,59}$/;

/**
 * Document 2, Request shape: `{ event, id, sentAt, accountId, data }`. Null if neither body nor headers name
 * an event and its subject. INFRACTION_* are about a dispute, ACCOUNT_* about the account.
 */
export function readHubCallback(
  body: string,
  headers: Readonly<Record<string, string | undefined>>,
): CallbackFacts | null {
  const layers = objectsIn(body);
  const named = layers.map((layer) => readBody(layer).fields).find(({ event }) => WORD.test(event ?? ''));
  // The body takes precedence because it is signed; the headers are not.
  const event = wordOf(named?.event) ?? wordOf(headers['x-service-event']);
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

const wordOf = (word: string | null | undefined) => (word && WORD.test(word) ? word : null);

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
  const hours = objectsIn(body).map((layer) => countOf(wholeNumber(readData(layer).fields.hoursRemaining)));
  return hours.find((one) => one !== null) ?? null;
}

function objectsIn(body: string): Record<string, unknown>[] {
  try {
    const text = body.startsWith('\u{feff}') ? body.slice(1) : body;
    return unwrapLayers(parseJson(text), ['data', 'payload', 'infraction', 'dispute']);
  } catch {
    return [];
  }
}
