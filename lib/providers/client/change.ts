import 'server-only';
import { randomBytes } from 'node:crypto';
import { parseJson } from '#lib/core/http/json.ts';
import type { HttpOutcome, HttpRequest } from '#lib/core/http/request.ts';
import {
  type ErrorDialect,
  type Failure,
  refusalIn,
  reportFailure,
  toGuicheError,
} from '#lib/providers/client/errors.ts';
import type { Answer, Line } from '#lib/providers/client/request-context.ts';
import { isObject } from '#lib/providers/fields.ts';
import type { Change, Outcome } from '#lib/providers/port.ts';

export type ChangeMethod = Exclude<HttpRequest['method'], 'GET'>;

type FormPart =
  | { name: string; text: string }
  | { name: string; file: { name: string; mimeType: string; bytes: Uint8Array } };

/** Encodes `multipart/form-data` with unchanged text: FormData would turn line breaks into CR LF. */
function encodeForm(parts: readonly FormPart[]): { contentType: string; body: Uint8Array } {
  const boundary = `----guiche-${randomBytes(18).toString('hex')}`;
  const chunks = parts.flatMap((part) => [
    Buffer.from(`--${boundary}\r\n${headOf(part)}\r\n\r\n`),
    'text' in part ? Buffer.from(part.text) : part.file.bytes,
    Buffer.from('\r\n'),
  ]);
  const body = Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]);
  return { contentType: `multipart/form-data; boundary=${boundary}`, body };
}

function headOf(part: FormPart): string {
  const disposition = `Content-Disposition: form-data; name="${quoted(part.name)}"`;
  if ('text' in part) return disposition;
  const type = /^[\w.+-]+\/[\w.+-]+$/.test(part.file.mimeType)
    ? part.file.mimeType
    : 'application/octet-stream';
  return `${disposition}; filename="${quoted(part.file.name)}"\r\nContent-Type: ${type}`;
}

