import type { ResultName } from './codes.ts';
import type { Step } from './model.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

/** How a charge proceeds: its first result, and what follows by itself `after` simulated ms. */
export type Scenario = { first: ResultName; next?: readonly { after: number; act: string }[] };

const of = (first: ResultName, ...next: { after: number; act: string }[]): Scenario => ({ first, next });

const LATER = {
  captured: of('authorized', { after: 5 * MINUTE, act: 'paid' }),
  confirmed: of('pending', { after: 2 * MINUTE, act: 'paid' }),
  refused: of('pending', { after: 2 * MINUTE, act: 'denied' }),
  stopped: of('pending', { after: 2 * MINUTE, act: 'fraud' }),
  charged: of('paid', { after: 2 * DAY, act: 'chargeback' }, { after: 9 * DAY, act: 'chargeback-lost' }),
};

/** The amount's cents select the outcome, so every outcome is reachable without the control API. */
export const BY_CENTS: Readonly<Record<number, Scenario>> = {
  1: LATER.captured,
  2: LATER.confirmed,
  3: LATER.refused,
  11: of('funds'),
  12: of('denied'),
  13: of('fraud'),
  14: of('expired'),
  15: of('blocked'),
  16: of('canceled'),
  17: of('timeout'),
  18: LATER.stopped,
  19: LATER.charged,
  20: of('issuer'),
  21: of('unauthenticated'),
};

/** The last four digits of the card select the outcome, for shops that cannot choose amounts. */
export const BY_CARD: Readonly<Record<string, Scenario>> = {
  '0002': of('denied'),
  '9995': of('funds'),
  '0069': of('expired'),
  '0127': of('problem'),
  '0119': of('timeout'),
  '0019': of('fraud'),
  '3155': LATER.confirmed,
  '0259': LATER.charged,
};

function passesLuhn(number: string): boolean {
  let sum = 0;
  [...number].reverse().forEach((sign, place) => {
    const digit = Number(sign) * (place % 2 === 0 ? 1 : 2);
    sum += digit > 9 ? digit - 9 : digit;
  });
  return sum % 10 === 0;
}

/** Only this function reads the card number, and does not return it. */
export function scenarioOf(amount: number, cardNumber: string): Scenario {
  if (!passesLuhn(cardNumber)) return of('number');
  return BY_CARD[cardNumber.slice(-4)] ?? cycleScenario(amount);
}

/** Outcome of a cycle, from the amount alone: the card is no longer known. */
export function cycleScenario(amount: number): Scenario {
  return BY_CENTS[amount % 100] ?? of('paid');
}

export function planOf({ next = [] }: Scenario, at: number): Step[] {
  return next.map(({ after, act }) => ({ at: at + after, act }));
}
