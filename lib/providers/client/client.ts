import 'server-only';
import { Coalescer } from '#lib/core/http/coalesce.ts';
import { parseWellFormed } from '#lib/core/http/json.ts';
import { redactUrl } from '#lib/core/http/redact.ts';
import type { HttpAnswer, HttpOutcome, HttpRequest } from '#lib/core/http/request.ts';
import { EXPORT_PATIENCE, PAGE_PATIENCE, sleep, withRetries } from '#lib/core/http/retry.ts';
import {
  type ChangeBody,
  type ChangeMethod,
  type ChangeTerms,
  sendChange,
} from '#lib/providers/client/change.ts';
import { type Failure, type Refusal, toGuicheError, verdictOn } from '#lib/providers/client/errors.ts';
import { refusalIn } from '#lib/providers/client/intermediary.ts';
import type { Seen } from '#lib/providers/client/next-page-prefetch.ts';
import { reportFailure } from '#lib/providers/client/report.ts';
import type { Answer, ClientOptions, Clock, Line } from '#lib/providers/client/request-context.ts';
import type { Call, Change, Outcome } from '#lib/providers/port.ts';

export type Query = Record<string, string | undefined>;
type Attempt<T> = { ok: true; answer: T } | { ok: false; failure: Failure };
/**
 * Request of a read beyond its address, and parser of a good answer (throws SyntaxError when it is none), which waits
 * for `seen`.
 */
type Reading<T> = {
  accept: string;
  /** `method` and `body` only where the question itself is a POST. */
  extra: Partial<Pick<HttpRequest, 'method' | 'body' | 'binary' | 'mostBytes'>>;
  seen?: Seen | undefined;
  take: (answer: HttpAnswer, asOf: string) => T;
};

const SYSTEM_CLOCK: Clock = { now: Date.now, sleep, random: Math.random };
const JSON_READING: Reading<Answer> = {
  accept: 'application/json',
  extra: {},
  take: ({ text }, asOf) => ({ json: parseWellFormed(text), asOf }),
};

/** `mimeType`: as the header names it, which may be wrong. */
export type FileAnswer = { bytes: Uint8Array; text: string; mimeType: string | null; asOf: string };
const FILE_READING: Reading<FileAnswer> = {
  accept: '*/*',
  extra: { binary: true, mostBytes: 5 * 1024 * 1024 },
  take: ({ bytes, text, headers }, asOf) => ({
    bytes: bytes ?? Buffer.from(text),
    text,
    mimeType: headers['content-type']?.split(';')[0]?.trim() || null,
    asOf,
  }),
};

/** A refusal, to be tried again when the circuit lets calls through. */
function pausedAfter(refusal: Refusal, waitMs: number): Refusal {
  return {
    ...refusal,
    retryAfterSeconds: Math.max(refusal.retryAfterSeconds ?? 0, Math.ceil(waitMs / 1000)),
  };
}

/**
 * A provider's calls: authorization, budget, circuit. Reads are tried again, and identical ones in flight share one
 * call; changes are sent as change.ts says. A 401 is tried once more where `authorize` can be renewed.
 */
