import type { Balance } from '#lib/providers/records.ts';
import type { AccountSummary } from '#lib/session/contract.ts';

type One = {
  environment: AccountSummary['environment'];
  /** Undefined: not known, or not loaded yet. */
  balance: Pick<Balance, 'available' | 'blocked'> | undefined;
};
/** Cents. `known` of `all` accounts report an available balance; `blocked` is null when none reports it. */
export type Total = {
  environment: AccountSummary['environment'];
  available: number;
  blocked: number | null;
  known: number;
  all: number;
};

/** Sums by environment, so that real money and sandbox money stay separate. All providers use reais. */
export function totalsOf(accounts: readonly One[]): Total[] {
  const totals = new Map<string, Total>();
  for (const { environment, balance } of accounts) {
    const total = totals.get(environment) ?? { environment, available: 0, blocked: null, known: 0, all: 0 };
    totals.set(environment, total);
    total.all += 1;
    const { available = null, blocked = null } = balance ?? {};
    if (available === null) continue;
    total.known += 1;
    total.available += available;
    if (blocked !== null) total.blocked = (total.blocked ?? 0) + blocked;
  }
  return [...totals.values()].sort((a, b) => a.environment.localeCompare(b.environment));
}
