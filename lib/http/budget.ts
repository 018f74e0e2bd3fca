import 'server-only';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** What background work leaves to operators. */
const BACKGROUND_SHARE = 0.3;

export type BudgetTurn = { ok: true } | { ok: false; waitMs: number };

/** Calls an account may make. `waitMs`: when the next may go. */
export type Budget = {
  take(priority: 'operator' | 'background'): BudgetTurn;
  /** The provider answered 429. */
  exceeded(): void;
};

export type BudgetLimits = { perMinute: number; perDay: number | null; adaptive: boolean };

/** The provider's sandbox tokens are limited by contract, others start at 600 a minute and learn. */
export function limitsFor(account: { simulator: boolean }, token: string): BudgetLimits | null {
  if (account.simulator) return null;
  return token.startsWith('sbx_')
    ? { perMinute: 60, perDay: 2_000, adaptive: false }
    : { perMinute: 600, perDay: null, adaptive: true };
}

export const NO_BUDGET: Budget = { take: () => ({ ok: true }), exceeded: () => undefined };

/** A budget of this process: the last minute's calls by time, the last day's by hour. */
export function createBudget(limits: BudgetLimits | null, now: () => number = Date.now): Budget {
  return limits === null ? NO_BUDGET : new MemoryBudget(limits, now);
}

class MemoryBudget implements Budget {
  readonly #limits: BudgetLimits;
  readonly #now: () => number;
  #recent: { at: number; background: boolean }[] = [];
  #hours = new Map<number, number>();
  #perMinute: number;
  #raisedAt: number;

  constructor(limits: BudgetLimits, now: () => number) {
    this.#limits = limits;
    this.#now = now;
    this.#perMinute = limits.perMinute;
    this.#raisedAt = now();
  }

  take(priority: 'operator' | 'background'): BudgetTurn {
    const now = this.#now();
    this.#raise(now);
    const dayWait = this.#dayWait(now);
    if (dayWait > 0) return { ok: false, waitMs: dayWait };
    this.#recent = this.#recent.filter(({ at }) => now - at < MINUTE);
    const background = this.#recent.filter((call) => call.background);
    const most = Math.max(1, Math.floor(this.#perMinute));
    const share = Math.max(1, Math.floor(most * BACKGROUND_SHARE));
    const wait = Math.max(
      waitFor(this.#recent, most, now),
      priority === 'background' ? waitFor(background, share, now) : 0,
    );
    if (wait > 0) return { ok: false, waitMs: wait };
    this.#recent.push({ at: now, background: priority === 'background' });
    const hour = Math.floor(now / HOUR);
    this.#hours.set(hour, (this.#hours.get(hour) ?? 0) + 1);
    return { ok: true };
  }

  exceeded(): void {
    if (!this.#limits.adaptive) return;
    this.#raisedAt = this.#now();
    this.#perMinute = Math.max(1, this.#perMinute / 2);
  }

  /** A tenth of the full rate comes back each minute. */
  #raise(now: number): void {
    const minutes = Math.floor((now - this.#raisedAt) / MINUTE);
    if (minutes < 1) return;
    this.#raisedAt += minutes * MINUTE;
    const { perMinute } = this.#limits;
    this.#perMinute = Math.min(perMinute, this.#perMinute + (minutes * perMinute) / 10);
  }

  #dayWait(now: number): number {
    if (this.#limits.perDay === null) return 0;
    const hour = Math.floor(now / HOUR);
    let used = 0;
    for (const [at, count] of this.#hours) {
      if (hour - at >= 24) this.#hours.delete(at);
      else used += count;
    }
    if (used < this.#limits.perDay) return 0;
    const oldest = Math.min(...this.#hours.keys());
    return (oldest + 24) * HOUR - now;
  }
}

/** 0 when fewer than `most` calls stand in the last minute, else until enough of them leave it. */
function waitFor(calls: readonly { at: number }[], most: number, now: number): number {
  const blocking = calls[calls.length - most];
  return blocking === undefined ? 0 : blocking.at + MINUTE - now;
}
