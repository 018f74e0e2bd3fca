import 'server-only';
import type { InvalidField } from '#lib/core/errors.ts';
import { parseJson } from '#lib/core/http/json.ts';
import type { HttpAnswer } from '#lib/core/http/request.ts';
import { lookupTable } from '#lib/core/lookup-table.ts';
import type { Secret } from '#lib/core/masking/secret.ts';
import { waitSecondsOf } from '#lib/core/provider-numbers.ts';
import { cut } from '#lib/core/text.ts';
import { ProviderClient } from '#lib/providers/client/client.ts';
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
import { bearer, type ClientOptions } from '#lib/providers/client/request-context.ts';
import * as means from '#lib/providers/field-aliases.ts';
import { isObject, number, objectReader, raw, text } from '#lib/providers/fields.ts';
import { mostKnown, named, unwrapLayers } from '#lib/providers/unwrap.ts';

/** The scope that a PZA200 shows to be missing (document 1, Authentication), or a route's capability. */
const ROUTES: readonly (readonly [method: string, path: RegExp, missing: string])[] = [
  ['POST', /^\/pix$/, 'DEPOSIT'],
  ['GET', /^\/pix(?:\/qr-code\/|$)/, 'DEPOSIT'],
  ['', /^\/withdraw(?:\/qrcode)?$/, 'WITHDRAW'],
  ['', /^\/internal-transfer$/, 'WITHDRAW'],
  ['POST', /^\/refund\//, 'WITHDRAW'],
  ['GET', /^\/user\/bank-statements$/, 'statement'],
  ['GET', /^\/user\/deposit-pending$/, 'pending-deposits'],
  ['POST', /^\/user\/report$/, 'reports'],
];

/** `path` is relative to /v1. */
export const missingAfter = (method: string, path: string): readonly string[] =>
  ROUTES.filter(([only, fits]) => (only === '' || only === method) && fits.test(path))
    .map(([, , missing]) => missing)
    .slice(0, 1);

/** Scopes that allow a capability (one is enough); a capability not named here needs no known scope. */
const NEEDS = lookupTable<readonly string[]>({
  charges: ['DEPOSIT'],
  'charges-create': ['DEPOSIT'],
  'charges-list': ['DEPOSIT'],
  refunds: ['WITHDRAW'],
  withdrawals: ['WITHDRAW'],
  'withdrawals-create': ['WITHDRAW'],
  'withdrawals-list': ['WITHDRAW'],
  transfers: ['WITHDRAW'],
  'transfers-create': ['WITHDRAW'],
  'transfers-list': ['WITHDRAW'],
  'key-lookup': ['DEPOSIT', 'WITHDRAW'],
  'qr-decode': ['DEPOSIT', 'WITHDRAW'],
  statement: ['statement'],
  'pending-deposits': ['pending-deposits'],
  reports: ['reports'],
});

export const pixScopesFor = (capability: string): readonly string[] => NEEDS[capability] ?? [];

export const allowsPix = (capability: string, missing: readonly string[]): boolean =>
  NEEDS[capability]?.some((scope) => !missing.includes(scope)) ?? true;

/** `baseUrl` ends with /v1. */
export type PixClientOptions = Omit<ClientOptions, 'authorize' | 'errors' | 'refused'> & { token: Secret };
const ENVELOPE = {
  status: raw(),
  error: text('reason'),
  errorCode: means.errorCode(),
  message: means.errorMessage(),
  statusCode: number(),
  requestId: means.requestId(),
  details: means.faults(),
  retryAfterSeconds: means.retryAfter(),
};

const readEnvelope = objectReader(ENVELOPE);

/** Null for a success. A 2xx whose body is an error envelope is a refusal. */
function refusalOf(answer: HttpAnswer, now: number): Refusal | null {
  const good = answer.kind === 'ok';
  const envelope = good && !mayBeError(answer.text) ? null : envelopeOf(answer.text, good);
  const status = answer.kind === 'status' ? answer.status : statusInside(envelope);
  if (status === null) return null;
  const message = envelope?.message == null ? null : cut(envelope.message, LONGEST_MESSAGE);
  const code = envelope?.errorCode ?? wordCode(envelope?.error ?? null);
  return {
    kind: 'refused',
    status,
    code,
    message,
    requestId: envelope?.requestId ?? answer.headers['x-request-id'] ?? null,
    retryAfterSeconds: waitSecondsOf(envelope?.retryAfterSeconds, answer.headers['retry-after'], now),
    fields: fieldsOf(envelope?.details),
    ...factsIn(envelope?.details),
    sourceIp: code === 'PZA203' || code === 'PZA205' ? (message?.match(IP)?.[0] ?? null) : null,
  };
}

/** Avoids parsing every good answer twice: an envelope is short and names its code. */
const mayBeError = (body: string) => body.length < LONGEST_ENVELOPE && body.includes('rror');

type Envelope = ReturnType<typeof readEnvelope>['fields'];

/** Members with another service's content: an error in them is not this answer's. */
const CARRIED = ['body', 'payload', 'content', 'response', 'items'];

/** `good`: a 2xx, whose records may contain other services' answers. */
function envelopeOf(body: string, good: boolean): Envelope | null {
  try {
    const layers = unwrapLayers(parseJson(body), ['error']);
    const carried = good
      ? new Set(named(layers, CARRIED).flatMap((object) => unwrapLayers(object, ['error'])))
      : null;
    const own = layers.filter((layer) => !carried?.has(layer));
    return mostKnown(own, readEnvelope)?.fields ?? null;
  } catch {
    return null;
  }
}

function statusInside(envelope: Envelope | null): number | null {
  if (envelope === null) return null;
  const isError = envelope.errorCode !== null || (envelope.status === 'ERROR' && envelope.error !== null);
  if (!isError || envelope.message === null) return null;
  return statusInEnvelope(envelope.statusCode);
}

/** The old build writes its codes in `error`: INVALID_PIX_KEY. */
const wordCode = (error: string | null) =>
  error !== null && /^[A-Z]+(?:_[A-Z]+)+$/.test(error) ? error : null;

/** Details of a refusal in addition to its fields: the parameters that a route accepts. */
function factsIn(details: unknown): Pick<Refusal, 'details'> {
  const facts = (Array.isArray(details) ? details : [details]).find(
    (one) => isObject(one) && Array.isArray(one.accepted),
  );
  return facts === undefined ? {} : { details: facts as Record<string, unknown> };
}

function fieldsOf(details: unknown): InvalidField[] {
  if (!Array.isArray(details)) return [];
  return details.slice(0, 50).flatMap((detail) => {
    const [object] = unwrapLayers(detail);
    if (object === undefined) return [];
    const { field, message } = readFieldError(object).fields;
    return field === null ? [] : [{ field, message: cut(message ?? '', LONGEST_MESSAGE) }];
  });
}

/** Document 1, Errors. */
export const PIX_ERRORS: ErrorDialect = {
  refusalOf,
  credential: new Set(['PZA200', 'PZA203', 'PZA205']),
  blocking: new Set(['PZA203', 'PZA205', 'PZA206']),
  unauthorized: 'PZA100',
  changesOnly: new Set(['PZA206']),
  neverAgain: new Set(['PZI101']),
};

/** The client of document 1: one Bearer token, and document 1's errors. */
export class PixClient extends ProviderClient {
  readonly #missing: MissingScopes;

  constructor({ token, ...options }: PixClientOptions) {
    const missing = new MissingScopes(options.clock?.now ?? Date.now);
    const root = new URL(options.baseUrl).pathname.replace(/\/+$/, '');
    super({
      ...options,
      authorize: bearer(token),
      errors: PIX_ERRORS,
      refused: ({ code }, method, path) => {
        if (code === 'PZA200') missing.learn(missingAfter(method, path.slice(root.length)));
      },
    });
    this.#missing = missing;
  }

  /** Scopes that a PZA200 of the last hour showed to be missing. */
  missingScopes(): readonly string[] {
    return this.#missing.list();
  }
}
