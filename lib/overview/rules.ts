import { withOffset } from '#lib/core/dates.ts';
import type { DayFigures } from '#lib/overview/contract.ts';
import type { Balance, Profile } from '#lib/providers/records.ts';
import { STATUSES } from '#lib/transactions/rules.ts';

export const VOLUME_DAYS = 30;

/** Statuses of a deposit that was paid, including those refunded since. */
export const PAID_STATUSES = ['COMPLETED', 'WAITING_FOR_REFUND', 'REFUNDED'] as const;

type Part =
  | 'balance'
  | 'profile'
  | 'transactions'
  | 'summary'
  | 'disputes'
  | 'deliveries'
  | 'limits'
  | 'metrics';
/** Which panels an account's overview shows: those that its provider and the operator's role allow. */
export type OverviewParts = Readonly<Record<Part | 'lines' | 'cards', boolean>>;

export type Change = { kind: 'ratio' | 'points'; value: number };

/** Today against yesterday as a ratio (0.555 = +55,5%); null where either is unknown or yesterday had none. */
export function changeOf(today: number | null, yesterday: number | null): Change | null {
  if (today === null || yesterday === null || yesterday === 0) return null;
  return { kind: 'ratio', value: (today - yesterday) / Math.abs(yesterday) };
}

type Conversion = { ratio: number; base: number };

/** Share of the paid among the paid and expired deposits; pending ones do not count. Null without any. */
export function conversionOf(figures: DayFigures): Conversion | null {
  if (figures.deposits === null) return null;
  const base = figures.deposits.paid + figures.deposits.expired;
  return base === 0 ? null : { ratio: figures.deposits.paid / base, base };
}

/** Difference of two ratios in percentage points. */
export function pointsBetween(today: Conversion | null, yesterday: Conversion | null): Change | null {
  if (today === null || yesterday === null) return null;
  return { kind: 'points', value: (today.ratio - yesterday.ratio) * 100 };
}

type StatusRow = { status: string; today: number; yesterday: number };

/** Statuses that occur on either day: known ones in their usual order, then the provider's others. */
export function statusRows(today: DayFigures, yesterday: DayFigures): StatusRow[] {
  const known: readonly string[] = STATUSES;
  const statuses = new Set([...known, ...Object.keys(today.byStatus), ...Object.keys(yesterday.byStatus)]);
  return [...statuses]
    .map((status) => ({
      status,
      today: today.byStatus[status] ?? 0,
      yesterday: yesterday.byStatus[status] ?? 0,
    }))
    .filter((row) => row.today > 0 || row.yesterday > 0);
}

/**
 * Parts of the balance bar: available, then each cause of blocked money, then blocked money without a cause. The
 * causes are parts of `blocked`, not additional money. Shares are from 0 to 1.
 */
export function balanceParts(balance: Balance): { kind: string; amount: number; share: number }[] {
  const causes = balance.breakdown.filter(({ kind }) => kind !== 'available' && kind !== 'blocked');
  const blocked = balance.blocked ?? balance.breakdown.find(({ kind }) => kind === 'blocked')?.amount ?? null;
  const named = causes.reduce((total, { amount }) => total + amount, 0);
  const rest = blocked === null ? null : blocked - named;
  const parts = [
    ...(balance.available === null ? [] : [{ kind: 'available', amount: balance.available }]),
    ...causes,
    ...(rest === null || (causes.length > 0 && rest <= 0) ? [] : [{ kind: 'blocked', amount: rest }]),
  ];
  const sum = parts.reduce((total, part) => total + Math.max(0, part.amount), 0);
  return parts.map((part) => ({ ...part, share: sum === 0 ? 0 : Math.max(0, part.amount) / sum }));
}

/** True when the limit resets at São Paulo's midnight, as its last reset shows; otherwise unknown. */
export const renewsAtMidnight = (lastReset: string | null): boolean =>
  lastReset !== null && withOffset(lastReset).slice(11, 16) === '00:00';

/** `day` is `YYYY-MM-DD`. */
export function isWeekend(day: string): boolean {
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay();
  return weekday === 0 || weekday === 6;
}

type Figure = { name: string; value: string | number };
const MOST_FIGURES = 60;

/** The service's figures as a flat list with dotted names (`payments.paid.count`); other values are omitted. */
export function figuresOf(metrics: Record<string, unknown>, within = ''): Figure[] {
  return Object.entries(metrics)
    .flatMap(([key, value]): Figure[] => {
      const name = within === '' ? key : `${within}.${key}`;
      if (typeof value === 'number' || typeof value === 'string') return [{ name, value }];
      if (value === null || typeof value !== 'object' || Array.isArray(value)) return [];
      return figuresOf(value as Record<string, unknown>, name);
    })
    .slice(0, MOST_FIGURES);
}

/** One line of figures: a count, an amount in cents, or another value. */
export type FigureRow = {
  name: string;
  count: number | null;
  cents: number | null;
  value: Figure['value'] | null;
};

/** Joins `payments.paid.count` and `payments.paid.amount` into the line `payments.paid`. Cents (document 2). */
export function figureRows(figures: readonly Figure[]): FigureRow[] {
  const rows = new Map<string, FigureRow>();
  for (const { name, value } of figures) {
    const [, of = '', last = ''] = /^(.+)\.(count|amount)$/.exec(name) ?? [];
    const paired = last !== '' && Number.isSafeInteger(value);
    const key = paired ? of : name;
    const row = rows.get(key) ?? { name: key, count: null, cents: null, value: null };
    if (!paired) row.value = value;
    else if (last === 'count') row.count = Number(value);
    else row.cents = Number(value);
    rows.set(key, row);
  }
  return [...rows.values()];
}

/** Today's limit of an operation and its use, found by the provider's field names. Cents. */
export function dailyHeadroom(other: Record<string, unknown>): { used: number | null; limit: number | null } {
  const find = (name: RegExp) => {
    const value = Object.entries(other).find(([key]) => /da(?:y|ily)/i.test(key) && name.test(key))?.[1];
    const cents = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
    return typeof cents === 'number' && Number.isSafeInteger(cents) ? cents : null;
  };
  return { used: find(/use|spent|total/i), limit: find(/limit|max|cap/i) };
}

type WithdrawHeadroom =
  /** The provider reported no limit; without a configured one it refuses withdrawals with PZS206. */
  | { state: 'absent' }
  | { state: 'limited'; limit: number; used: number | null; left: number | null; share: number | null };

/** Today's remaining withdrawal limit in cents, never below zero; `share` of the limit from 0 to 1. */
export function withdrawHeadroom(profile: Profile): WithdrawHeadroom {
  const daily = profile.dailyWithdrawLimit;
  if (daily === null || daily.limit === null) return { state: 'absent' };
  const { limit, used } = daily;
  if (used === null) return { state: 'limited', limit, used, left: null, share: null };
  const left = Math.max(0, limit - used);
  const share = limit <= 0 ? 0 : Math.min(1, left / limit);
  return { state: 'limited', limit, used, left, share };
}

/** Counts cost many calls, so they are read less often than the other panels. Milliseconds. */
export const COUNTS_EVERY_MS = 5 * 60_000;

export const PANELS_EVERY_MS = 30_000;
