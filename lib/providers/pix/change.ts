import 'server-only';
import { parseJson } from '#lib/http/json.ts';
import type { HttpOutcome, HttpRequest } from '#lib/http/request.ts';
import { isObject } from '#lib/providers/fields.ts';
import { type Failure, refusalOf, toGuicheError } from '#lib/providers/pix/errors.ts';
import type { Answer, Line } from '#lib/providers/pix/line.ts';
import { encodeForm, type FormPart } from '#lib/providers/pix/multipart.ts';
import { reportFailure } from '#lib/providers/pix/report.ts';
import type { Change, Outcome } from '#lib/providers/port.ts';

export type ChangeMethod = Exclude<HttpRequest['method'], 'GET'>;
export type ChangeBody = { json: unknown } | { form: readonly FormPart[] } | null;
export type ChangeTerms = {
  /** The path names something, so that its 404 is `not_found`. */
  thing?: boolean;
  /** A 2xx without a body says enough. */
  empty?: boolean;
  /** After a 429 its wait is sat through once, where it is at most a minute. */
  patient?: boolean;
};

type Attempt =
  | { ok: true; answer: Answer; requestId: string | null; date: string | null }
  | { ok: false; failure: Failure; sent: boolean };
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
 * provider said that nothing was done (`patient`, 429). Throws only what `sending` throws, before any byte leaves.
 */
export async function sendChange(
  line: Line,
  given: { method: ChangeMethod; url: string; body: ChangeBody },
  change: Change,
  terms: ChangeTerms,
): Promise<Outcome<Answer>> {
  const { clock, options } = line;
  const prepared = prepare(given, options.token.reveal());
  const again = new Set<Again>(terms.patient === true ? ['connect', 'pause'] : ['connect']);
  options.monitor.retries.call();
  let before: Attempt | null = null;
  // Once it may have left, a caller that goes away must not turn what happens to it into a guess.
  let signal = change.signal;
  const sending = async () => {
    await change.sending();
    signal = undefined;
  };
  for (;;) {
    const made: Attempt = await attempt(line, prepared, { ...change, sending }, signal, terms);
    if (made.ok) return { kind: 'done', value: made.answer, requestId: made.requestId, date: made.date };
    // What holds the second try back must not hide how the first one ended.
    const held = made.failure.kind === 'circuit' || made.failure.kind === 'budget';
    if (held && before !== null) return endOf(before, terms);
    const why = whyAgain(made);
    if (why === null || !again.delete(why.reason)) return endOf(made, terms);
    if (why.reason === 'connect' && !options.monitor.retries.take()) return endOf(made, terms);
    before = made;
    await clock.sleep(why.waitMs + clock.random() * RECONNECT_MS, signal);
  }
}

type Again = 'connect' | 'pause';

function whyAgain(made: Attempt & { ok: false }): { reason: Again; waitMs: number } | null {
  const { failure, sent } = made;
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
  terms: ChangeTerms,
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
  await change.sending().catch((error: unknown) => {
    circuit.neither();
    throw error;
  });
  const begun = clock.now();
  const outcome = await options.transport({ ...request(prepared), purpose: 'change' });
  const made = judge(outcome, clock.now(), terms);
  if (made.ok) {
    circuit.success();
    options.monitor.report({ kind: 'success', latencyMs: clock.now() - begun, changing: true });
  } else reportFailure(made.failure, options);
  line.log(method, url, begun, made.ok ? statusOf(outcome) : made.failure);
  return made;
}

const GIVEN_UP: Failure = {
  kind: 'fault',
  fault: { kind: 'fault', fault: 'aborted', sent: false, message: 'given up before it was sent' },
};
const statusOf = (outcome: HttpOutcome) => (outcome.kind === 'fault' ? 0 : outcome.status);
const request = ({ body, ...rest }: Prepared) => (body === undefined ? rest : { ...rest, body });

function prepare(
  { method, url, body }: { method: ChangeMethod; url: string; body: ChangeBody },
  token: string,
): Prepared {
  const form = body !== null && 'form' in body ? encodeForm(body.form) : null;
  return {
    method,
    url,
    headers: {
      accept: 'application/json',
      'content-type': form?.contentType ?? 'application/json',
      authorization: `Bearer ${token}`,
    },
    body: form?.body ?? (body !== null && 'json' in body ? JSON.stringify(body.json) : undefined),
  };
}

function judge(outcome: HttpOutcome, now: number, { empty }: ChangeTerms): Attempt {
  if (outcome.kind === 'fault')
    return { ok: false, failure: { kind: 'fault', fault: outcome }, sent: outcome.sent };
  const refusal = refusalOf(outcome, now);
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

/** Only a 4xx says that nothing was done, and not 424: there the institution behind the provider failed. */
const saysNo = (status: number) => status >= 400 && status < 500 && status !== 424;

function endOf(made: Attempt & { ok: false }, { thing }: ChangeTerms): Outcome<never> {
  const { failure, sent } = made;
  const error = toGuicheError(failure, { thing: thing === true });
  if (!sent) return { kind: 'refused', error, sent: false };
  if (failure.kind === 'refused' && saysNo(failure.status)) return { kind: 'refused', error, sent: true };
  return { kind: 'unknown', error };
}
