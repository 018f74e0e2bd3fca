import 'server-only';
import { saoPauloDay, startOfDay } from '#lib/core/dates.ts';
import type { Unreached } from '#lib/core/errors.ts';
import { RetryBudget } from '#lib/core/http/retry.ts';
import { perProcess } from '#lib/core/per-process.ts';
import { isPlausibleSkew } from '#lib/core/provider-numbers.ts';

/** Time in ms for which a failure still counts as degraded after a later success. */
const RECENT_MS = 60_000;
const LATENCIES = 20;
const MOST_PAUSES = 10_000;

export function unreachedBy({ fault, message }: { fault: string; message: string }): Unreached {
  if (fault === 'timeout' || /TIMEOUT|ETIMEDOUT/i.test(message)) return 'silent';
  if (/ENOTFOUND|EAI_AGAIN|ENODATA/.test(message)) return 'name';
  if (/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH/.test(message)) return 'refused';
  return fault === 'tls' || /CERT|SELF_SIGNED|SSL|TLS/i.test(message) ? 'certificate' : 'other';
}

/** `blocked`: the provider refuses the account itself, with its code. `lifted`: that block is over. */
export type CallReport =
  | { kind: 'success'; latencyMs: number; changing: boolean }
  | { kind: 'failure'; unreached?: Unreached }
  | { kind: 'pause'; seconds: number | null }
  | { kind: 'lifted'; code: string }
  | { kind: 'blocked'; code: string; sourceIp: string | null; changing: boolean };

const FAULTS = 5;
const WITHIN_MS = 10_000;
const OPEN_MS = 15_000;
/** ms after the last fault from which an open circuit lets an urgent call try. */
const URGENT_MS = 2_000;

type CircuitState = 'closed' | 'open' | 'half_open';

/**
 * Opens after five faults in ten seconds; after fifteen one call may try. Every admitted call ends in exactly
 * one of `success`, `fault` or `neither` (aborted, or an answer that shows nothing about the service).
 */
