import 'server-only';
import { randomBytes } from 'node:crypto';
import { parseJson } from '#lib/core/http/json.ts';
import type { HttpOutcome, HttpRequest } from '#lib/core/http/request.ts';
import { type ErrorDialect, type Failure, toGuicheError } from '#lib/providers/client/errors.ts';
import { refusalIn } from '#lib/providers/client/intermediary.ts';
import { reportFailure } from '#lib/providers/client/report.ts';
import type { Answer, Line } from '#lib/providers/client/request-context.ts';
import { isObject } from '#lib/providers/fields.ts';
import type { Change, Outcome } from '#lib/providers/port.ts';

export type ChangeMethod = Exclude<HttpRequest['method'], 'GET'>;

/** A field of a form (text) or a file of it. Names are ours; file names are people's. */
type FormPart =
  | { name: string; text: string }
  | { name: string; file: { name: string; mimeType: string; bytes: Uint8Array } };

/**
 * `multipart/form-data` as browsers write it, except that text goes out exactly as given: FormData would turn
 * every line break into CR LF and so change what was stored, counted and shown.
 */
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

/** No name can end its quotes or its line. */
const quoted = (name: string) => name.replace(/\r/g, '%0D').replace(/\n/g, '%0A').replace(/"/g, '%22');

/** `fields`: form-encoded (application/x-www-form-urlencoded). */
export type ChangeBody =
  | { json: unknown }
  | { form: readonly FormPart[] }
  | { fields: Record<string, string> }
  | null;
export type ChangeTerms = {
  /** Sent beside the ones every call has: Idempotency-Key. */
  headers?: Record<string, string>;
  /** The path names something, so that its 404 is `not_found`. */
  thing?: boolean;
  /** A 2xx without a body says enough. */
  empty?: boolean;
  /** After a 429 its wait is sat through once, where it is at most a minute. */
  patient?: boolean;
};

type Attempt = { ok: true; answer: Answer; requestId: string | null; date: string | null } | Failed;
/** `stale`: a 401 after which other headers can be had. */
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
 * One changing call to its end. Sent once; once more only where nothing left (a refused connection) or where the
 * provider said that nothing was done (`patient`, 429; a 401 that renewing may lift). Throws only what `sending` throws, before any byte leaves.
 */
export async function sendChange(
  line: Line,
  given: { method: ChangeMethod; url: string; body: ChangeBody },
  change: Change,
  terms: ChangeTerms,
): Promise<Outcome<Answer>> {
  const { clock, options } = line;
  const prepared = prepare(given, terms);
  const again = new Set<Again>(terms.patient === true ? ['renew', 'connect', 'pause'] : ['renew', 'connect']);
  options.monitor.retries.call();
  let before: Attempt | null = null;
  // Once it may have left, a caller that goes away must not turn what happens to it into a guess.
  let signal = change.signal;
  const sending = async () => {
    await change.sending();
    signal = undefined;
  };
  for (;;) {
    const mayRenew = again.has('renew');
    const made: Attempt = await attempt(line, prepared, { ...change, sending }, signal, {
      ...terms,
      mayRenew,
    });
    if (made.ok) return { kind: 'done', value: made.answer, requestId: made.requestId, date: made.date };
    // A hold on the second try must not hide how the first one ended.
    const held = made.failure.kind === 'circuit' || made.failure.kind === 'budget';
    if (held && before !== null) return endOf(before, terms, options.errors);
    const why = whyAgain(made);
    if (why === null || !again.delete(why.reason)) return endOf(made, terms, options.errors);
    if (why.reason === 'connect' && !options.monitor.retries.take())
      return endOf(made, terms, options.errors);
    before = made;
    if (why.reason !== 'renew') await clock.sleep(why.waitMs + clock.random() * RECONNECT_MS, signal);
  }
}

type Again = 'renew' | 'connect' | 'pause';

function whyAgain({ failure, sent, stale }: Failed): { reason: Again; waitMs: number } | null {
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
  const held = await line.hold(change, signal, LONGEST_WAIT_MS[change.priority ?? 'operator']);
  if (held !== null) {
    line.log(method, url, clock.now(), held);
    return { ok: false, failure: held, sent: false };
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
  const begun = clock.now();
  const headers = { ...prepared.headers, ...granted.headers };
  const outcome = await options.transport({ ...request(prepared), headers, purpose: 'change' });
  if (outcome.kind !== 'fault') options.monitor.sawClock(Date.parse(outcome.headers.date ?? ''));
  const made = toAttempt(outcome, clock.now(), terms, options.errors);
  line.log(method, url, begun, made.ok ? statusOf(outcome) : made.failure);
  if (made.ok) {
    circuit.success();
    options.monitor.report({ kind: 'success', latencyMs: clock.now() - begun, changing: true });
    return made;
  }
  const stale =
    terms.mayRenew && isUnauthorized(made.failure) && options.authorize.renew?.(granted.headers) === true;
  if (stale) circuit.success();
  else reportFailure(made.failure, options);
  return { ...made, stale };
}

const isUnauthorized = (failure: Failure) => failure.kind === 'refused' && failure.status === 401;

const GIVEN_UP: Failure = {
  kind: 'fault',
  fault: { kind: 'fault', fault: 'aborted', sent: false, message: 'given up before it was sent' },
};
const statusOf = (outcome: HttpOutcome) => (outcome.kind === 'fault' ? 0 : outcome.status);
const request = ({ body, ...rest }: Prepared) => (body === undefined ? rest : { ...rest, body });

function prepare(
  { method, url, body }: { method: ChangeMethod; url: string; body: ChangeBody },
  terms: ChangeTerms,
): Prepared {
  const { contentType, content } = encoded(body);
  const headers = { accept: 'application/json', 'content-type': contentType, ...terms.headers };
  return { method, url, headers, body: content };
}

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

/** The provider's clock as ISO 8601 UTC. */
function dateOf(header: string | undefined): string | null {
  const at = Date.parse(header ?? '');
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}

/**
 * Only a 4xx says that nothing was done; not 424, where the institution behind the provider failed, nor 408, which a
 * gateway may say of its own wait for the provider.
 */
const saysNo = (status: number) => status >= 400 && status < 500 && status !== 424 && status !== 408;

function endOf({ failure, sent }: Failed, { thing }: ChangeTerms, errors: ErrorDialect): Outcome<never> {
  const error = toGuicheError(failure, { thing: thing === true }, errors);
  if (!sent) return { kind: 'refused', error, sent: false };
  if (failure.kind === 'refused' && saysNo(failure.status)) return { kind: 'refused', error, sent: true };
  return { kind: 'unknown', error };
}
