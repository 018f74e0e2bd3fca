import 'server-only';
import {
  type BudgetLimits,
  type BudgetPriority,
  type Lease,
  type Leases,
  memoryLeases,
  type Unused,
} from '#lib/core/http/budget-leases.ts';

export type BudgetTurn = { ok: true } | { ok: false; waitMs: number };

/** Calls an account may make. `waitMs`: when the next may go. */
export type Budget = {
  take(priority: BudgetPriority): BudgetTurn | Promise<BudgetTurn>;
  /** The provider answered 429. */
  exceeded(): void;
};

/** Where a budget's calls are leased; `name` tells the budgets of one account apart. */
export type LeaseSource = (name: string, limits: BudgetLimits) => Leases;

/** The provider's sandbox tokens are limited by contract, others start at 600 a minute and learn. */
export function limitsFor(account: { simulator: boolean }, token: string): BudgetLimits | null {
  if (account.simulator) return null;
  return token.startsWith('sbx_')
    ? { perMinute: 60, perDay: 2_000, adaptive: false }
    : { perMinute: 600, perDay: null, adaptive: true };
}

export const NO_BUDGET: Budget = { take: () => ({ ok: true }), exceeded: () => undefined };

/** A budget; shared with whoever leases from the same source, else of its own. Null: none is needed. */
export function createBudget(
  limits: BudgetLimits | null,
  now: () => number = Date.now,
  { leases, name = 'main' }: { leases?: LeaseSource | undefined; name?: string } = {},
): Budget {
  if (limits === null) return NO_BUDGET;
  return new LeasedBudget(leases === undefined ? memoryLeases(limits, now) : leases(name, limits), now);
}

type Held = { slot: number; size: number; left: number; from: number; until: number };
type Refused = { from: number; until: number; readyAt: number };
type Side = { held: Held | null; refused: Refused | null; leasing: Promise<void> | null; waiting: number };

const TAKEN: BudgetTurn = { ok: true };
/** Another process may give calls back: a refusal is believed only so long. */
const BELIEVED_MS = 1_000;

/** Spends from a lease in memory; only a spent or outlived one costs a call of the source, for all who wait. */
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

  take(priority: BudgetPriority): BudgetTurn | Promise<BudgetTurn> {
    return this.#spend(this.#sides[priority]) ? TAKEN : this.#takeNext(priority);
  }

  exceeded(): void {
    for (const priority of ['operator', 'background'] as const) this.#giveBack(priority);
    // The next lease waits for it; a database that is gone refuses that one by itself.
    this.#halving = Promise.all([this.#halving, this.#leases.exceeded()]).then(noop, noop);
  }

  #spend({ held }: Side): boolean {
    if (held === null || held.left < 1 || !within(held, this.#now())) return false;
    held.left -= 1;
    return true;
  }

  async #takeNext(priority: BudgetPriority): Promise<BudgetTurn> {
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
    const want = Math.max(side.waiting, sizeAfter(side.held, this.#now()));
    this.#giveBack(priority);
    const unused = this.#unused.splice(0);
    const from = this.#now();
    Object.assign(side, heldOf(await this.#leases.lease({ want, priority, unused }), from));
  }

  #giveBack(priority: BudgetPriority): void {
    const side = this.#sides[priority];
    if (side.held !== null && side.held.left > 0) {
      this.#unused.push({ slot: side.held.slot, calls: side.held.left, priority });
      side.held.left = 0;
    }
  }
}

const emptySide = (): Side => ({ held: null, refused: null, leasing: null, waiting: 0 });
const noop = () => undefined;

/** A clock that was set back makes it neither longer nor valid again. */
const within = ({ from, until }: { from: number; until: number }, now: number) => now >= from && now < until;

/** Twice as many where the last ones were spent before their time, else as many as were used. */
function sizeAfter(held: Held | null, now: number): number {
  if (held === null) return 1;
  if (held.left < 1 && within(held, now)) return held.size * 2;
  const longAgo = now - held.until > held.until - held.from;
  return longAgo ? 1 : held.size - held.left;
}

function heldOf(lease: Lease, from: number): Pick<Side, 'held' | 'refused'> {
  if ('waitMs' in lease) {
    const until = from + Math.min(lease.waitMs, BELIEVED_MS);
    return { held: null, refused: { from, until, readyAt: from + lease.waitMs } };
  }
  const { calls, slot, lastsMs } = lease;
  return { held: { slot, size: calls, left: calls, from, until: from + lastsMs }, refused: null };
}