export class Circuit {
  readonly #now: () => number;
  #faults: number[] = [];
  #openedAt: number | null = null;
  #probing: 'no' | 'yes' | 'urgent' = 'no';

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  get state(): CircuitState {
    if (this.#openedAt === null) return 'closed';
    return this.#now() - this.#openedAt >= OPEN_MS ? 'half_open' : 'open';
  }

  /** 0 if the call may go, else the ms to wait. `urgent` (a defense, money) may try early, one at a time. */
  admit({ urgent = false }: { urgent?: boolean } = {}): number {
    if (this.#openedAt === null) return 0;
    const remaining = this.#openedAt + OPEN_MS - this.#now();
    const early = remaining > 0;
    const last = this.#faults.at(-1) ?? 0;
    if (early && !(urgent && this.#now() - last >= URGENT_MS)) return remaining;
    if (this.#probing !== 'no') return 1000;
    this.#probing = early ? 'urgent' : 'yes';
    return 0;
  }

  success(): void {
    this.#faults = [];
    this.#openedAt = null;
    this.#probing = 'no';
  }

  fault(): void {
    const now = this.#now();
    // A failed urgent call shows nothing new: it does not lengthen the wait of the others.
    const probe = this.#probing === 'yes';
    this.#probing = 'no';
    this.#faults = [...this.#faults.filter((at) => now - at < WITHIN_MS), now];
    if (probe || (this.#openedAt === null && this.#faults.length >= FAULTS)) this.#openedAt = now;
  }

  neither(): void {
    this.#probing = 'no';
  }
}

/** Facts of the account-health panel. Times are ISO 8601 UTC; `pauses` counts since midnight in São Paulo. */
export type AccountHealth = {
  state: 'unknown' | 'ok' | 'degraded' | 'down';
  lastSuccessAt: string | null;
  lastFailureAt: string | null;
  /** Why the service was never reached; null: it was reached, or no call was made. */
  unreached: Unreached | null;
  latencyMs: number | null;
  circuit: CircuitState;
  pauses: number;
  lastPauseAt: string | null;
  lastPauseSeconds: number | null;
  blockedBy: string | null;
  sourceIp: string | null;
};

/** Results of one account's calls, in this process. */
export class AccountMonitor {
  readonly circuit: Circuit;
  readonly retries = new RetryBudget();
  readonly #now: () => number;
  #lastSuccess: number | null = null;
  #lastFailure: number | null = null;
  /** Any answer, even a refusal, shows that the address is the service's. */
  #reached = false;
  #unreached: Unreached | null = null;
  #latencies: number[] = [];
  #pauses: { at: number; seconds: number | null }[] = [];
  #blocked: { code: string; sourceIp: string | null; changing: boolean } | null = null;
  #offset: number | null = null;

  constructor(now: () => number = Date.now) {
    this.#now = now;
    this.circuit = new Circuit(now);
  }

  report(report: CallReport): void {
    const at = this.#now();
    if (report.kind !== 'failure' || report.unreached === undefined) this.#reached = true;
    else this.#unreached = report.unreached;
    if (report.kind === 'success') {
      this.#lastSuccess = at;
      this.#latencies = [...this.#latencies.slice(1 - LATENCIES), report.latencyMs];
      // A successful read does not prove that changes work.
      if (this.#blocked !== null && (report.changing || !this.#blocked.changing)) this.#blocked = null;
      return;
    }
    if (report.kind === 'lifted') {
      if (this.#blocked?.code === report.code) this.#blocked = null;
      return;
    }
    if (report.kind === 'pause') {
      this.#pauses = [...this.#pauses.slice(1 - MOST_PAUSES), { at, seconds: report.seconds }];
      return;
    }
    this.#lastFailure = at;
    if (report.kind === 'blocked') this.#blocked = report;
  }

  /** Stores the provider's clock from a `Date` header (ms, whole seconds); ignores an implausible one. */
  recordClock(providerMs: number): void {
    const offset = providerMs - this.#now();
    if (isPlausibleSkew(offset)) this.#offset = offset;
  }

  /** ms by which the provider's clock is ahead of Guichê's; null before any answer showed it. */
  get offsetMs(): number | null {
    return this.#offset;
  }

  health(): AccountHealth {
    const now = this.#now();
    const midnight = Date.parse(startOfDay(saoPauloDay(now)));
    const lastPause = this.#pauses.at(-1);
    const latencies = this.#latencies.toSorted((a, b) => a - b);
    return {
      state: this.#state(now),
      lastSuccessAt: instant(this.#lastSuccess),
      lastFailureAt: instant(this.#lastFailure),
      unreached: this.#reached ? null : this.#unreached,
      latencyMs: latencies[Math.floor(latencies.length / 2)] ?? null,
      circuit: this.circuit.state,
      pauses: this.#pauses.filter((pause) => pause.at >= midnight).length,
      lastPauseAt: instant(lastPause?.at ?? null),
      lastPauseSeconds: lastPause?.seconds ?? null,
      blockedBy: this.#blocked?.code ?? null,
      sourceIp: this.#blocked?.sourceIp ?? null,
    };
  }

  #state(now: number): AccountHealth['state'] {
    const success = this.#lastSuccess ?? Number.NEGATIVE_INFINITY;
    const failure = this.#lastFailure ?? Number.NEGATIVE_INFINITY;
    const pause = this.#pauses.at(-1);
    if (this.circuit.state !== 'closed' || (this.#blocked !== null && !this.#blocked.changing)) return 'down';
    if (this.#lastSuccess === null && this.#lastFailure === null) return 'unknown';
    if (failure > success) return this.#lastSuccess === null ? 'down' : 'degraded';
    const pausing = pause !== undefined && now - pause.at < (pause.seconds ?? 60) * 1000;
    return pausing || this.#blocked !== null || now - failure < RECENT_MS ? 'degraded' : 'ok';
  }
}

/** The account's monitor in this process; the adapter reports to it, the health panel reads it. */
export function monitorOf(accountId: string): AccountMonitor {
  const monitors = perProcess('guicheMonitors', () => new Map<string, AccountMonitor>());
  const found = monitors.get(accountId) ?? new AccountMonitor();
  monitors.set(accountId, found);
  return found;
}

const instant = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
