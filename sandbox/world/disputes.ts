import type { Calendar } from './calendar.ts';
import { type Dice, fraction, pick } from './random.ts';
import { BLOCK, DISPUTES_PER_BLOCK, type Slots } from './slots.ts';
import { DAY, type DisputeEnd, HOUR } from './timeline.ts';

export const UNIT = BLOCK / DISPUTES_PER_BLOCK;

export type DisputeStep = { at: number; status: string };

/** Dispute `number` of the seeded world, with its final outcome. */
export type DisputePlan = {
  number: number;
  index: number;
  openedAt: number;
  expiresAt: number;
  closedAt: number;
  type: string;
  situation: string;
  analysisResult: string | null;
  defendedAt: number | null;
  steps: DisputeStep[];
};

const SITUATIONS = ['Golpe', 'Conta invadida', 'Coerção', 'Acesso fraudulento', 'Erro do banco', 'Outro'];

export type Disputes = {
  /** The first number. It is above 0, because a dispute needs earlier paid transactions. */
  first: number;
  /** Count of the disputes opened by then, numbered from 0. */
  openedBy(now: number): number;
  plan(number: number): DisputePlan;
  /** The dispute of a transaction, whether opened yet or not. */
  numberOf(index: number): number | null;
  endOf(index: number): DisputeEnd | null;
  /** Disputes opened before this time can no longer change. */
  settledBefore(now: number): number;
};

const LONGEST = 120 * HOUR + 48 * HOUR + 40 * HOUR;

type DisputeParts = { dice: Dice; slots: Slots; calendar: Calendar; lag: number };

function openedAt({ calendar, dice }: DisputeParts, number: number): number {
  return calendar.timeOf(number * UNIT + (dice(80, number) % UNIT));
}

function indexOf({ slots, lag }: DisputeParts, number: number): number {
  const target = number - lag;
  const slot = slots.disputeSlots[target % DISPUTES_PER_BLOCK] as number;
  return slots.indexOf(Math.floor(target / DISPUTES_PER_BLOCK), slot);
}

type Course = {
  at: number;
  expiresAt: number;
  closedAt: number;
  defendedAt: number | null;
  withdrawn: boolean;
};

function stepsOf({ at, expiresAt, closedAt, defendedAt, withdrawn }: Course, roll: number): DisputeStep[] {
  const steps: DisputeStep[] = [{ at, status: 'OPEN' }];
  if (roll % 4 === 0) steps.push({ at: at + 2 * HOUR, status: 'ACKNOWLEDGED' });
  if (defendedAt !== null) {
    steps.push({ at: defendedAt, status: 'DEFENDED' }, { at: defendedAt + 9 * HOUR, status: 'ANSWERED' });
  } else if (!withdrawn) {
    steps.push({ at: expiresAt, status: roll % 2 ? 'WAITING_PSP' : 'WAITING_ADJUSTMENTS' });
  }
  steps.push({ at: closedAt, status: withdrawn ? 'CANCELLED' : 'CLOSED' });
  return steps.sort((a, b) => a.at - b.at);
}

function planOf(parts: DisputeParts, number: number): DisputePlan {
  const { dice, slots, calendar } = parts;
  const at = openedAt(parts, number);
  const index = indexOf(parts, number);
  const roll = dice(81, number);
  const returned = slots.of(index).scenario === 'disputed-returned';
  const window = (number % 11 === 0 ? 120 : number % 5 === 0 ? 48 : 72) * HOUR;
  const expiresAt = at + window;
  const closedAt = expiresAt + (6 + (roll % 42)) * HOUR;
  const withdrawn = !returned && (roll >>> 8) % 5 === 0;
  // Recent disputes stay open for the dashboard's user to answer.
  const historic = at < calendar.anchor - 5 * DAY;
  const defended = historic && !withdrawn && (!returned || roll % 3 === 0);
  const defendedAt = defended ? Math.floor(at + window * (0.2 + 0.5 * fraction(dice(82, number)))) : null;
  return {
    number,
    index,
    openedAt: at,
    expiresAt,
    closedAt,
    type: roll % 13 === 0 ? 'FRAUD' : roll % 29 === 0 ? 'REFUND_CANCELLED' : 'REFUND_REQUEST',
    situation: pick(SITUATIONS, roll >>> 12),
    analysisResult: withdrawn ? null : returned ? 'AGREED' : 'DISAGREED',
    defendedAt,
    steps: stepsOf({ at, expiresAt, closedAt, defendedAt, withdrawn }, roll),
  };
}

export function createDisputes(dice: Dice, slots: Slots, calendar: Calendar, perDay: number): Disputes {
  const lag = Math.max(DISPUTES_PER_BLOCK + 1, Math.round((2.5 * perDay) / UNIT));
  const parts: DisputeParts = { dice, slots, calendar, lag };

  function numberOf(index: number): number | null {
    const { dispute } = slots.of(index);
    return dispute < 0 ? null : Math.floor(index / BLOCK) * DISPUTES_PER_BLOCK + dispute + lag;
  }

  return {
    first: lag,
    plan: (number) => planOf(parts, number),
    numberOf,
    openedBy(now) {
      let number = Math.floor(calendar.firstAt(now + 1) / UNIT);
      if (openedAt(parts, number) <= now) number++;
      return Math.max(lag, number);
    },
    endOf(index) {
      const number = numberOf(index);
      if (number === null || slots.of(index).scenario !== 'disputed-returned') return null;
      const { closedAt } = planOf(parts, number);
      return { waitingAt: closedAt, refundedAt: closedAt + (4 + (dice(83, number) % 32)) * HOUR };
    },
    settledBefore: (now) => now - LONGEST,
  };
}
