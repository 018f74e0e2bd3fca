import 'server-only';
import type { InvalidField } from '#lib/core/errors.ts';
import { numberText, parseJson } from '#lib/core/http/json.ts';
import type { HttpAnswer } from '#lib/core/http/request.ts';
import { lookupTable } from '#lib/core/lookup-table.ts';
import type { Secret } from '#lib/core/masking/secret.ts';
import { waitSecondsOf } from '#lib/core/provider-numbers.ts';
import { cut } from '#lib/core/text.ts';
import { ProviderClient, SYSTEM_CLOCK } from '#lib/providers/client/client.ts';
import {
  type ErrorDialect,
  IP,
  LONGEST_ENVELOPE,
  LONGEST_MESSAGE,
  MissingScopes,
  type Refusal,
  readFieldError,
  statusInEnvelope,
} from '#lib/providers/client/errors.ts';
import { OAuthTokens } from '#lib/providers/client/oauth.ts';
import {
  type Authorize,
  basic,
  basicHeader,
  bearer,
  type ClientOptions,
  type Clock,
} from '#lib/providers/client/request-context.ts';
import * as means from '#lib/providers/field-aliases.ts';
import { isObject, number, objectReader, plainKey } from '#lib/providers/fields.ts';
import { scopeOf } from '#lib/providers/hub/scopes.ts';
import { mostKnown, unwrapLayers } from '#lib/providers/unwrap.ts';

/** Document 2's authentication: an exchanged token, the credential with every call, or its `svc_` token. */
export type HubAuth = 'token' | 'basic' | 'svc';
export type HubCredential = { clientId: string; clientSecret: Secret; auth: HubAuth };

/** Lifetime of a token in seconds (document 2). */
const TOKEN_LIFE = 900;
export type HubClientOptions = Omit<ClientOptions, 'authorize' | 'errors' | 'refused'> & HubCredential;
const MOST_FIELDS = 50;

/** A stable code such as TOKEN_INVALID, never a word of a record. */
const CODE = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/;
const ENVELOPE = {
  code: means.errorCode('error'),
  message: means.errorMessage(),
  details: means.faults(),
  statusCode: number('status'),
  requestId: means.requestId(),
  retryAfterSeconds: means.retryAfter(),
};

const readEnvelope = objectReader(ENVELOPE);
type Envelope = ReturnType<typeof readEnvelope>['fields'];

/** Document 2, Errors: { message, code, details? }. */
export const HUB_ERRORS: ErrorDialect = {
  refusalOf,
  credential: new Set(['TOKEN_IP_NOT_ALLOWED', 'TOKEN_MISSING_SCOPE']),
  blocking: new Set(['TOKEN_IP_NOT_ALLOWED', 'TOKEN_HOLDER_BLOCKED']),
  unauthorized: 'TOKEN_INVALID',
};

function refusalOf(answer: HttpAnswer, now: number): Refusal | null {
  const good = answer.kind === 'ok';
  if (good && !mayBeError(answer.text)) return null;
  const envelope = envelopeOf(answer.text, good);
  if (good && envelope === null) return null;
  const status = good ? statusInEnvelope(envelope?.statusCode ?? null) : answer.status;
  const details = detailsIn(envelope?.details);
  const code = envelope?.code !== null && CODE.test(envelope?.code ?? '') ? (envelope?.code ?? null) : null;
  const message = envelope?.message == null ? null : cut(envelope.message, LONGEST_MESSAGE);
  return {
    kind: 'refused',
    status,
    code,
    message,
    requestId: envelope?.requestId ?? answer.headers['x-request-id'] ?? null,
    retryAfterSeconds: waitSecondsOf(waitIn(envelope, details), answer.headers['retry-after'], now),
    fields: fieldsOf(Array.isArray(envelope?.details) ? 'SCHEMA_INVALID' : code, details),
    sourceIp: code === 'TOKEN_IP_NOT_ALLOWED' ? addressIn(details, message) : null,
    details,
  };
}

/** Document 2's details are an object. A list has one field in each entry, as in document 1. */
function detailsIn(value: unknown): Record<string, unknown> {
  if (!Array.isArray(value)) return isObject(value) ? value : {};
  const faults = value.filter(isObject).map((one) => readFieldError(one).fields);
  return Object.fromEntries(
    faults.flatMap(({ field, message }) => (field === null ? [] : [[field, message ?? '']])),
  );
}

const mayBeError = (body: string) =>
  body.length < LONGEST_ENVELOPE && /"(?:code|error|errorCode)"/i.test(body);

