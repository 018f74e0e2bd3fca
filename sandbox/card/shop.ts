import { type Calendar, createCalendar } from '../world/calendar.ts';
import { createDice, type Dice } from '../world/random.ts';
import { RESULTS } from './codes.ts';
import { begun, nextChangeAt, turned } from './cycles.ts';
import type { Charge, Interval, Recurrence } from './model.ts';
import { planOf, type Scenario } from './scenarios.ts';
import { acquirerOf, amountOf, customerOf, drawnScenario, scenarioOfCycle } from './shop-draws.ts';
import { stepped } from './steps.ts';

const CHARGES = 480;
const DAYS = 60;
const CUSTOMERS = 170;
const SUBSCRIPTIONS = 16;
const DAY = 86_400_000;

/** Start in days before the anchor, interval, and how it ended. */
type Subscription = { days: number; interval: Interval; endsAfter?: number; stopped?: boolean };
const SPECIAL: readonly Subscription[] = [
  { days: 410, interval: 'ANNUAL' },
  { days: 200, interval: 'ANNUAL' },
  { days: 150, interval: 'MONTHLY', endsAfter: 100 },
  { days: 95, interval: 'MONTHLY', stopped: true },
  { days: 70, interval: 'MONTHLY', endsAfter: 160 },
  { days: 33, interval: 'MONTHLY', stopped: true },
];

export type Shop = {
  /** The charge of this number, as it was when created. */
  charge(index: number): Charge;
  calendar: Calendar;
  /** Number of charges before the anchor. */
  count: number;
  seeded(): { charges: Charge[]; recurrences: Recurrence[] };
  /** Outcome of a cycle; most succeed. */
  scenarioOfCycle(recurrenceId: string, cycle: number): Scenario;
  uuid(salt: number, index: number): string;
};

export const POSTBACK = 'https://loja-aroeira.example/cartao';

/** The merchant's card customers, all computed from the seed, so they are the same at every start. */
export function createShop(seed: number, anchor: number): Shop {
  const dice = createDice(seed ^ 0x0ca4d);
  const calendar = createCalendar(dice, CHARGES, DAYS, anchor);
  const uuid = (salt: number, index: number) => uuidOf(dice, salt, index);

  function make(id: string, index: number, at: number, scenario: Scenario): Charge {
    return {
      ...{ id, externalId: `pedido-${70_000 + index}`, postbackUrl: POSTBACK, amount: amountOf(dice, index) },
      ...{ createdAt: at, updatedAt: at, customer: customerOf(dice, dice(11, index) % CUSTOMERS) },
      payment: { ...RESULTS[scenario.first], acquirerTransactionId: acquirerOf(dice, index) },
      ...{ installments: 1 + (dice(12, index) % 4 === 0 ? dice(13, index) % 11 : 0) },
      ...{ recurrentPaymentId: null, recurrenceCycle: null, reversed: 0, chargebacks: [] },
      plan: planOf(scenario, at),
    };
  }

  const charge = (index: number) =>
    make(uuid(40, index), index, calendar.timeOf(index), drawnScenario(dice(14, index)));

  function subscription(number: number): { charges: Charge[]; recurrence: Recurrence } {
    const plan = SPECIAL[number] ?? { days: 4 + (dice(16, number) % 150), interval: 'MONTHLY' as const };
    const index = 9000 + number;
    const at = anchor - plan.days * DAY + (dice(17, number) % DAY);
    const id = uuid(41, number);
    const endDate =
      plan.endsAfter === undefined ? null : new Date(at + plan.endsAfter * DAY).toISOString().slice(0, 10);
    const first: Charge = {
      ...make(uuid(42, index), index, at, { first: 'paid' }),
      installments: 1,
      recurrentPaymentId: id,
      recurrenceCycle: 0,
    };
    let recurrence = begun({ id, first, interval: plan.interval, endDate });
    const charges = [first];
    for (
      let wakes = nextChangeAt(recurrence);
      wakes !== null && wakes <= anchor;
      wakes = nextChangeAt(recurrence)
    ) {
      const cycle = recurrence.cycle + 1;
      const turn = turned(recurrence, first, wakes, {
        id: uuid(43, number * 1000 + cycle),
        acquirerTransactionId: acquirerOf(dice, number * 1000 + cycle),
        scenario: scenarioOfCycle(dice, id, cycle),
      });
      recurrence = turn.recurrence;
      if (turn.charge) charges.push(turn.charge);
    }
    if (plan.stopped) recurrence = { ...recurrence, status: 'INACTIVE', next: null };
    return { charges, recurrence };
  }

  return {
    ...{ charge, calendar, count: CHARGES, uuid },
    scenarioOfCycle: (id, cycle) => scenarioOfCycle(dice, id, cycle),
    seeded() {
      const plain = Array.from({ length: CHARGES }, (_, index) => charge(index));
      const subscriptions = Array.from({ length: SUBSCRIPTIONS }, (_, number) => subscription(number));
      return {
        charges: [...plain, ...subscriptions.flatMap((one) => one.charges)].map((one) =>
          settled(one, anchor),
        ),
        recurrences: subscriptions.map((one) => one.recurrence),
      };
    },
  };
}

/** The charge at `by`, after the steps of its plan that were due. */
function settled(charge: Charge, by: number): Charge {
  let now = charge;
  while (now.plan[0] && now.plan[0].at <= by)
    now = stepped(now)?.charge ?? { ...now, plan: now.plan.slice(1) };
  return now;
}

function uuidOf(dice: Dice, salt: number, index: number): string {
  const hex = [0, 1, 2, 3]
    .map((part) =>
      dice(salt * 8 + part, index)
        .toString(16)
        .padStart(8, '0'),
    )
    .join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