/** Escapes quotes and line breaks, so that a name cannot end its header early. */
const quoted = (name: string) => name.replace(/\r/g, '%0D').replace(/\n/g, '%0A').replace(/"/g, '%22');

/** `fields`: form-encoded (application/x-www-form-urlencoded). */
export type ChangeBody =
  | { json: unknown }
  | { form: readonly FormPart[] }
  | { fields: Record<string, string> }
  | null;
export type ChangeTerms = {
  headers?: Record<string, string>;
  /** The path contains an id, so a 404 means `not_found`. */
  thing?: boolean;
  empty?: boolean;
  /** After a 429, waits and tries once more, if the wait is at most a minute. */
  patient?: boolean;
};

type Attempt = { ok: true; answer: Answer; requestId: string | null; date: string | null } | Failed;
/** `stale`: a 401, and `authorize` can supply other headers. */
type Failed = { ok: false; failure: Failure; sent: boolean; stale?: boolean };
type Prepared = {
  method: ChangeMethod;
  url: string;
  headers: Record<string, string>;
  body: string | Uint8Array | undefined;
};

const LONGEST_WAIT_MS = { operator: 8_000, background: 65_000 };
const LONGEST_PAUSE_S = 60;
const RECONNECT_MS = 250;

/**
 * Sends a changing call, again only if nothing was sent (connection refused) or done (a 429 with `patient`; a
 * 401 that a new token may fix). Throws only what `sending` throws, before any byte leaves.
 */
export async function sendChange(
  line: Line,
  input: { method: ChangeMethod; url: string; body: ChangeBody },
  change: Change,
  terms: ChangeTerms,
): Promise<Outcome<Answer>> {
  const { clock, options } = line;
  const { contentType, content } = encoded(input.body);
  const headers = { accept: 'application/json', 'content-type': contentType, ...terms.headers };
  const prepared: Prepared = { ...input, headers, body: content };
  const again = new Set<RetryReason>(
    terms.patient === true ? ['renew', 'connect', 'pause'] : ['renew', 'connect'],
  );
  options.monitor.retries.call();
  let previous: Attempt | null = null;
  // Once it may be sent, the caller's abort no longer stops it: its outcome must become known.
  let signal = change.signal;
  const sending = async () => {
    await change.sending();
    signal = undefined;
  };
  for (;;) {
    const mayRenew = again.has('renew');
    const result: Attempt = await attempt(line, prepared, { ...change, sending }, signal, {
      ...terms,
      mayRenew,
    });
    if (result.ok)
      return { kind: 'done', value: result.answer, requestId: result.requestId, date: result.date };
    // If circuit or budget blocks the second try, report how the first one ended.
    const blocked = result.failure.kind === 'circuit' || result.failure.kind === 'budget';
    if (blocked && previous !== null) return endOf(previous, terms, options.errors);
    const retry = retryReasonOf(result);
    if (retry === null || !again.delete(retry.reason)) return endOf(result, terms, options.errors);
    if (retry.reason === 'connect' && !options.monitor.retries.take())
      return endOf(result, terms, options.errors);
    previous = result;
    if (retry.reason !== 'renew') await clock.sleep(retry.waitMs + clock.random() * RECONNECT_MS, signal);
  }
}

type RetryReason = 'renew' | 'connect' | 'pause';

function retryReasonOf({ failure, sent, stale }: Failed): { reason: RetryReason; waitMs: number } | null {
  if (stale === true) return { reason: 'renew', waitMs: 0 };
  if (!sent && failure.kind === 'fault' && failure.fault.fault === 'connect')
    return { reason: 'connect', waitMs: RECONNECT_MS };
  const pause = failure.kind === 'refused' && failure.status === 429 ? failure.retryAfterSeconds : null;
  return pause === null || pause > LONGEST_PAUSE_S ? null : { reason: 'pause', waitMs: pause * 1000 };
}

async function attempt(
  line: Line,
  prepared: Prepared,
  change: Change,
  signal: AbortSignal | undefined,
  terms: ChangeTerms & { mayRenew: boolean },
): Promise<Attempt> {
  const { options, clock } = line;
  const { circuit } = options.monitor;
  const { method, url } = prepared;
  const blocked = await line.hold(change, signal, LONGEST_WAIT_MS[change.priority ?? 'operator']);
  if (blocked !== null) {
    line.log(method, url, clock.now(), blocked);
    return { ok: false, failure: blocked, sent: false };
  }
  if (signal?.aborted) {
    circuit.neither();
    return { ok: false, failure: GIVEN_UP, sent: false };
  }
  const granted = await options.authorize.grant(signal);
  if (!granted.ok) {
    circuit.neither();
    line.log(method, url, clock.now(), granted.failure);
    return { ok: false, failure: granted.failure, sent: false };
  }
  await change.sending().catch((error: unknown) => {
    circuit.neither();
    throw error;
  });
  const startedAt = clock.now();
  const headers = { ...prepared.headers, ...granted.headers };
  const outcome = await options.transport({ ...request(prepared), headers, purpose: 'change' });
  if (outcome.kind !== 'fault') options.monitor.recordClock(Date.parse(outcome.headers.date ?? ''));
  const result = toAttempt(outcome, clock.now(), terms, options.errors);
  line.log(method, url, startedAt, result.ok ? statusOf(outcome) : result.failure);
  if (result.ok) {
    circuit.success();
    options.monitor.report({ kind: 'success', latencyMs: clock.now() - startedAt, changing: true });
    return result;
  }
  const stale =
    terms.mayRenew && isUnauthorized(result.failure) && options.authorize.renew?.(granted.headers) === true;
  if (stale) circuit.success();
  else reportFailure(result.failure, options);
  return { ...result, stale };
}

const isUnauthorized = (failure: Failure) => failure.kind === 'refused' && failure.status === 401;

const GIVEN_UP: Failure = {
  kind: 'fault',
  fault: { kind: 'fault', fault: 'aborted', sent: false, message: 'given up before it was sent' },
};
const statusOf = (outcome: HttpOutcome) => (outcome.kind === 'fault' ? 0 : outcome.status);
const request = ({ body, ...rest }: Prepared) => (body === undefined ? rest : { ...rest, body });

function encoded(body: ChangeBody): { contentType: string; content: string | Uint8Array | undefined } {
  if (body !== null && 'form' in body) {
    const form = encodeForm(body.form);
    return { contentType: form.contentType, content: form.body };
  }
  if (body !== null && 'fields' in body)
    return {
      contentType: 'application/x-www-form-urlencoded',
      content: new URLSearchParams(body.fields).toString(),
    };
  return { contentType: 'application/json', content: body === null ? undefined : JSON.stringify(body.json) };
}

function toAttempt(outcome: HttpOutcome, now: number, { empty }: ChangeTerms, errors: ErrorDialect): Attempt {
  if (outcome.kind === 'fault')
    return { ok: false, failure: { kind: 'fault', fault: outcome }, sent: outcome.sent };
  const refusal = refusalIn(outcome, now, errors);
  if (refusal !== null) return { ok: false, failure: refusal, sent: true };
  const header = outcome.headers['x-request-id'] ?? null;
  try {
    const json = empty === true && outcome.text.trim() === '' ? null : parseJson(outcome.text);
    return {
      ok: true,
      answer: { json, asOf: new Date(now).toISOString() },
      requestId: header ?? requestIdIn(json),
      date: dateOf(outcome.headers.date),
    };
  } catch {
    return {
      ok: false,
      failure: { kind: 'unreadable', status: outcome.status, requestId: header },
      sent: true,
    };
  }
}

const requestIdIn = (json: unknown) =>
  isObject(json) && typeof json.requestId === 'string' ? json.requestId : null;

/** The Date header as ISO 8601 UTC; null when it is absent or unreadable. */
function dateOf(header: string | undefined): string | null {
  const at = Date.parse(header ?? '');
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}

/**
 * Only a 4xx proves that nothing was done. Not 424: the institution behind the provider failed. Not 408: a
 * gateway may report its own time-out.
 */
const provesNothingDone = (status: number) =>
  status >= 400 && status < 500 && status !== 424 && status !== 408;

function endOf({ failure, sent }: Failed, { thing }: ChangeTerms, errors: ErrorDialect): Outcome<never> {
  const error = toGuicheError(failure, { thing: thing === true }, errors);
  if (!sent) return { kind: 'refused', error, sent: false };
  if (failure.kind === 'refused' && provesNothingDone(failure.status))
    return { kind: 'refused', error, sent: true };
  return { kind: 'unknown', error };
}
