import 'server-only';
import { Coalescer } from '#lib/http/coalesce.ts';
import { parseJson } from '#lib/http/json.ts';
import { redactUrl } from '#lib/http/redact.ts';
import type { HttpOutcome } from '#lib/http/request.ts';
import { EXPORT_PATIENCE, PAGE_PATIENCE, sleep, withRetries } from '#lib/http/retry.ts';
import {
  type ChangeBody,
  type ChangeMethod,
  type ChangeTerms,
  sendChange,
} from '#lib/providers/pix/change.ts';
import {
  type Failure,
  type Refusal,
  refusalOf,
  toGuicheError,
  verdictOn,
} from '#lib/providers/pix/errors.ts';
import type { Answer, ClientOptions, Line } from '#lib/providers/pix/line.ts';
import { reportFailure } from '#lib/providers/pix/report.ts';
import type { Call, Change, Outcome } from '#lib/providers/port.ts';

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

/**
 * Document 1's calls: Bearer token, JSON, budget, circuit. Reads are tried again, and identical ones in flight share
 * one call; changes are sent as change.ts says.
 */
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
    const key = `${call.priority ?? 'operator'} ${call.purpose ?? 'page'} ${call.urgent === true} ${thing} ${url}`;
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

  /**
   * A call that changes something, to its end (document 1; the body as JSON, as a form, or none). Throws only what
   * `sending` throws. The caller's signal counts until it is sent, not after.
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
      hold: async (call, signal, longestWaitMs) =>
        (await this.#turn(call, signal, longestWaitMs)) ?? this.#circuitWait(call),
      log: (...entry) => this.#log(...entry),
    };
    const url = `${this.#options.baseUrl}${path}`;
    try {
      return await sendChange(line, { method, url, body }, change, terms);
    } finally {
      this.#reads.renew();
    }
  }

  async #attempt(url: string, call: Call, signal: AbortSignal, longestWaitMs: number): Promise<Attempt> {
    const { monitor, token, transport } = this.#options;
    const held = (await this.#turn(call, signal, longestWaitMs)) ?? this.#circuitWait(call);
    const begun = this.#clock.now();
    if (held !== null) {
      this.#log('GET', url, begun, held);
      return { ok: false, failure: held };
    }
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
    this.#log('GET', url, begun, attempt.ok ? 200 : attempt.failure);
    return attempt;
  }

  /** Waits for the account's budget; a wait too long to sit through is a failure. */
  async #turn(call: Call, signal: AbortSignal | undefined, longestWaitMs: number): Promise<Failure | null> {
    for (;;) {
      const turn = this.#options.budget.take(call.priority ?? 'operator');
      if (turn.ok || signal?.aborted) return null;
      if (turn.waitMs > longestWaitMs) return { kind: 'budget', waitMs: turn.waitMs };
      await this.#clock.sleep(turn.waitMs, signal);
    }
  }

  #circuitWait({ urgent = false }: Call): Failure | null {
    const waitMs = this.#options.monitor.circuit.admit({ urgent });
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

  #log(method: string, url: string, begun: number, ended: number | Failure): void {
    const { log, account } = this.#options;
    if (log === undefined) return;
    const failure = typeof ended === 'number' ? null : ended;
    const refusal = failure?.kind === 'refused' ? failure : null;
    log({
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
  if (failure.kind === 'refused') return failure.status;
  return failure.kind === 'fault' ? failure.fault.fault : failure.kind;
}
