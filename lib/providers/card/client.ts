import 'server-only';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { GuicheError, type InvalidField } from '#lib/core/errors.ts';
import { parseJson } from '#lib/core/http/json.ts';
import type { ClientTls, HttpAnswer } from '#lib/core/http/request.ts';
import { lookupTable } from '#lib/core/lookup-table.ts';
import { maskCardNumbers } from '#lib/core/masking/card-number.ts';
import type { Secret } from '#lib/core/masking/secret.ts';
import { waitSecondsOf } from '#lib/core/provider-numbers.ts';
import { cut } from '#lib/core/text.ts';
import type { ChangeBody, ChangeMethod, ChangeTerms } from '#lib/providers/client/change.ts';
import { ProviderClient, type Query, SYSTEM_CLOCK } from '#lib/providers/client/client.ts';
import {
  type ErrorDialect,
  LONGEST_ENVELOPE,
  LONGEST_MESSAGE,
  type Refusal,
  readFieldError,
} from '#lib/providers/client/errors.ts';
import { OAuthTokens } from '#lib/providers/client/oauth.ts';
import {
  type Answer,
  basicHeader,
  type ClientOptions,
  type Clock,
} from '#lib/providers/client/request-context.ts';
import * as means from '#lib/providers/field-aliases.ts';
import { isObject, number, objectReader, plainKey, raw, wholeNumber } from '#lib/providers/fields.ts';
import type { Call, Change, Outcome } from '#lib/providers/port.ts';
import { mostKnown, unwrapLayers } from '#lib/providers/unwrap.ts';

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

/** Document 3 does not show the envelope: `message`, `error`, and a message at each wrong field. */
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
    message: shown(envelope?.message ?? textOf(envelope?.error) ?? firstMessage(envelope?.errors)),
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
    return mostKnown(unwrapLayers(parseJson(body), ['error']), readEnvelope)?.fields ?? null;
  } catch {
    return null;
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : null);

const shown = (text: string | null) => (text === null ? null : cut(maskCardNumbers(text), LONGEST_MESSAGE));

/** `creditCardPayment.installments: must be 1`: a field named inside its message. */
const NAMED = /^\s*([A-Za-z][\w.[\]]{0,120})\s*:\s+(.+)$/s;

function invalidFieldsOf(list: unknown): { field: string | null; message: string }[] {
  if (isObject(list))
    return Object.entries(list).map(([field, value]) => ({ field, message: textIn(value) }));
  if (!Array.isArray(list)) return [];
  return list.slice(0, MOST_FIELDS).map((one: unknown) => {
    const { field, message } = isObject(one)
      ? readFieldError(one).fields
      : { field: null, message: textOf(one) };
    const inside = field === null ? NAMED.exec(message ?? '') : null;
    return { field: field ?? inside?.[1] ?? null, message: inside?.[2] ?? message ?? '' };
  });
}

const textIn = (value: unknown): string =>
  textOf(Array.isArray(value) ? value.find((one) => typeof one === 'string') : value) ?? '';

function firstMessage(errors: unknown): string | null {
  const [first] = invalidFieldsOf(errors);
  return first === undefined || first.message === '' ? null : first.message;
}

