import 'server-only';
import type { Budget } from '#lib/http/budget.ts';
import { Coalescer } from '#lib/http/coalesce.ts';
import type { AccountMonitor } from '#lib/http/health.ts';
import { parseJson } from '#lib/http/json.ts';
import { redactUrl } from '#lib/http/redact.ts';
import type { HttpOutcome, Transport } from '#lib/http/request.ts';
import { EXPORT_PATIENCE, PAGE_PATIENCE, sleep, withRetries } from '#lib/http/retry.ts';
import {
  type Failure,
  type Refusal,
  refusalOf,
  toGuicheError,
  verdictOn,
} from '#lib/providers/pix/errors.ts';
import { reportFailure } from '#lib/providers/pix/report.ts';
import type { Call } from '#lib/providers/port.ts';
import type { Secret } from '#lib/secret.ts';

/** One call as logs may hold it: no credential, no personal value. */
export type CallLog = {
  account: string;
  method: string;
  url: string;
  /** HTTP status, the kind of fault, or what held the call back. */
  outcome: number | string;
  code: string | null;
  requestId: string | null;
  ms: number;
};

export type ClientOptions = {
  account: { id: string; slug: string };
  /** Ends with /v1, without a slash. */
  baseUrl: string;
  token: Secret;
  transport: Transport;
  monitor: AccountMonitor;
  budget: Budget;
  log?: (entry: CallLog) => void;
  clock?: { now: () => number; sleep: typeof sleep; random: () => number };
};

export type Answer = { json: unknown /** When it came, ISO 8601 UTC. */; asOf: string };
export type Query = Record<string, string | undefined>;
type Attempt = { ok: true; answer: Answer } | { ok: false; failure: Failure };

const SYSTEM_CLOCK = { now: Date.now, sleep, random: Math.random };

/** A refusal, to be tried again when the circuit lets calls through. */
function pausedAfter(refusal: Refusal, waitMs: number): Refusal {
  return {
    ...refusal,
    retryAfterSeconds: Math.max(refusal.retryAfterSeconds ?? 0, Math.ceil(waitMs / 1000)),
  };
}

/** Document 1's reads: Bearer token, JSON, retries, budget, circuit. Identical reads in flight share one call. */
export class PixClient {
  readonly #options: ClientOptions;
  readonly #clock: typeof SYSTEM_CLOCK;
  readonly #reads = new Coalescer();

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#clock = options.clock ?? SYSTEM_CLOCK;
  }

  /** `thing`: the path names something, so that its 404 is `not_found`. Throws GuicheError, or the abort's reason. */
  read(path: string, query: Query, call: Call, { thing = false } = {}): Promise<Answer> {
    const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const search = new URLSearchParams(given).toString();
    const url = `${this.#options.baseUrl}${path}${search === '' ? '' : `?${search}`}`;
    const key = `${call.priority ?? 'operator'} ${call.purpose ?? 'page'} ${thing} ${url}`;
    return this.#reads.share(key, (signal) => this.#readOnce(url, call, thing, signal), call.signal);
  }

  async #readOnce(url: string, call: Call, thing: boolean, signal: AbortSignal): Promise<Answer> {
    const patience = call.purpose === 'export' ? EXPORT_PATIENCE : PAGE_PATIENCE;
    let before: Failure | null = null;
    const attempt = await withRetries(
      async () => {
        const made = await this.#attempt(url, call, signal, patience.longestWaitMs);
        if (made.ok) return made;
        // The circuit that this very read's refusals opened must not hide what the provider said.
        if (made.failure.kind === 'circuit' && before?.kind === 'refused')
          return { ok: false, failure: pausedAfter(before, made.failure.waitMs) } satisfies Attempt;
        before = made.failure;
        return made;
      },
      (made) => (made.ok ? null : verdictOn(made.failure)),
      { ...this.#clock, patience, budget: this.#options.monitor.retries },
      signal,
    );
    if (attempt.ok) return attempt.answer;
    signal.throwIfAborted();
    throw toGuicheError(attempt.failure, { thing });
  }

  async #attempt(url: string, call: Call, signal: AbortSignal, longestWaitMs: number): Promise<Attempt> {
    const { monitor, token, transport } = this.#options;
    const held = (await this.#turn(call, signal, longestWaitMs)) ?? this.#circuitWait();
    const begun = this.#clock.now();
    if (held !== null) return this.#ended(url, begun, { ok: false, failure: held });
    const outcome = await transport({
      method: 'GET',
      url,
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        authorization: `Bearer ${token.reveal()}`,
      },
      purpose: call.purpose === 'export' ? 'export' : 'read',
      signal,
    });
    const attempt = this.#judge(outcome);
    if (attempt.ok) {
      monitor.circuit.success();
      monitor.report({ kind: 'success', latencyMs: this.#clock.now() - begun, changing: false });
    } else reportFailure(attempt.failure, this.#options);
    return this.#ended(url, begun, attempt);
  }

  /** Waits for the account's budget; a wait too long to sit through is a failure. */
  async #turn(call: Call, signal: AbortSignal, longestWaitMs: number): Promise<Failure | null> {
    for (;;) {
      const turn = this.#options.budget.take(call.priority ?? 'operator');
      if (turn.ok || signal.aborted) return null;
      if (turn.waitMs > longestWaitMs) return { kind: 'budget', waitMs: turn.waitMs };
      await this.#clock.sleep(turn.waitMs, signal);
    }
  }

  #circuitWait(): Failure | null {
    const waitMs = this.#options.monitor.circuit.admit();
    return waitMs === 0 ? null : { kind: 'circuit', waitMs };
  }

  #judge(outcome: HttpOutcome): Attempt {
    if (outcome.kind === 'fault') return { ok: false, failure: { kind: 'fault', fault: outcome } };
    const now = this.#clock.now();
    const refusal = refusalOf(outcome, now);
    if (refusal !== null) return { ok: false, failure: refusal };
    try {
      return { ok: true, answer: { json: parseJson(outcome.text), asOf: new Date(now).toISOString() } };
    } catch {
      const requestId = outcome.headers['x-request-id'] ?? null;
      return { ok: false, failure: { kind: 'unreadable', status: outcome.status, requestId } };
    }
  }

  #ended(url: string, begun: number, attempt: Attempt): Attempt {
    const { log, account } = this.#options;
    if (log === undefined) return attempt;
    const failure = attempt.ok ? null : attempt.failure;
    const refusal = failure?.kind === 'refused' ? failure : null;
    log({
      account: account.slug,
      method: 'GET',
      url: redactUrl(url),
      outcome: refusal?.status ?? (failure?.kind === 'fault' ? failure.fault.fault : (failure?.kind ?? 200)),
      code: refusal?.code ?? null,
      requestId: refusal?.requestId ?? null,
      ms: this.#clock.now() - begun,
    });
    return attempt;
  }
}
