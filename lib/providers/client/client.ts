import 'server-only';
import { Coalescer } from '#lib/core/http/coalesce.ts';
import { parseWellFormed } from '#lib/core/http/json.ts';
import { redactUrl } from '#lib/core/http/redact.ts';
import type { HttpAnswer, HttpOutcome, HttpRequest } from '#lib/core/http/request.ts';
import { EXPORT_PATIENCE, PAGE_PATIENCE, withRetries } from '#lib/core/http/retry.ts';
import { sleep } from '#lib/core/sleep.ts';
import {
  type ChangeBody,
  type ChangeMethod,
  type ChangeTerms,
  sendChange,
} from '#lib/providers/client/change.ts';
import {
  type Failure,
  type Refusal,
  refusalIn,
  reportFailure,
  toGuicheError,
  verdictOn,
} from '#lib/providers/client/errors.ts';
import type { Seen } from '#lib/providers/client/next-page-prefetch.ts';
import {
  type Answer,
  type ClientOptions,
  type Clock,
  type Line,
  logCall,
} from '#lib/providers/client/request-context.ts';
import type { Call, Change, Outcome } from '#lib/providers/port.ts';

export type Query = Record<string, string | undefined>;
type Attempt<T> = { ok: true; answer: T } | { ok: false; failure: Failure };
/** `take` throws SyntaxError for an unreadable answer and waits for `seen`. */
type Reading<T> = {
  accept: string;
  /** `method` and `body` are set only for a read that is sent as a POST. */
  extra: Partial<Pick<HttpRequest, 'method' | 'body' | 'binary' | 'mostBytes'>>;
  seen?: Seen | undefined;
  take: (answer: HttpAnswer, asOf: string) => T;
};

export const SYSTEM_CLOCK: Clock = { now: Date.now, sleep, random: Math.random };
const JSON_READING: Reading<Answer> = {
  accept: 'application/json',
  extra: {},
  take: ({ text }, asOf) => ({ json: parseWellFormed(text), asOf }),
};

/** `mimeType`: from the Content-Type header, which may be wrong. */
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

/** The refusal, with a wait that lasts at least until the circuit lets calls through. */
function pausedAfter(refusal: Refusal, waitMs: number): Refusal {
  return {
    ...refusal,
    retryAfterSeconds: Math.max(refusal.retryAfterSeconds ?? 0, Math.ceil(waitMs / 1000)),
  };
}