function fieldsOf(envelope: Envelope | null): InvalidField[] {
  return invalidFieldsOf(envelope?.errors).flatMap(({ field, message }) =>
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

export type CardCredential = { clientId: string; clientSecret: Secret; tls: ClientTls | undefined };
export type CardClientOptions = Omit<ClientOptions, 'authorize' | 'errors' | 'refused'> & CardCredential;

/** Lifetime of a token in seconds, as an integration assumes when the answer states none. */
const TOKEN_LIFE = 3600;

/** Why mutual TLS (document 3, Authentication) fails: Guichê's own codes, with texts in the catalogue. */
type CertificateFault =
  | 'CLIENT_CERTIFICATE_MISSING'
  | 'CLIENT_CERTIFICATE_UNREADABLE'
  | 'CLIENT_CERTIFICATE_EXPIRED'
  | 'CLIENT_CERTIFICATE_NOT_YET_VALID'
  | 'CLIENT_CERTIFICATE_REFUSED'
  | 'SERVER_CERTIFICATE_UNTRUSTED';

/** The account's own certificate. Instants are ISO 8601 UTC; null when it is unreadable. */
type OwnCertificate = { validFrom: string | null; validTo: string | null };
const UNREADABLE: OwnCertificate = { validFrom: null, validTo: null };

function readCertificate(tls: ClientTls | undefined): OwnCertificate | null {
  if (tls?.cert === undefined) return null;
  try {
    if (tls.key === undefined) return UNREADABLE;
    const certificate = new X509Certificate(tls.cert);
    if (!certificate.checkPrivateKey(createPrivateKey(tls.key))) return UNREADABLE;
    return {
      validFrom: certificate.validFromDate.toISOString(),
      validTo: certificate.validToDate.toISOString(),
    };
  } catch {
    return UNREADABLE;
  }
}

/** The certificate fault that prevents a call; checked before any send. `now` is epoch ms. */
function faultOf(certificate: OwnCertificate | null, now: number): CertificateFault | null {
  if (certificate === null) return null;
  const { validFrom, validTo } = certificate;
  if (validFrom === null || validTo === null) return 'CLIENT_CERTIFICATE_UNREADABLE';
  if (now >= Date.parse(validTo)) return 'CLIENT_CERTIFICATE_EXPIRED';
  return now < Date.parse(validFrom) ? 'CLIENT_CERTIFICATE_NOT_YET_VALID' : null;
}

const UNTRUSTED =
  /SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_(?:VERIFY|GET_ISSUER)|CERT_(?:HAS_EXPIRED|NOT_YET_VALID|UNTRUSTED|SIGNATURE)|ALTNAME_INVALID/;

const CLOSED = /ECONNRESET|UND_ERR_SOCKET|other side closed|socket hang up|EPIPE/i;

/** The certificate fault behind a connection fault; null for every other error. */
function faultBehind(
  error: GuicheError,
  { certificate, secure, worked }: { certificate: OwnCertificate | null; secure: boolean; worked: boolean },
): CertificateFault | null {
  const { provider, cause } = error.details;
  if (provider !== undefined || typeof cause !== 'string' || !secure) return null;
  const ours = certificate === null ? 'CLIENT_CERTIFICATE_MISSING' : 'CLIENT_CERTIFICATE_REFUSED';
  if (error.code === 'provider_credential') return ours;
  if (UNTRUSTED.test(cause)) return 'SERVER_CERTIFICATE_UNTRUSTED';
  // A server that receives no certificate, or refuses this one, often just closes the connection after the
  // request.
  return CLOSED.test(cause) && (certificate === null || !worked) ? ours : null;
}

/** The client of document 3: a token over mutual TLS. Certificate faults get their own errors. */
export class CardClient extends ProviderClient {
  readonly #options: CardClientOptions;
  readonly #certificate: OwnCertificate | null;
  readonly #now: () => number;
  #worked = false;

  constructor(options: CardClientOptions) {
    const clock = options.clock ?? SYSTEM_CLOCK;
    super({ ...options, errors: CARD_ERRORS, authorize: tokensOf(options, clock) });
    this.#options = options;
    this.#certificate = readCertificate(options.tls);
    this.#now = clock.now;
  }

  /** The end of the account's own certificate (ISO 8601 UTC); null without one. */
  certificate(): { validTo: string | null } | null {
    return this.#certificate === null ? null : { validTo: this.#certificate.validTo };
  }

  override async read(path: string, query: Query, call: Call, options = {}): Promise<Answer> {
    const fault = faultOf(this.#certificate, this.#now());
    if (fault !== null) throw this.#blocked(fault);
    try {
      const answer = await super.read(path, query, call, options);
      this.#worked = true;
      return answer;
    } catch (error) {
      throw this.#explained(error);
    }
  }

  override async change(
    method: ChangeMethod,
    path: string,
    body: ChangeBody,
    change: Change,
    terms: ChangeTerms = {},
  ): Promise<Outcome<Answer>> {
    const fault = faultOf(this.#certificate, this.#now());
    if (fault !== null) return { kind: 'refused', sent: false, error: this.#blocked(fault) };
    const outcome = await super.change(method, path, body, change, terms);
    if (outcome.kind === 'done') {
      this.#worked = true;
      return outcome;
    }
    const error = this.#explained(outcome.error);
    return error instanceof GuicheError ? { ...outcome, error } : outcome;
  }

  #explained(error: unknown): unknown {
    if (!(error instanceof GuicheError)) return error;
    const secure = this.#options.baseUrl.startsWith('https:');
    const fault = faultBehind(error, { certificate: this.#certificate, secure, worked: this.#worked });
    return fault === null ? error : this.#blocked(fault, error.details.cause);
  }

  /** Reports the block to the account's health too: no call succeeds until the certificate is replaced. */
  #blocked(code: CertificateFault, cause?: unknown): GuicheError {
    this.#options.monitor.report({ kind: 'blocked', code, sourceIp: null, changing: false });
    return new GuicheError('provider_credential', 'The certificates of this account do not let it call.', {
      provider: { code, message: null, requestId: null, status: null },
      ...(cause === undefined ? {} : { cause }),
    });
  }
}

const JSON_HEADERS = { accept: 'application/json', 'content-type': 'application/json' };
const GRANT = { grant_type: 'client_credentials' };

function tokensOf(options: CardClientOptions, clock: Clock): OAuthTokens {
  const { account, baseUrl, transport, monitor, log, clientId, clientSecret } = options;
  const url = `${baseUrl}/token`;
  return new OAuthTokens({
    account,
    errors: CARD_ERRORS,
    transport,
    monitor,
    log,
    clock,
    life: TOKEN_LIFE,
    exchange: () => ({
      url,
      headers: { ...JSON_HEADERS, authorization: basicHeader(clientId, clientSecret) },
      body: JSON.stringify(GRANT),
    }),
    // Document 3 does not show the form of the request.
    otherwise: () => ({
      url,
      headers: JSON_HEADERS,
      body: JSON.stringify({ ...GRANT, client_id: clientId, client_secret: clientSecret.reveal() }),
    }),
  });
}
