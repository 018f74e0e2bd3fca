import { withOffset } from '#lib/core/dates.ts';
import { type MoneyState, stateOf } from '#lib/core/status/money.ts';
import type { Payment } from '#lib/providers/money-records.ts';

/** In the order in which they are drawn: each charge stands in exactly one. */
export const FUNNEL_STEPS = ['paid', 'expired', 'cancelled', 'failed', 'open', 'other'] as const;
export type FunnelStep = (typeof FUNNEL_STEPS)[number];
/** Seconds from creation to payment; the last bar holds all that is slower. */
export const SPEED_SECONDS = [60, 300, 1_800] as const;

export type FunnelPart = { count: number; sum: number };

/** Outcomes of charges: parts that add up to the whole. Cents. */
export type ChargeFunnel = {
  steps: Record<FunnelStep, FunnelPart>;
  /** Paid, and given back since, whole or in part; `sum` is what went back. */
  returned: FunnelPart;
  /** Paid within 1, 5, 30 minutes, later; those of which nobody tells when are in none. */
  speed: number[];
  /** By the São Paulo hour of creation; what may still be paid is in neither. */
  hours: { paid: number; unpaid: number }[];
  /** Expired or cancelled, and a payment stands on it all the same. */
  late: FunnelPart;
  /** Charges that tell no amount: counted, in no sum. */
  noAmount: number;
};

const STEP_OF: Record<MoneyState, FunnelStep> = {
  waiting: 'open',
  done: 'paid',
  partly: 'paid',
  // Money that went back had come.
  returned: 'paid',
  returning: 'paid',
  expired: 'expired',
  cancelled: 'cancelled',
  refused: 'failed',
};

const none = (): FunnelPart => ({ count: 0, sum: 0 });

export const emptyFunnel = (): ChargeFunnel => ({
  steps: { paid: none(), expired: none(), cancelled: none(), failed: none(), open: none(), other: none() },
  returned: none(),
  speed: [...SPEED_SECONDS, 0].map(() => 0),
  hours: Array.from({ length: 24 }, () => ({ paid: 0, unpaid: 0 })),
  late: none(),
  noAmount: 0,
});

export function funnelOf(charges: readonly Payment[]): ChargeFunnel {
  const funnel = emptyFunnel();
  for (const charge of charges) count(funnel, charge);
  return funnel;
}

function count(funnel: ChargeFunnel, charge: Payment): void {
  const { amount, createdAt, paidAt, refundAmount, endToEndId } = charge;
  const state = stateOf(charge);
  const step = state === null ? 'other' : STEP_OF[state];
  add(funnel.steps[step], amount ?? 0);
  if (amount === null) funnel.noAmount += 1;
  const gone = state === 'returned' ? (refundAmount ?? amount) : step === 'paid' ? refundAmount : null;
  if (gone !== null && gone > 0) add(funnel.returned, gone);
  if ((step === 'expired' || step === 'cancelled') && (paidAt ?? endToEndId) !== null)
    add(funnel.late, amount ?? 0);
  if (createdAt === null) return;
  const hour = funnel.hours[Number(withOffset(createdAt).slice(11, 13))];
  // One that may still be paid is neither.
  if (hour !== undefined && step === 'paid') hour.paid += 1;
  else if (hour !== undefined && step !== 'open') hour.unpaid += 1;
  if (step === 'paid' && paidAt !== null) {
    const seconds = (Date.parse(paidAt) - Date.parse(createdAt)) / 1000;
    const place = SPEED_SECONDS.findIndex((most) => seconds <= most);
    funnel.speed[place < 0 ? SPEED_SECONDS.length : place] =
      (funnel.speed[place < 0 ? SPEED_SECONDS.length : place] ?? 0) + 1;
  }
}

function add(part: FunnelPart, cents: number, by = 1): void {
  part.count += by;
  part.sum += cents;
}

/** Parts that were read one after the other, as one. */
export function joinedFunnel(parts: readonly ChargeFunnel[]): ChargeFunnel {
  const whole = emptyFunnel();
  for (const part of parts) {
    for (const step of FUNNEL_STEPS) add(whole.steps[step], part.steps[step].sum, part.steps[step].count);
    add(whole.returned, part.returned.sum, part.returned.count);
    add(whole.late, part.late.sum, part.late.count);
    whole.speed = whole.speed.map((one, place) => one + (part.speed[place] ?? 0));
    whole.hours = whole.hours.map(({ paid, unpaid }, hour) => ({
      paid: paid + (part.hours[hour]?.paid ?? 0),
      unpaid: unpaid + (part.hours[hour]?.unpaid ?? 0),
    }));
    whole.noAmount += part.noAmount;
  }
  return whole;
}

export function allOf({ steps }: ChargeFunnel): FunnelPart {
  const all = none();
  for (const step of FUNNEL_STEPS) add(all, steps[step].sum, steps[step].count);
  return all;
}

/** Few charges tell nothing of an hour. */
const FEWEST = 20;
const FAR = 0.1;

/** The hour in which the smallest share was paid, where that is far below all of them; null: none stands out. */
export function weakestHour({ hours }: ChargeFunnel): number | null {
  const share = ({ paid, unpaid }: { paid: number; unpaid: number }) => paid / (paid + unpaid);
  const paid = hours.reduce((sum, hour) => sum + hour.paid, 0);
  const ended = hours.reduce((sum, hour) => sum + hour.paid + hour.unpaid, 0);
  const told = hours
    .map((hour, at) => ({ at, share: share(hour), ended: hour.paid + hour.unpaid }))
    .filter((hour) => hour.ended >= FEWEST)
    .sort((a, b) => a.share - b.share);
  const weakest = told[0];
  return weakest !== undefined && weakest.share < paid / ended - FAR ? weakest.at : null;
}
