import { RESULTS } from './codes.ts';
import type { Charge, Interval, Recurrence } from './model.ts';
import { cycleScenario, planOf, type Scenario } from './scenarios.ts';

/** The same time of day that many months later, on the month's last day when the month is too short. */
function monthsAfter(start: number, months: number): number {
  const from = new Date(start);
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + months];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const to = new Date(start);
  to.setUTCFullYear(year, month, Math.min(from.getUTCDate(), last));
  return to.getTime();
}

/** The first instant after the recurrence's last day; null: it has no end. */
export function endOf({ endDate }: Pick<Recurrence, 'endDate'>): number | null {
  return endDate === null ? null : Date.parse(`${endDate}T00:00:00.000-03:00`) + 86_400_000;
}

/** The first scheduled date after `at`; null when the recurrence has ended by then. */
export function nextAfter(
  recurrence: Pick<Recurrence, 'createdAt' | 'interval' | 'endDate'>,
  at: number,
): number | null {
  const months = recurrence.interval === 'ANNUAL' ? 12 : 1;
  let count = Math.max(1, Math.floor((at - recurrence.createdAt) / (31 * 86_400_000 * months)));
  while (monthsAfter(recurrence.createdAt, count * months) <= at) count++;
  const next = monthsAfter(recurrence.createdAt, count * months);
  const end = endOf(recurrence);
  return end !== null && next >= end ? null : next;
}

type Begin = { id: string; first: Charge; interval: Interval; endDate: string | null };

export function begun({ id, first, interval, endDate }: Begin): Recurrence {
  const plain = { interval, endDate, createdAt: first.createdAt };
  return {
    ...plain,
    id,
    firstChargeId: first.id,
    status: 'ACTIVE',
    amount: first.amount,
    cycle: 0,
    next: nextAfter(plain, first.createdAt),
  };
}

/** When the recurrence changes next: a cycle, or its end. */
export function nextChangeAt(recurrence: Recurrence): number | null {
  if (recurrence.status === 'ENDED') return null;
  return recurrence.next ?? endOf(recurrence);
}

export type Turn = { recurrence: Recurrence; charge: Charge | null };

/** Advances a recurrence at `at`: another charge, or the end. `make` holds the new charge's own values. */
export function turned(
  recurrence: Recurrence,
  first: Charge,
  at: number,
  make: { id: string; acquirerTransactionId: string; scenario?: Scenario },
): Turn {
  const end = endOf(recurrence);
  if (end !== null && at >= end)
    return { recurrence: { ...recurrence, status: 'ENDED', next: null }, charge: null };
  if (recurrence.status !== 'ACTIVE' || recurrence.next === null) return { recurrence, charge: null };
  const cycle = recurrence.cycle + 1;
  const scenario = make.scenario ?? cycleScenario(recurrence.amount);
  const charge: Charge = {
    ...first,
    id: make.id,
    amount: recurrence.amount,
    createdAt: at,
    updatedAt: at,
    payment: { ...RESULTS[scenario.first], acquirerTransactionId: make.acquirerTransactionId },
    recurrenceCycle: cycle,
    reversed: 0,
    chargebacks: [],
    plan: planOf(scenario, at),
  };
  return { recurrence: { ...recurrence, cycle, next: nextAfter(recurrence, at) }, charge };
}
