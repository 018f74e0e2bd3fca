import { withOffset } from '#lib/core/dates.ts';
import { maskReference } from '#lib/core/masking/mask-text.ts';
import { type MoneyState, stateOf, stayed } from '#lib/core/status/money.ts';
import { chargeExpiry } from '#lib/payments/rules.ts';
import type { Payment } from '#lib/providers/money-records.ts';

/** In display order. Each charge belongs to exactly one step. */
export const FUNNEL_STEPS = ['paid', 'expired', 'cancelled', 'failed', 'open', 'other'] as const;
export type FunnelStep = (typeof FUNNEL_STEPS)[number];
/**
 * Upper bounds of the speed bars, in seconds from creation to payment. One more bar holds all slower ones.
 */
export const SPEED_SECONDS = [60, 300, 1_800] as const;

export type FunnelPart = { count: number; sum: number };

/** Outcomes of charges. The steps add up to the total. Cents. */
export type ChargeFunnel = {
  steps: Record<FunnelStep, FunnelPart>;
  /** Paid and refunded since, in full or in part. `sum`: the refunded cents. */
  returned: FunnelPart;
  /** Paid within 1, 5, 30 minutes, or later. Charges without a payment time are not counted. */
  speed: number[];
  /** By the São Paulo hour of creation. Open charges are in neither. */
  hours: { paid: number; unpaid: number }[];
  /** Expired or cancelled, but a payment exists. */
  late: FunnelPart;
  /** Charges without an amount: counted, but not in any sum. */
  noAmount: number;
};

const STEP_OF: Record<MoneyState, FunnelStep> = {
  waiting: 'open',
  done: 'paid',
  partly: 'paid',
  // Refunded money was paid first.
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
  // An open charge is in neither count.
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

/** Adds up the parts of a period. */
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

/** Minimum number of ended charges to judge an hour. */
const FEWEST = 20;
const FAR = 0.1;

/** The hour with the smallest paid share, if it is far below the average. Null: none is. */
export function weakestHour({ hours }: ChargeFunnel): number | null {
  const share = ({ paid, unpaid }: { paid: number; unpaid: number }) => paid / (paid + unpaid);
  const paid = hours.reduce((sum, hour) => sum + hour.paid, 0);
  const ended = hours.reduce((sum, hour) => sum + hour.paid + hour.unpaid, 0);
  const ranked = hours
    .map((hour, at) => ({ at, share: share(hour), ended: hour.paid + hour.unpaid }))
    .filter((hour) => hour.ended >= FEWEST)
    .sort((a, b) => a.share - b.share);
  const weakest = ranked[0];
  return weakest !== undefined && weakest.share < paid / ended - FAR ? weakest.at : null;
}

/** Filter choices of a funnel, taken from its own charges. */
export type FunnelChoices = {
  accounts: { name: string; count: number }[];
  /**
   * Time to pay in minutes: charges with it, how many of them ended, and how many of those expired unpaid.
   */
  terms: { minutes: number; count: number; ended: number; expired: number }[];
};

export type FunnelNarrowing = { virtualAccount?: string | undefined; term?: number | undefined };

const MOST_CHOICES = 100;

const MINUTE_MS = 60_000;

/** Minutes from creation to the expiry the service reports. Null: it reports none. */
export function termOf(charge: Payment): number | null {
  const end = chargeExpiry(charge, null);
  if (end === null || charge.createdAt === null) return null;
  const minutes = Math.round((Date.parse(end) - Date.parse(charge.createdAt)) / MINUTE_MS);
  return minutes > 0 ? minutes : null;
}

export const narrowed = (charges: readonly Payment[], { virtualAccount, term }: FunnelNarrowing) =>
  charges.filter(
    (charge) =>
      (virtualAccount === undefined || charge.virtualAccount === virtualAccount) &&
      (term === undefined || termOf(charge) === term),
  );

/**
 * Accounts from all charges, terms from those of the chosen account. A name that looks like personal data is
 * not offered.
 */
export function choicesOf(charges: readonly Payment[], { virtualAccount }: FunnelNarrowing): FunnelChoices {
  const accounts = charges.flatMap(({ virtualAccount: name }) =>
    name === null || maskReference(name) !== name ? [] : [{ name, count: 1 }],
  );
  const terms = narrowed(charges, { virtualAccount }).flatMap((charge) => {
    const minutes = termOf(charge);
    const state = stateOf(charge);
    const expired = state === 'expired' ? 1 : 0;
    const paid = stayed(state) || state === 'returned' || state === 'returning' ? 1 : 0;
    return minutes === null ? [] : [{ minutes, count: 1, ended: paid + expired, expired }];
  });
  return joinedChoices([{ accounts, terms }]);
}

export function joinedChoices(parts: readonly FunnelChoices[]): FunnelChoices {
  const accounts = new Map<string, number>();
  const terms = new Map<number, FunnelChoices['terms'][number]>();
  for (const part of parts) {
    for (const { name, count } of part.accounts) accounts.set(name, (accounts.get(name) ?? 0) + count);
    for (const one of part.terms) {
      const { count, ended, expired } = terms.get(one.minutes) ?? { count: 0, ended: 0, expired: 0 };
      terms.set(one.minutes, {
        minutes: one.minutes,
        count: count + one.count,
        ended: ended + one.ended,
        expired: expired + one.expired,
      });
    }
  }
  const byCount = <T extends { count: number }>(all: T[]) =>
    all.sort((a, b) => b.count - a.count).slice(0, MOST_CHOICES);
  return {
    accounts: byCount([...accounts].map(([name, count]) => ({ name, count }))),
    terms: byCount([...terms.values()]),
  };
}

/** Minimum number of ended charges to judge a term. */
const FEWEST_CHOSEN = 20;

const FAR_CHOSEN = 0.03;

/**
 * The shortest term, if a clearly larger share of its charges expired than with longer terms. Null: no clear
 * difference, or too few charges.
 */
export function lossyTerm({ terms }: FunnelChoices): {
  minutes: number;
  expired: number;
  ended: number;
  longer: { expired: number; ended: number };
} | null {
  const [shortest, ...others] = [...terms].sort((a, b) => a.minutes - b.minutes);
  if (shortest === undefined) return null;
  const longer = others.reduce(
    (sum, { expired, ended }) => ({ expired: sum.expired + expired, ended: sum.ended + ended }),
    { expired: 0, ended: 0 },
  );
  if (shortest.ended < FEWEST_CHOSEN || longer.ended < FEWEST_CHOSEN) return null;
  const worse = shortest.expired / shortest.ended - longer.expired / longer.ended;
  const { minutes, expired, ended } = shortest;
  return worse < FAR_CHOSEN ? null : { minutes, expired, ended, longer };
}

/** Charges that expired or were cancelled but still show a payment: it came too late, or another way. */
export function lateMoney({ late }: ChargeFunnel): FunnelPart | null {
  return late.count === 0 ? null : late;
}
