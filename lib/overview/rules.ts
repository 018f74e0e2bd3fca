import type { DayFigures } from '#lib/overview/contract.ts';
import type { Balance, Profile } from '#lib/providers/records.ts';
import { STATUSES } from '#lib/transactions/rules.ts';

/** Counts move slowly and cost many calls; the rest of the page is one call each. Milliseconds. */
export const COUNTS_EVERY_MS = 5 * 60_000;
export const PANELS_EVERY_MS = 30_000;
export const VOLUME_DAYS = 30;

/** What a deposit's status is once its money has come in, whatever happened to it afterwards. */
export const PAID_STATUSES = ['COMPLETED', 'WAITING_FOR_REFUND', 'REFUNDED'] as const;

export type Change = { kind: 'ratio' | 'points'; value: number };

/** Today against yesterday as a ratio (0.555 = +55,5%); null where either is unknown or yesterday had none. */
export function changeOf(today: number | null, yesterday: number | null): Change | null {
  if (today === null || yesterday === null || yesterday === 0) return null;
  return { kind: 'ratio', value: (today - yesterday) / Math.abs(yesterday) };
}

export type Conversion = { ratio: number; base: number };

/** Paid deposits among those that were paid or expired; those still pending are in neither. Null without any. */
export function conversionOf(figures: DayFigures): Conversion | null {
  if (figures.deposits === null) return null;
  const base = figures.deposits.paid + figures.deposits.expired;
  return base === 0 ? null : { ratio: figures.deposits.paid / base, base };
}

/** Two ratios compared, in percentage points. */
export function pointsBetween(today: Conversion | null, yesterday: Conversion | null): Change | null {
  if (today === null || yesterday === null) return null;
  return { kind: 'points', value: (today.ratio - yesterday.ratio) * 100 };
}

export type StatusRow = { status: string; today: number; yesterday: number };

/** Statuses that either day has, known ones in their own order, then any other word. */
export function statusRows(today: DayFigures, yesterday: DayFigures): StatusRow[] {
  const known: readonly string[] = STATUSES;
  const words = new Set([...known, ...Object.keys(today.byStatus), ...Object.keys(yesterday.byStatus)]);
  return [...words]
    .map((status) => ({
      status,
      today: today.byStatus[status] ?? 0,
      yesterday: yesterday.byStatus[status] ?? 0,
    }))
    .filter((row) => row.today > 0 || row.yesterday > 0);
}

export type BalancePart = { kind: string; amount: number; share: number };

/** Bar of a balance: available first, then blocked and what else came; shares of their own sum, 0 to 1. */
export function balanceParts(balance: Balance): BalancePart[] {
  const rest = balance.breakdown.filter((part) => part.kind !== 'available');
  const withBlocked =
    balance.blocked === null || rest.some((part) => part.kind === 'blocked')
      ? rest
      : [{ kind: 'blocked', amount: balance.blocked }, ...rest];
  const parts = [
    ...(balance.available === null ? [] : [{ kind: 'available', amount: balance.available }]),
    ...withBlocked,
  ];
  const sum = parts.reduce((total, part) => total + Math.max(0, part.amount), 0);
  return parts.map((part) => ({ ...part, share: sum === 0 ? 0 : Math.max(0, part.amount) / sum }));
}

export type WithdrawRoom =
  /** None was answered: where none is configured, withdrawals are refused with PZS206. */
  | { state: 'absent' }
  | { state: 'limited'; limit: number; used: number | null; left: number | null; share: number | null };

/** Today's room for withdrawals. `left` never falls below zero, `share` never above one. */
export function withdrawRoom(profile: Profile): WithdrawRoom {
  const daily = profile.dailyWithdrawLimit;
  if (daily === null || daily.limit === null) return { state: 'absent' };
  const { limit, used } = daily;
  if (used === null) return { state: 'limited', limit, used, left: null, share: null };
  const share = limit <= 0 ? 1 : Math.min(1, Math.max(0, used / limit));
  return { state: 'limited', limit, used, left: Math.max(0, limit - used), share };
}

const CLOCK = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'America/Sao_Paulo',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** A limit whose last reset stood at São Paulo's midnight starts anew there; of any other time nothing is said. */
export function renewsAtMidnight(lastReset: string | null): boolean {
  if (lastReset === null) return false;
  const at = new Date(lastReset);
  return !Number.isNaN(at.getTime()) && CLOCK.format(at) === '00:00';
}

/** `day` is `YYYY-MM-DD`. */
export function isWeekend(day: string): boolean {
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay();
  return weekday === 0 || weekday === 6;
}
