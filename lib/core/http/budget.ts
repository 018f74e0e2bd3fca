import 'server-only';
import {
  type BudgetLimits,
  type BudgetPriority,
  type Lease,
  type Leases,
  memoryLeases,
  type Unused,
} from '#lib/core/http/budget-leases.ts';

export type BudgetResult = { ok: true } | { ok: false; waitMs: number };

/** Limits the calls of an account. `waitMs`: ms until the next call may go. */
export type Budget = {
  take(priority: BudgetPriority): BudgetResult | Promise<BudgetResult>;
  exceeded(): void;
};

/** Returns the leases of a budget; `name` distinguishes the budgets of one account. */
export type LeaseSource = (name: string, limits: BudgetLimits) => Leases;

/** A contract limits sandbox tokens; others adapt, from 600 a minute. Null: the simulator has no limit. */
export function limitsFor(account: { simulator: boolean }, token: string): BudgetLimits | null {
  if (account.simulator) return null;
  return token.startsWith('sbx_')
    ? { perMinute: 60, perDay: 2_000, adaptive: false }
    : { perMinute: 600, perDay: null, adaptive: true };
}

export const NO_BUDGET: Budget = { take: () => ({ ok: true }), exceeded: () => undefined };

/** A budget shared with all that lease from the same source, else this process's own; null: no limit. */
export function createBudget(
  limits: BudgetLimits | null,
  now: () => number = Date.now,
  { leases, name = 'main' }: { leases?: LeaseSource | undefined; name?: string } = {},
): Budget {
  if (limits === null) return NO_BUDGET;
  return new LeasedBudget(leases === undefined ? memoryLeases(limits, now) : leases(name, limits), now);
}

type ActiveLease = { slot: number; size: number; remaining: number; from: number; until: number };
type Refused = { from: number; until: number; readyAt: number };
type Side = {
  active: ActiveLease | null;
  refused: Refused | null;
  leasing: Promise<void> | null;
  waiting: number;
};

const TAKEN: BudgetResult = { ok: true };
/** Longest time in ms for which a refusal counts: another process may return calls. */
const BELIEVED_MS = 1_000;

/** Spends a lease in memory. A used up or expired one costs a call to the source, one for all who wait. */
class LeasedBudget implements Budget {
  readonly #leases: Leases;
  readonly #now: () => number;
  readonly #sides: Record<BudgetPriority, Side> = { operator: emptySide(), background: emptySide() };
  #unused: Unused[] = [];
  #halving: Promise<void> = Promise.resolve();

  constructor(leases: Leases, now: () => number) {
    this.#leases = leases;
    this.#now = now;
  }

  take(priority: BudgetPriority): BudgetResult | Promise<BudgetResult> {
    return this.#spend(this.#sides[priority]) ? TAKEN : this.#takeNext(priority);
  }

  exceeded(): void {
    for (const priority of ['operator', 'background'] as const) this.#giveBack(priority);
    // The next lease waits for this; if the database is gone, that lease fails by itself.
    this.#halving = Promise.all([this.#halving, this.#leases.exceeded()]).then(noop, noop);
  }

  #spend({ active }: Side): boolean {
    if (active === null || active.remaining < 1 || !within(active, this.#now())) return false;
    active.remaining -= 1;
    return true;
  }

  async #takeNext(priority: BudgetPriority): Promise<BudgetResult> {
    const side = this.#sides[priority];
    side.waiting += 1;
    try {
      for (;;) {
        if (this.#spend(side)) return TAKEN;
        const { refused } = side;
        const now = this.#now();
        if (refused !== null && within(refused, now)) return { ok: false, waitMs: refused.readyAt - now };
        side.leasing ??= this.#lease(priority).finally(() => {
          side.leasing = null;
        });
        await side.leasing;
      }
    } finally {
      side.waiting -= 1;
    }
  }

  async #lease(priority: BudgetPriority): Promise<void> {
    const side = this.#sides[priority];
    await this.#halving;
    const want = Math.max(side.waiting, sizeAfter(side.active, this.#now()));
    this.#giveBack(priority);
    const unused = this.#unused.splice(0);
    const from = this.#now();
    Object.assign(side, sideFrom(await this.#leases.lease({ want, priority, unused }), from));
  }

  #giveBack(priority: BudgetPriority): void {
    const side = this.#sides[priority];
    if (side.active !== null && side.active.remaining > 0) {
      this.#unused.push({ slot: side.active.slot, calls: side.active.remaining, priority });
      side.active.remaining = 0;
    }
  }
}

const emptySide = (): Side => ({ active: null, refused: null, leasing: null, waiting: 0 });
const noop = () => undefined;

/** True while it is valid. Setting the clock back neither extends it nor makes it valid again. */
const within = ({ from, until }: { from: number; until: number }, now: number) => now >= from && now < until;

/** Calls for the next lease: twice as many if the last ones were used up early, else as many as were used. */
function sizeAfter(active: ActiveLease | null, now: number): number {
  if (active === null) return 1;
  if (active.remaining < 1 && within(active, now)) return active.size * 2;
  const longAgo = now - active.until > active.until - active.from;
  return longAgo ? 1 : active.size - active.remaining;
}

function sideFrom(lease: Lease, from: number): Pick<Side, 'active' | 'refused'> {
  if ('waitMs' in lease) {
    const until = from + Math.min(lease.waitMs, BELIEVED_MS);
    return { active: null, refused: { from, until, readyAt: from + lease.waitMs } };
  }
  const { calls, slot, lastsMs } = lease;
  return { active: { slot, size: calls, remaining: calls, from, until: from + lastsMs }, refused: null };
}