export class ProviderClient {
  readonly #options: ClientOptions;
  readonly #clock: Clock;
  readonly #reads = new Coalescer();

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#clock = options.clock ?? SYSTEM_CLOCK;
  }

  /**
   * `thing`: the path names something, so that its 404 is `not_found`. `seen`: told the answer's text first, where this
   * call is not shared with one under way. Throws GuicheError, or the abort's reason.
   */
  read(
    path: string,
    query: Query,
    call: Call,
    { thing = false, seen }: { thing?: boolean; seen?: Seen } = {},
  ): Promise<Answer> {
    return this.#read(path, query, call, thing, { ...JSON_READING, seen });
  }

  /** A question that travels in the body of a POST and changes nothing: a read in everything else. */
  ask(path: string, body: unknown, call: Call, { thing = false } = {}): Promise<Answer> {
    const extra = { method: 'POST', body: JSON.stringify(body) } as const;
    return this.#read(path, {}, call, thing, { ...JSON_READING, extra });
  }

  /** A file as it came; what it is, the bytes say. At most 5 MB. Throws as `read`. */
  readFile(path: string, query: Query, call: Call, { thing = false } = {}): Promise<FileAnswer> {
    return this.#read(path, query, call, thing, FILE_READING);
  }

  #read<T>(path: string, query: Query, call: Call, thing: boolean, reading: Reading<T>): Promise<T> {
    const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const search = new URLSearchParams(given).toString();
    const url = `${this.#options.baseUrl}${path}${search === '' ? '' : `?${search}`}`;
    const key = `${call.priority ?? 'operator'} ${call.purpose ?? 'page'} ${call.urgent === true} ${thing} ${reading.accept} ${url} ${reading.extra.body ?? ''}`;
    return this.#reads.share(key, (signal) => this.#readOnce(url, call, thing, signal, reading), call.signal);
  }

  async #readOnce<T>(url: string, call: Call, thing: boolean, signal: AbortSignal, reading: Reading<T>) {
    const patience = call.purpose === 'export' ? EXPORT_PATIENCE : PAGE_PATIENCE;
    const { errors, monitor } = this.#options;
    let before: Failure | null = null;
    const attempt = await withRetries(
      async () => {
        const made = await this.#attempt(url, call, signal, patience.longestWaitMs, reading);
        if (made.ok) return made;
        // The circuit that this very read's refusals opened must not hide what the provider said.
        if (made.failure.kind === 'circuit' && before?.kind === 'refused')
          return { ok: false, failure: pausedAfter(before, made.failure.waitMs) } satisfies Attempt<T>;
        before = made.failure;
        return made;
      },
      (made) => (made.ok ? null : verdictOn(made.failure, errors)),
      { ...this.#clock, patience, budget: monitor.retries },
      signal,
    );
    if (attempt.ok) return attempt.answer;
    signal.throwIfAborted();
    throw toGuicheError(attempt.failure, { thing }, errors);
  }

  /**
   * A call that changes something, to its end (the body as JSON, as a form, or none). Throws only what `sending`
   * throws. The caller's signal counts until it is sent, not after.
   */
  async change(
    method: ChangeMethod,
    path: string,
    body: ChangeBody,
    change: Change,
    terms: ChangeTerms = {},
  ): Promise<Outcome<Answer>> {
    const line: Line = {
      options: this.#options,
      clock: this.#clock,
      hold: (call, signal, longestWaitMs) => this.#hold(call, signal, longestWaitMs),
      log: (...entry) => this.#log(...entry),
    };
    const url = `${this.#options.baseUrl}${path}`;
    try {
      return await sendChange(line, { method, url, body }, change, terms);
    } finally {
      this.#reads.renew();
    }
  }

  async #attempt<T>(
    url: string,
    call: Call,
    signal: AbortSignal,
    longestWaitMs: number,
    { accept, extra, seen, take }: Reading<T>,
  ): Promise<Attempt<T>> {
    const { authorize, monitor, transport } = this.#options;
    const method = extra.method ?? 'GET';
    for (let renewed = false; ; renewed = true) {
      const held = await this.#hold(call, signal, longestWaitMs);
      if (held !== null) return this.#held(method, url, held);
      const granted = await authorize.grant(signal);
      if (!granted.ok) {
        monitor.circuit.neither();
        return this.#held(method, url, granted.failure);
      }
      const begun = this.#clock.now();
      const headers = { accept, 'content-type': 'application/json', ...granted.headers };
      const purpose = call.purpose === 'export' ? 'export' : 'read';
      const outcome = await transport({ ...extra, method, url, headers, purpose, signal });
      if (outcome.kind === 'ok') await seen?.(outcome.text);
      const attempt = this.#toAttempt(outcome, take);
      this.#log(method, url, begun, attempt.ok ? 200 : attempt.failure);
      if (attempt.ok) {
        monitor.circuit.success();
        monitor.report({ kind: 'success', latencyMs: this.#clock.now() - begun, changing: false });
        return attempt;
      }
      const { failure } = attempt;
      const stale = failure.kind === 'refused' && failure.status === 401;
      if (renewed || !stale || authorize.renew?.(granted.headers) !== true) {
        reportFailure(failure, this.#options);
        return attempt;
      }
      monitor.circuit.success();
    }
  }

  #held(method: string, url: string, failure: Failure): { ok: false; failure: Failure } {
    this.#log(method, url, this.#clock.now(), failure);
    return { ok: false, failure };
  }

  async #hold(call: Call, signal: AbortSignal | undefined, longestWaitMs: number): Promise<Failure | null> {
    return (await this.#turn(call, signal, longestWaitMs)) ?? this.#circuitWait(call);
  }

  /** Waits for the account's budget; a wait too long to sit through is a failure. */
  async #turn(call: Call, signal: AbortSignal | undefined, longestWaitMs: number): Promise<Failure | null> {
    for (;;) {
      const turn = await this.#options.budget.take(call.priority ?? 'operator');
      if (turn.ok || signal?.aborted) return null;
      if (turn.waitMs > longestWaitMs) return { kind: 'budget', waitMs: turn.waitMs };
      await this.#clock.sleep(turn.waitMs, signal);
    }
  }

  #circuitWait({ urgent = false }: Call): Failure | null {
    const waitMs = this.#options.monitor.circuit.admit({ urgent });
    return waitMs === 0 ? null : { kind: 'circuit', waitMs };
  }

  #toAttempt<T>(outcome: HttpOutcome, take: Reading<T>['take']): Attempt<T> {
    if (outcome.kind === 'fault') return { ok: false, failure: { kind: 'fault', fault: outcome } };
    const now = this.#clock.now();
    this.#options.monitor.sawClock(Date.parse(outcome.headers.date ?? ''));
    const refusal = refusalIn(outcome, now, this.#options.errors);
    if (refusal !== null) return { ok: false, failure: refusal };
    try {
      return { ok: true, answer: take(outcome, new Date(now).toISOString()) };
    } catch {
      const requestId = outcome.headers['x-request-id'] ?? null;
      return { ok: false, failure: { kind: 'unreadable', status: outcome.status, requestId } };
    }
  }

  #log(method: string, url: string, begun: number, ended: number | Failure): void {
    const { log, account, refused } = this.#options;
    const failure = typeof ended === 'number' ? null : ended;
    const refusal = failure?.kind === 'refused' ? failure : null;
    if (refusal !== null) refused?.(refusal, method, new URL(url).pathname);
    log?.({
      account: account.slug,
      method,
      url: redactUrl(url),
      outcome: typeof ended === 'number' ? ended : wordOf(ended),
      code: refusal?.code ?? null,
      requestId: refusal?.requestId ?? null,
      ms: this.#clock.now() - begun,
    });
  }
}

function wordOf(failure: Failure): number | string {
  // A page with a good status is no answer.
  if (failure.kind === 'refused') return failure.status < 300 ? 'unreadable' : failure.status;
  return failure.kind === 'fault' ? failure.fault.fault : failure.kind;
}
