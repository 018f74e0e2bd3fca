import { maskReference } from '#lib/core/masking/mask-text.ts';
import { stateOf, stayed } from '#lib/core/status/money.ts';
import type { ChargeFunnel, FunnelPart } from '#lib/payments/funnel.ts';
import { chargeExpiry } from '#lib/payments/rules.ts';
import type { Payment } from '#lib/providers/money-records.ts';

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
const FEWEST = 20;
const FAR = 0.03;

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
  if (shortest.ended < FEWEST || longer.ended < FEWEST) return null;
  const worse = shortest.expired / shortest.ended - longer.expired / longer.ended;
  const { minutes, expired, ended } = shortest;
  return worse < FAR ? null : { minutes, expired, ended, longer };
}

/** Charges that expired or were cancelled but still show a payment: it came too late, or another way. */
export function lateMoney({ late }: ChargeFunnel): FunnelPart | null {
  return late.count === 0 ? null : late;
}
