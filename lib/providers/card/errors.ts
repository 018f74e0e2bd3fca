import 'server-only';
import type { FieldFault } from '#lib/core/errors.ts';
import { parseJson } from '#lib/core/http/json.ts';
import type { HttpAnswer } from '#lib/core/http/request.ts';
import { lookupTable } from '#lib/core/lookup-table.ts';
import { maskCardNumbers } from '#lib/core/masking/card-number.ts';
import { waitSecondsOf } from '#lib/core/provider-numbers.ts';
import { cut } from '#lib/core/text.ts';
import type { ErrorDialect, Refusal } from '#lib/providers/client/errors.ts';
import * as means from '#lib/providers/field-aliases.ts';
import { isObject, number, objectReader, plainKey, raw, wholeNumber } from '#lib/providers/fields.ts';
import { unwrapLayers } from '#lib/providers/unwrap.ts';

const LONGEST_MESSAGE = 500;
const LONGEST_ENVELOPE = 20_000;
const MOST_FIELDS = 50;

const readEnvelope = objectReader({
  message: means.errorMessage(),
  error: raw(),
  code: means.errorCode(),
  errors: means.faults(),
  statusCode: number('status'),
  requestId: means.requestId(),
  retryAfterSeconds: means.retryAfter(),
});
type Envelope = ReturnType<typeof readEnvelope>['fields'];

/**
 * The card API's errors: `message`, `error`, and a message at each wrong field. Document 3 does not show the
 * envelope.
 */
export const CARD_ERRORS: ErrorDialect = {
  refusalOf,
  credential: new Set(),
  blocking: new Set(),
  unauthorized: 'CARD_UNAUTHORIZED',
};

function refusalOf(answer: HttpAnswer, now: number): Refusal | null {
  const good = answer.kind === 'ok';
  if (good && !mayBeError(answer.text)) return null;
  const envelope = envelopeIn(answer.text);
  const status = good ? wholeNumber(envelope?.statusCode) : answer.status;
  // A 2xx without an error status inside is no refusal; the reader of the answer judges it.
  if (status === null || (good && (status < 400 || status > 599))) return null;
  const code = envelope?.code ?? null;
  return {
    kind: 'refused',
    status,
    code: code !== null && /^[A-Z][A-Z0-9_]{2,60}$/.test(code) ? code : null,
    message: shown(envelope?.message ?? wordsOf(envelope?.error) ?? firstMessage(envelope?.errors)),
    requestId: envelope?.requestId ?? answer.headers['x-request-id'] ?? null,
    retryAfterSeconds: waitSecondsOf(envelope?.retryAfterSeconds, answer.headers['retry-after'], now),
    fields: fieldsOf(envelope),
    sourceIp: null,
  };
}

/** Avoids parsing every good answer twice. A charge contains no HTTP status code. */
const mayBeError = (body: string) =>
  body.length < LONGEST_ENVELOPE && /"status_?code"\s*:\s*"?[45]\d\d\b/i.test(body);

function envelopeIn(body: string): Envelope | null {
  try {
    const [best] = unwrapLayers(parseJson(body), ['error'])
      .map(readEnvelope)
      .sort((a, b) => b.known - a.known);
    return best?.fields ?? null;
  } catch {
    return null;
  }
}

const wordsOf = (value: unknown) => (typeof value === 'string' ? value : null);

/** Masks card numbers that a provider echoes. */
const shown = (words: string | null) =>
  words === null ? null : cut(maskCardNumbers(words), LONGEST_MESSAGE);

const readFault = objectReader({
  field: means.faultField(),
  message: means.faultMessage(),
});
/** `creditCardPayment.installments: must be 1`: a field named inside its message. */
const NAMED = /^\s*([A-Za-z][\w.[\]]{0,120})\s*:\s+(.+)$/s;

function faultsOf(list: unknown): { field: string | null; message: string }[] {
  if (isObject(list))
    return Object.entries(list).map(([field, words]) => ({ field, message: wordIn(words) }));
  if (!Array.isArray(list)) return [];
  return list.slice(0, MOST_FIELDS).map((one: unknown) => {
    const { field, message } = isObject(one) ? readFault(one).fields : { field: null, message: wordsOf(one) };
    const inside = field === null ? NAMED.exec(message ?? '') : null;
    return { field: field ?? inside?.[1] ?? null, message: inside?.[2] ?? message ?? '' };
  });
}

const wordIn = (value: unknown): string =>
  wordsOf(Array.isArray(value) ? value.find((one) => typeof one === 'string') : value) ?? '';

function firstMessage(errors: unknown): string | null {
  const [first] = faultsOf(errors);
  return first === undefined || first.message === '' ? null : first.message;
}

function fieldsOf(envelope: Envelope | null): FieldFault[] {
  return faultsOf(envelope?.errors).flatMap(({ field, message }) =>
    field === null ? [] : [{ field: ourName(field), message: shown(message) ?? '' }],
  );
}

/** Document 3's field names → Guichê's. */
const OURS = lookupTable<string>({
  'creditcardpayment.card': 'card',
  'creditcardpayment.card.number': 'card.number',
  'creditcardpayment.card.holder': 'card.holder',
  'creditcardpayment.card.expiration': 'card.expiration',
  'creditcardpayment.card.cvv': 'card.cvv',
  'creditcardpayment.installments': 'installments',
  'creditcardpayment.authenticate': 'authenticate',
  'customer.identity': 'customer.document',
  'customer.identitytype': 'customer.documentType',
});

function ourName(field: string): string {
  const path = cut(field.replace(/^body\./, '').replace(/\[(\d+)\]/g, '.$1'), 120);
  return OURS[path.split('.').map(plainKey).join('.')] ?? path;
}
