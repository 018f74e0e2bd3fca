import 'server-only';
import type { FieldFault, ProblemCode, ProviderFault } from '#lib/api/errors.ts';
import { GuicheError } from '#lib/api/errors.ts';
import { numberText, parseJson } from '#lib/http/json.ts';
import type { HttpAnswer, HttpFault } from '#lib/http/request.ts';
import { retryAfterOf, type Verdict } from '#lib/http/retry.ts';
import { layersOf, named } from '#lib/providers/envelopes.ts';
import { number, objectReader, raw, text, wholeNumber } from '#lib/providers/fields.ts';

/** Why a call to the Pix account API gave nothing (document 1, Errors). */
export type Failure =
  | Refusal
  | { kind: 'fault'; fault: HttpFault }
  | { kind: 'unreadable'; status: number; requestId: string | null }
  | { kind: 'circuit' | 'budget'; waitMs: number };
export type Refusal = {
  kind: 'refused';
  status: number;
  code: string | null;
  message: string | null;
  requestId: string | null;
  retryAfterSeconds: number | null;
  fields: FieldFault[];
  sourceIp: string | null;
};

const LONGEST_MESSAGE = 500;
const LONGEST_ENVELOPE = 20_000;
const CREDENTIAL_CODES = new Set(['PZA200', 'PZA203', 'PZA205']);
/** Refusals of the account itself rather than of one call. */
const BLOCKING_CODES = new Set(['PZA203', 'PZA205', 'PZA206']);
/** Codes whose status may be retried but whose meaning says never. */
const NEVER_AGAIN = new Set(['PZI101']);

const ENVELOPE = {
  status: raw(),
  error: text('reason'),
  errorCode: text('code'),
  message: text('errorMessage', 'description', 'detail'),
  statusCode: number(),
  requestId: text('traceId', 'correlationId'),
  details: raw('errors', 'fields'),
  retryAfterSeconds: number('retryAfter'),
};
const readEnvelope = objectReader(ENVELOPE);
const readField = objectReader({ field: text('property', 'path', 'name'), message: text('error', 'reason') });