/** Reads are retried, and identical ones in flight share one call. A 401 is retried if `authorize` renews. */
export class ProviderClient {
  readonly #options: ClientOptions;
  readonly #clock: Clock;
  readonly #reads = new Coalescer();

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#clock = options.clock ?? SYSTEM_CLOCK;
  }

  /**
   * `thing`: the path contains an id, so a 404 means `not_found`. `seen` receives the answer's text before it
   * is parsed, unless this call shares one in flight. Throws GuicheError, or the abort's reason.
   */
  read(
    path: string,
    query: Query,
    call: Call,
    { thing = false, seen }: { thing?: boolean; seen?: Seen } = {},
  ): Promise<Answer> {
    return this.#read(path, query, call, thing, { ...JSON_READING, seen });
  }

  /** A read that is sent as a POST with a JSON body and changes nothing. */
  readByPost(path: string, body: unknown, call: Call, { thing = false } = {}): Promise<Answer> {
    const extra = { method: 'POST', body: JSON.stringify(body) } as const;
    return this.#read(path, {}, call, thing, { ...JSON_READING, extra });
  }

  /** Reads a file of at most 5 MB, unchanged. Its bytes show its type. Throws like `read`. */
  readFile(path: string, query: Query, call: Call, { thing = false } = {}): Promise<FileAnswer> {
    return this.#read(path, query, call, thing, FILE_READING);
  }

  #read<T>(path: string, query: Query, call: Call, thing: boolean, reading: Reading<T>): Promise<T> {
    const params = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const search = new URLSearchParams(params).toString();
    const url = `${this.#options.baseUrl}${path}${search === '' ? '' : `?${search}`}`;
    const key = `${call.priority ?? 'operator'} ${call.purpose ?? 'page'} ${call.urgent === true} ${thing} ${reading.accept} ${url} ${reading.extra.body ?? ''}`;
    return this.#reads.share(key, (signal) => this.#readOnce(url, call, thing, signal, reading), call.signal);
  }

  async #readOnce<T>(url: string, call: Call, thing: boolean, signal: AbortSignal, reading: Reading<T>) {
    const patience = call.purpose === 'export' ? EXPORT_PATIENCE : PAGE_PATIENCE;
    const { errors, monitor } = this.#options;
    let previous: Failure | null = null;
    const attempt = await withRetries(
      async () => {
        const result = await this.#attempt(url, call, signal, patience.longestWaitMs, reading);
        if (result.ok) return result;
        // If this read's own refusals opened the circuit, report the provider's refusal.
        if (result.failure.kind === 'circuit' && previous?.kind === 'refused')
          return { ok: false, failure: pausedAfter(previous, result.failure.waitMs) } satisfies Attempt<T>;
        previous = result.failure;
        return result;
      },
      (result) => (result.ok ? null : verdictOn(result.failure, errors)),
      { ...this.#clock, patience, budget: monitor.retries },
      signal,
    );
    if (attempt.ok) return attempt.answer;
    signal.throwIfAborted();
    throw toGuicheError(attempt.failure, { thing }, errors);
  }

  /** Throws only what `sending` throws. The caller's signal counts until the call is sent, not after. */
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
      const blocked = await this.#hold(call, signal, longestWaitMs);
      if (blocked !== null) return this.#blocked(method, url, blocked);
      const granted = await authorize.grant(signal);
      if (!granted.ok) {
        monitor.circuit.neither();
        return this.#blocked(method, url, granted.failure);
      }
      const startedAt = this.#clock.now();
      const headers = { accept, 'content-type': 'application/json', ...granted.headers };
      const purpose = call.purpose === 'export' ? 'export' : 'read';
      const outcome = await transport({ ...extra, method, url, headers, purpose, signal });
      if (outcome.kind === 'ok') await seen?.(outcome.text);
      const attempt = this.#toAttempt(outcome, take);
      this.#log(method, url, startedAt, attempt.ok ? 200 : attempt.failure);
      if (attempt.ok) {
        monitor.circuit.success();
        monitor.report({ kind: 'success', latencyMs: this.#clock.now() - startedAt, changing: false });
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

  #blocked(method: string, url: string, failure: Failure): { ok: false; failure: Failure } {
    this.#log(method, url, this.#clock.now(), failure);
    return { ok: false, failure };
  }

  /** Waits for the account's budget, at most `longestWaitMs`, and for its circuit. Returns what blocks. */
  async #hold(call: Call, signal: AbortSignal | undefined, longestWaitMs: number): Promise<Failure | null> {
    const { budget, monitor } = this.#options;
    for (;;) {
      const slot = await budget.take(call.priority ?? 'operator');
      if (slot.ok || signal?.aborted) break;
      if (slot.waitMs > longestWaitMs) return { kind: 'budget', waitMs: slot.waitMs };
      await this.#clock.sleep(slot.waitMs, signal);
    }
    const waitMs = monitor.circuit.admit({ urgent: call.urgent ?? false });
    return waitMs === 0 ? null : { kind: 'circuit', waitMs };
  }

  #toAttempt<T>(outcome: HttpOutcome, take: Reading<T>['take']): Attempt<T> {
    if (outcome.kind === 'fault') return { ok: false, failure: { kind: 'fault', fault: outcome } };
    const now = this.#clock.now();
    this.#options.monitor.recordClock(Date.parse(outcome.headers.date ?? ''));
    const refusal = refusalIn(outcome, now, this.#options.errors);
    if (refusal !== null) return { ok: false, failure: refusal };
    try {
      return { ok: true, answer: take(outcome, new Date(now).toISOString()) };
    } catch {
      const requestId = outcome.headers['x-request-id'] ?? null;
      return { ok: false, failure: { kind: 'unreadable', status: outcome.status, requestId } };
    }
  }

  #log(method: string, url: string, startedAt: number, ended: number | Failure): void {
    const failed = typeof ended !== 'number' && ended.kind === 'refused' ? ended : null;
    if (failed !== null) this.#options.refused?.(failed, method, new URL(url).pathname);
    logCall(this.#options, { method, url: redactUrl(url), ms: this.#clock.now() - startedAt }, ended);
  }
}
