import { cpfOf } from '../world/documents.ts';
import { emailOf, personName } from '../world/names.ts';
import { type Dice, fraction } from '../world/random.ts';
import type { Customer } from './model.ts';
import type { Scenario } from './scenarios.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

/** Outcomes with their weights, out of 1000. */
const SCENARIOS: readonly [weight: number, scenario: Scenario][] = [
  [690, { first: 'paid' }],
  [45, { first: 'authorized', next: [{ after: 20 * MINUTE, act: 'paid' }] }],
  [30, { first: 'pending', next: [{ after: 10 * MINUTE, act: 'paid' }] }],
  [15, { first: 'pending', next: [{ after: 10 * MINUTE, act: 'denied' }] }],
  [15, { first: 'pending', next: [{ after: 30 * MINUTE, act: 'fraud' }] }],
  [38, { first: 'funds' }],
  [30, { first: 'denied' }],
  [12, { first: 'expired' }],
  [8, { first: 'blocked' }],
  [8, { first: 'canceled' }],
  [8, { first: 'problem' }],
  [6, { first: 'issuer' }],
  [5, { first: 'unauthenticated' }],
  [25, { first: 'fraud' }],
  [15, { first: 'timeout' }],
  [12, { first: 'paid', next: [{ after: 25 * MINUTE, act: 'reverse' }] }],
  [16, { first: 'paid', next: [{ after: 3 * DAY, act: 'reverse' }] }],
  [8, { first: 'paid', next: [{ after: 2 * DAY, act: 'reverse-part' }] }],
  [
    6,
    {
      first: 'paid',
      next: [
        { after: 4 * DAY, act: 'chargeback' },
        { after: 15 * DAY, act: 'chargeback-won' },
      ],
    },
  ],
  [
    8,
    {
      first: 'paid',
      next: [
        { after: 5 * DAY, act: 'chargeback' },
        { after: 18 * DAY, act: 'chargeback-lost' },
      ],
    },
  ],
];
const ALL = SCENARIOS.reduce((sum, [weight]) => sum + weight, 0);

export function drawnScenario(roll: number): Scenario {
  let remaining = roll % ALL;
  for (const [weight, scenario] of SCENARIOS) {
    remaining -= weight;
    if (remaining < 0) return scenario;
  }
  return { first: 'paid' };
}

/** Amount in cents: mostly 20 to 400 BRL, a few up to 4,000. */
export function amountOf(dice: Dice, index: number): number {
  const spread = fraction(dice(18, index));
  return 1990 + Math.round(38_000 * spread ** 2 + 360_000 * spread ** 30);
}

export function acquirerOf(dice: Dice, index: number): string {
  return `${1_000_000 + (dice(19, index) % 9_000_000)}${String(dice(20, index) % 1_000_000).padStart(6, '0')}`;
}

export function customerOf(dice: Dice, number: number): Customer {
  const name = personName(dice, 5000 + number);
  const roll = dice(21, number);
  return {
    id: 20_100 + number,
    name,
    identity: cpfOf(String(dice(22, number) % 1_000_000_000).padStart(9, '0')),
    identityType: 'CPF',
    email: emailOf(name, roll),
    birthdate: roll % 3 === 0 ? `19${60 + (roll % 40)}-0${1 + (roll % 9)}-1${roll % 10}` : null,
    phone: roll % 4 === 0 ? null : `+55119${String(roll % 100_000_000).padStart(8, '0')}`,
    address: null,
  };
}

/** Outcome of a cycle of the shop's own subscriptions: most succeed. */
export function scenarioOfCycle(dice: Dice, recurrenceId: string, cycle: number): Scenario {
  const roll = dice(15, Number.parseInt(recurrenceId.slice(0, 7), 16) + cycle) % 100;
  if (roll < 6) return { first: 'funds' };
  return roll < 9 ? { first: 'expired' } : { first: 'paid' };
}