/** The refusal that an answer is, or null for a good one; a 2xx whose body is an error envelope is a refusal. */
export function refusalOf(answer: HttpAnswer, now: number): Refusal | null {
  const good = answer.kind === 'ok';
  const envelope = good && !mayBeError(answer.text) ? null : envelopeOf(answer.text, good);
  const status = answer.kind === 'status' ? answer.status : statusInside(envelope);
  if (status === null) return null;
  const sourceIp = /\b\d{1,3}(?:\.\d{1,3}){3}\b|\b(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{0,4}\b/i;
  const message = envelope?.message?.slice(0, LONGEST_MESSAGE) ?? null;
  const code = envelope?.errorCode ?? wordCode(envelope?.error ?? null);
  return {
    kind: 'refused',
    status,
    code,
    message,
    requestId: envelope?.requestId ?? answer.headers['x-request-id'] ?? null,
    retryAfterSeconds:
      waitOf(envelope?.retryAfterSeconds ?? null) ?? retryAfterOf(answer.headers['retry-after'], now) ?? null,
    fields: fieldsOf(envelope?.details),
    sourceIp: code === 'PZA203' || code === 'PZA205' ? (message?.match(sourceIp)?.[0] ?? null) : null,
  };
}

/** Spares parsing every good answer twice: an envelope is short and names its code. */
const mayBeError = (body: string) => body.length < LONGEST_ENVELOPE && body.includes('rror');

type Envelope = ReturnType<typeof readEnvelope>['fields'];

/** What a delivery carried is somebody else's: an error that it speaks of is not this answer's. */
const CARRIED = ['body', 'payload', 'content', 'response', 'items'];

/** `good`: a 2xx, in whose records other services' answers may stand. */
function envelopeOf(body: string, good: boolean): Envelope | null {
  try {
    const layers = layersOf(parseJson(body), ['error']);
    const carried = good
      ? new Set(named(layers, CARRIED).flatMap((object) => layersOf(object, ['error'])))
      : null;
    const [best] = layers
      .filter((layer) => !carried?.has(layer))
      .map(readEnvelope)
      .sort((a, b) => b.known - a.known);
    return best?.fields ?? null;
  } catch {
    return null;
  }
}

/** 502 for an error envelope in a 2xx that names no status of its own; null where it is no error envelope. */
function statusInside(envelope: Envelope | null): number | null {
  if (envelope === null) return null;
  const isError = envelope.errorCode !== null || (envelope.status === 'ERROR' && envelope.error !== null);
  if (!isError || envelope.message === null) return null;
  const status = wholeNumber(envelope.statusCode);
  return status !== null && status >= 400 && status < 600 ? status : 502;
}

/** The old build's codes stand in `error`: INVALID_PIX_KEY. */
const wordCode = (error: string | null) =>
  error !== null && /^[A-Z]+(?:_[A-Z]+)+$/.test(error) ? error : null;

function waitOf(seconds: string | null): number | undefined {
  const wait = Number(numberText(seconds) ?? Number.NaN);
  return Number.isFinite(wait) && wait >= 0 ? Math.ceil(wait) : undefined;
}

function fieldsOf(details: unknown): FieldFault[] {
  if (!Array.isArray(details)) return [];
  return details.slice(0, 50).flatMap((detail) => {
    const [object] = layersOf(detail);
    if (object === undefined) return [];
    const { field, message } = readField(object).fields;
    return field === null ? [] : [{ field, message: message?.slice(0, LONGEST_MESSAGE) ?? '' }];
  });
}

/** Whether a read may be tried again (document 1: 429, 5xx and 424; and connection faults). */
export function verdictOn(failure: Failure): Verdict {
  if (failure.kind === 'fault')
    return { retry: failure.fault.fault === 'connect' || failure.fault.fault === 'reset' };
  if (failure.kind !== 'refused') return { retry: false };
  const { status, code, retryAfterSeconds } = failure;
  const retry = (status === 429 || status === 424 || status >= 500) && !NEVER_AGAIN.has(code ?? '');
  return { retry, retryAfterSeconds: retryAfterSeconds ?? undefined };
}

/** The provider's code where the account itself is refused, else null. A 401 without a code counts as PZA100. */
export function blockingCode({ status, code }: Refusal): string | null {
  if (status === 401) return code ?? 'PZA100';
  return code !== null && BLOCKING_CODES.has(code) ? code : null;
}

/** `thing`: the path names something, so that a 404 means that it does not exist. */
export function toGuicheError(failure: Failure, { thing }: { thing: boolean }): GuicheError {
  switch (failure.kind) {
    case 'refused':
      return refused(failure, thing);
    case 'unreadable':
      return new GuicheError('provider_unavailable', 'The provider answered something unreadable.', {
        provider: { code: null, message: null, requestId: failure.requestId, status: failure.status },
      });
    case 'fault':
      return failure.fault.fault === 'timeout'
        ? new GuicheError('provider_timeout', 'The provider did not answer in time.')
        : new GuicheError('provider_unavailable', 'The provider could not be reached.', {
            cause: failure.fault.message,
          });
    case 'circuit':
      return new GuicheError('provider_unavailable', 'Calls to the provider pause after repeated faults.', {
        retryAfterSeconds: Math.ceil(failure.waitMs / 1000),
      });
    case 'budget':
      return new GuicheError('rate_limited', "The account's budget of calls is spent.", {
        retryAfterSeconds: Math.ceil(failure.waitMs / 1000),
      });
  }
}

function refused(refusal: Refusal, thing: boolean): GuicheError {
  const { status, code, message, requestId, retryAfterSeconds, fields, sourceIp } = refusal;
  const provider: ProviderFault = {
    code,
    message,
    requestId,
    status,
    ...(sourceIp === null ? {} : { sourceIp }),
  };
  const kind = kindOf(refusal, thing);
  return new GuicheError(kind, message ?? `The provider answered ${status}.`, {
    provider,
    ...(kind === 'provider_rejected' ? { status } : {}),
    ...(fields.length === 0 ? {} : { fields }),
    ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }),
  });
}

function kindOf({ status, code }: Refusal, thing: boolean): ProblemCode {
  if (status === 401 || CREDENTIAL_CODES.has(code ?? '')) return 'provider_credential';
  if (status === 429) return 'rate_limited';
  if (status === 404 && thing) return 'not_found';
  return status === 424 || status >= 500 || status < 400 ? 'provider_unavailable' : 'provider_rejected';
}