/** In a 2xx, only an object with a stable code, a message and no `id` is an error. */
function envelopeOf(body: string, good: boolean): Envelope | null {
  try {
    const layers = unwrapLayers(parseJson(body), ['error']);
    const own = good ? layers.filter((layer) => layer.id === undefined) : layers;
    const fits = ({ fields }: { fields: Envelope }) =>
      !good || (CODE.test(fields.code ?? '') && fields.message !== null);
    return mostKnown(own, readEnvelope, fits)?.fields ?? null;
  } catch {
    return null;
  }
}

const waitIn = (envelope: Envelope | null, details: Record<string, unknown>): string | null =>
  envelope?.retryAfterSeconds ?? numberText(details.retryAfterSeconds ?? details.retryAfter);

function addressIn(details: Record<string, unknown>, message: string | null): string | null {
  const found = Object.entries(details).find(([key]) =>
    /(?:^|source|client|remote|caller)ip|address/.test(plainKey(key)),
  );
  const text = typeof found?.[1] === 'string' ? found[1] : message;
  return text?.match(IP)?.[0] ?? null;
}

/** Document 2's field names → Guichê's. */
const OURS = lookupTable<string>({
  externalRef: 'clientReference',
  'customer.name': 'payer.name',
  'customer.document': 'payer.document',
  'customer.email': 'payer.email',
  brCode: 'code',
  toPixKey: 'receiver',
  comment: 'description',
  isActive: 'active',
  'Idempotency-Key': 'clientReference',
});

/** Codes about one field that do not name it. */
const FIELD_OF = lookupTable<string>({
  WITHDRAW_INSUFFICIENT_BALANCE: 'amount',
  WITHDRAW_INSUFFICIENT_PROVIDER_BALANCE: 'amount',
  CALLBACK_SECRET_MISSING: 'callbackUrl',
});

/** SCHEMA_INVALID mirrors the body, with a text at each wrong field. */
function fieldsOf(code: string | null, details: Record<string, unknown>): InvalidField[] {
  if (code === 'SCHEMA_INVALID') return mirrored(details, '').slice(0, MOST_FIELDS);
  const field = FIELD_OF[code ?? ''];
  return field === undefined ? [] : [{ field, message: '' }];
}

function mirrored(value: unknown, path: string): InvalidField[] {
  if (isObject(value))
    return Object.entries(value).flatMap(([key, inner]) =>
      mirrored(inner, path === '' ? key : `${path}.${key}`),
    );
  const text = Array.isArray(value) ? value.find((one) => typeof one === 'string') : value;
  if (typeof text !== 'string' || path === '') return [];
  const name = path.replace(/^(?:body|query|headers)\./, '');
  return [{ field: OURS[name] ?? name, message: cut(text, LONGEST_MESSAGE) }];
}

/** The client of document 2. It also tracks the credential's scopes. */
export class HubClient extends ProviderClient {
  readonly #tokens: OAuthTokens | null;
  readonly #missing: MissingScopes;

  constructor(options: HubClientOptions) {
    const clock = options.clock ?? SYSTEM_CLOCK;
    const { authorize, tokens } = authorizeOf(options, clock);
    const missing = new MissingScopes(clock.now);
    const root = new URL(options.baseUrl).pathname.replace(/\/+$/, '');
    super({
      ...options,
      authorize,
      errors: HUB_ERRORS,
      refused: (refusal, method, path) => missing.learn(missingIn(refusal, method, path.slice(root.length))),
    });
    this.#tokens = tokens;
    this.#missing = missing;
  }

  scopes(): readonly string[] | null {
    return this.#tokens?.scopes() ?? null;
  }

  missingScopes(): readonly string[] {
    return this.#missing.list();
  }
}

function authorizeOf(
  { account, baseUrl, transport, monitor, log, clientId, clientSecret, auth }: HubClientOptions,
  clock: Clock,
): { authorize: Authorize; tokens: OAuthTokens | null } {
  if (auth === 'svc') return { authorize: bearer(clientSecret), tokens: null };
  if (auth === 'basic') return { authorize: basic(clientId, clientSecret), tokens: null };
  const tokens = new OAuthTokens({
    account,
    errors: HUB_ERRORS,
    transport,
    monitor,
    log,
    clock,
    life: TOKEN_LIFE,
    exchange: () => ({
      url: `${baseUrl}/oauth/token`,
      headers: {
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded',
        authorization: basicHeader(clientId, clientSecret),
      },
      body: 'grant_type=client_credentials',
    }),
  });
  return { authorize: tokens, tokens };
}

/** The missing scopes: those in the refusal, else the scope that the route needs. */
function missingIn({ code, details }: Refusal, method: string, path: string): readonly string[] {
  if (code !== 'TOKEN_MISSING_SCOPE') return [];
  const named = [details?.scope, details?.scopes, details?.required].flat();
  const words = named.flatMap((word) => (typeof word === 'string' ? word.split(/[\s,]+/) : []));
  const route = scopeOf(method, path);
  return words.length > 0 ? words : route === null ? [] : [route];
}
