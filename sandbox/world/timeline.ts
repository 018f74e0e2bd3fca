import type { Calendar } from './calendar.ts';
import { type Dice, fraction } from './random.ts';
import type { Slot, Slots } from './slots.ts';

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Start of the São Paulo day of this time. Brazil has had no daylight saving since 2019. */
export function midnightOf(at: number): number {
  return Math.floor((at - 3 * HOUR) / DAY) * DAY + 3 * HOUR;
}

/** Longest time after its creation in which an ordinary transaction changes its status. */
export const QUICK = 30 * MINUTE;

export type Step = { at: number; status: string };

/** The steps of an index in order, starting with its creation. */
export type Timeline = {
  createdAt: number;
  paidAt: number | null;
  refundAt: number | null;
  expiresIn: number;
  steps: Step[];
};

export type DisputeEnd = { waitingAt: number; refundedAt: number };

export type Timelines = {
  of(index: number): Timeline;
  statusAt(index: number, now: number): string;
  /** Longest time a slip or a refund takes; shorter when there are many transactions a day. */
  slow: number;
};

function delay(dice: Dice, slot: Slot, index: number): number {
  const part = fraction(dice(60, index));
  if (slot.type === 'WITHDRAW') return part < 0.97 ? (2 + part * 38) * SECOND : (2 + part * 20) * MINUTE;
  return (4 + part ** 4 * 540) * SECOND;
}

const PENDING = 'PENDING';

function unpaid(createdAt: number, expiresIn: number, at: number, status: string): Timeline {
  const steps = [
    { at: createdAt, status: PENDING },
    { at, status },
  ];
  return { createdAt, paidAt: null, refundAt: null, expiresIn, steps };
}

function paid(createdAt: number, expiresIn: number, paidAt: number, more: Step[] = []): Timeline {
  const steps = [{ at: createdAt, status: PENDING }, { at: paidAt, status: 'COMPLETED' }, ...more];
  return { createdAt, paidAt, refundAt: more.at(-1)?.at ?? null, expiresIn, steps };
}

function returned(waitingAt: number, refundedAt: number): Step[] {
  return [
    { at: waitingAt, status: 'WAITING_FOR_REFUND' },
    { at: refundedAt, status: 'REFUNDED' },
  ];
}

type Times = { createdAt: number; expiresIn: number; quick: number; late: number };

function timelineOf(slot: Slot, times: Times, end: DisputeEnd | null): Timeline {
  const { createdAt, expiresIn, quick, late } = times;
  switch (slot.scenario) {
    case 'instant':
    case 'treasury':
      return {
        ...{ createdAt, paidAt: createdAt, refundAt: null, expiresIn },
        steps: [{ at: createdAt, status: 'COMPLETED' }],
      };
    case 'expired':
    case 'slip-expired':
      return unpaid(createdAt, expiresIn, createdAt + expiresIn * SECOND, 'EXPIRED');
    case 'canceled':
      return unpaid(createdAt, expiresIn, quick, 'CANCELED');
    case 'error':
      return unpaid(createdAt, expiresIn, quick, 'ERROR');
    case 'slip-paid':
      return paid(createdAt, expiresIn, late);
    case 'stuck':
      return paid(createdAt, expiresIn, quick, [{ at: late, status: 'WAITING_FOR_REFUND' }]);
    case 'refunded':
      return paid(createdAt, expiresIn, quick, returned(late, late + 4 * MINUTE));
    case 'partial':
      return { ...paid(createdAt, expiresIn, quick), refundAt: late };
    default:
      return paid(createdAt, expiresIn, quick, end ? returned(end.waitingAt, end.refundedAt) : []);
  }
}

export function createTimelines(parts: {
  dice: Dice;
  slots: Slots;
  calendar: Calendar;
  perDay: number;
  disputeEnd: (index: number) => DisputeEnd | null;
}): Timelines {
  const { dice, slots, calendar } = parts;
  const slow = Math.max(HOUR, Math.min(2 * DAY, (40_000 / parts.perDay) * DAY));

  function of(index: number): Timeline {
    const slot = slots.of(index);
    const createdAt = calendar.timeOf(index);
    const usual = dice(61, index) % 3 === 0 ? 1740 : 600;
    const expiresIn = slot.scenario.startsWith('slip') ? Math.floor(slow / SECOND) : usual;
    const quick = Math.floor(createdAt + delay(dice, slot, index));
    const late = Math.floor(createdAt + 20 * MINUTE + fraction(dice(62, index)) * (slow - 25 * MINUTE));
    const end = slot.scenario === 'disputed-returned' ? parts.disputeEnd(index) : null;
    return timelineOf(slot, { createdAt, expiresIn, quick, late }, end);
  }

  return {
    of,
    slow,
    statusAt(index, now) {
      let status = PENDING;
      for (const step of of(index).steps) if (step.at <= now) status = step.status;
      return status;
    },
  };
}
