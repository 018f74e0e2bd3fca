import { withOffset } from '#lib/core/dates.ts';
import { maskReference } from '#lib/core/masking/mask-forms.ts';
import { type MoneyState, stateOf, stayed } from '#lib/core/status/money.ts';
import type { ChargeFunnelPart } from '#lib/payments/contract.ts';
import { chargeExpiry } from '#lib/payments/rules.ts';
import type { Payment } from '#lib/providers/money-records.ts';

/** In display order. Each charge belongs to exactly one step. */
export const FUNNEL_STEPS = ['paid', 'expired', 'cancelled', 'failed', 'open', 'other'] as const;
type FunnelStep = (typeof FUNNEL_STEPS)[number];
/** Upper bounds of the speed bars, in seconds from creation to payment. One more bar counts all slower ones. */
const SPEED_SECONDS = [60, 300, 1_800] as const;

/** Outcomes of charges. The steps add up to the total. Cents. */
export type ChargeFunnel = ChargeFunnelPart['funnel'];
/** Filter choices of a funnel, taken from its own charges. */
export type FunnelChoices = ChargeFunnelPart['choices'];
export type FunnelPart = ChargeFunnel['late'];

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
  if (hour !== undefined && step === 'paid') hour.paid += 1;
  else if (hour !== undefined && step !== 'open') hour.unpaid += 1;
  if (step === 'paid' && paidAt !== null) {
    const seconds = (Date.parse(paidAt) - Date.parse(createdAt)) / 1000;
    const place = SPEED_SECONDS.filter((most) => !(seconds <= most)).length;
    funnel.speed[place] = (funnel.speed[place] ?? 0) + 1;
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

/** Minimum number of ended charges to judge an hour or a term. */
const FEWEST = 20;
/** Differences of shares that count as clear. */
const FAR_HOUR = 0.1;
const FAR_TERM = 0.03;

/** The hour with the smallest paid share, if it is far below the average. Null: none is. */
export function weakestHour({ hours }: ChargeFunnel): number | null {
  const counted = hours.map(({ paid, unpaid }, at) => ({ at, paid, ended: paid + unpaid }));
  const paid = counted.reduce((sum, hour) => sum + hour.paid, 0);
  const ended = counted.reduce((sum, hour) => sum + hour.ended, 0);
  const share = (hour: { paid: number; ended: number }) => hour.paid / hour.ended;
  const [weakest] = counted
    .filter((hour) => hour.ended >= FEWEST)
    .sort((one, other) => share(one) - share(other));
  return weakest !== undefined && share(weakest) < paid / ended - FAR_HOUR ? weakest.at : null;
}

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

/** Accounts of all charges, terms of the chosen account. A name like personal data is not offered. */
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
  const accounts = Map.groupBy(
    parts.flatMap((part) => part.accounts),
    ({ name }) => name,
  );
  const terms = Map.groupBy(
    parts.flatMap((part) => part.terms),
    ({ minutes }) => minutes,
  );
  return {
    accounts: byCount([...accounts].map(([name, all]) => ({ name, count: sumOf(all, 'count') }))),
    terms: byCount(
      [...terms].map(([minutes, all]) => ({
        minutes,
        count: sumOf(all, 'count'),
        ended: sumOf(all, 'ended'),
        expired: sumOf(all, 'expired'),
      })),
    ),
  };
}

const byCount = <T extends { count: number }>(all: T[]): T[] =>
  all.sort((one, other) => other.count - one.count).slice(0, MOST_CHOICES);

const sumOf = <K extends string>(all: readonly Record<K, number>[], name: K): number =>
  all.reduce((sum, one) => sum + one[name], 0);

/** The shortest term, if clearly more of its charges expired than with longer ones. Null: not clear. */
export function lossyTerm({ terms }: FunnelChoices) {
  const [shortest, ...others] = terms.toSorted((one, other) => one.minutes - other.minutes);
  if (shortest === undefined) return null;
  const { minutes, expired, ended } = shortest;
  const longer = { expired: sumOf(others, 'expired'), ended: sumOf(others, 'ended') };
  if (ended < FEWEST || longer.ended < FEWEST) return null;
  const worse = expired / ended - longer.expired / longer.ended;
  return worse < FAR_TERM ? null : { minutes, expired, ended, longer };
}

/**
 * Charges that expired or were cancelled but still show a payment: it came too late, or by another method.
 */
export function lateMoney({ late }: ChargeFunnel): FunnelPart | null {
  return late.count === 0 ? null : late;
}
