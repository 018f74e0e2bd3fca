import type { Calendar } from './calendar.ts';
import { type Disputes, UNIT } from './disputes.ts';
import type { Overlay } from './overlay.ts';
import { BLOCK, DISPUTES_PER_BLOCK, type Slot, type Slots } from './slots.ts';
import { MINUTE, QUICK, type Step, type Timelines } from './timeline.ts';

export type Exceptions = {
  /** Every index in [low, high) whose status is not its settled one, ascending. */
  between(low: number, high: number): [number, string][];
  statusAt(index: number): string;
};

/**
 * Most statuses are final. These may still change: the last half hour, slips and refunds of the last days,
 * disputes of the last week, and whatever calls have changed.
 */
export function createExceptions(parts: {
  slots: Slots;
  calendar: Calendar;
  timelines: Timelines;
  disputes: Disputes;
  overlay: Overlay;
  now: () => number;
}): Exceptions {
  const { slots, calendar, timelines, disputes, overlay } = parts;
  const cachedSteps = new Map<number, Step[]>();
  const placesOf = (wanted: (slot: Slot) => boolean) =>
    slots.table.flatMap((slot, place) => (wanted(slot) ? [place] : []));
  const slowPlaces = placesOf((slot) => /^(slip-|refunded|stuck)/.test(slot.scenario));
  const returnedPlaces = placesOf((slot) => slot.scenario === 'disputed-returned');

  function stepsOf(index: number): Step[] {
    const known = cachedSteps.get(index);
    if (known) return known;
    if (cachedSteps.size > 60_000) cachedSteps.clear();
    const { steps } = timelines.of(index);
    cachedSteps.set(index, steps);
    return steps;
  }

  function statusOf(steps: Step[], now: number): string {
    let status = 'PENDING';
    for (const step of steps) if (step.at <= now) status = step.status;
    return status;
  }

  function* candidates(now: number, low: number, high: number): Generator<number> {
    for (let index = Math.max(low, calendar.firstAt(now - QUICK - MINUTE)); index < high; index++)
      yield index;
    const lastBlock = Math.floor((high - 1) / BLOCK);
    const slowFrom = Math.floor(calendar.firstAt(now - timelines.slow - QUICK) / BLOCK);
    for (let block = slowFrom; block <= lastBlock; block++) {
      for (const place of slowPlaces) yield slots.indexOf(block, place);
    }
    const number = Math.floor(calendar.firstAt(disputes.settledBefore(now)) / UNIT) - disputes.first;
    for (let block = Math.max(0, Math.floor(number / DISPUTES_PER_BLOCK)); block <= lastBlock; block++) {
      for (const place of returnedPlaces) yield slots.indexOf(block, place);
    }
  }

  return {
    statusAt(index) {
      return (
        overlay.changed.get(index)?.transaction.status ?? statusOf(timelines.of(index).steps, parts.now())
      );
    },
    between(low, high) {
      const now = parts.now();
      const found = new Map<number, string>();
      for (const index of candidates(now, low, high)) {
        if (index < low || index >= high) continue;
        const status = statusOf(stepsOf(index), now);
        if (status !== slots.of(index).settled) found.set(index, status);
      }
      for (const [index, entry] of overlay.changed) {
        if (index < low || index >= high) continue;
        if (entry.transaction.status === slots.of(index).settled) found.delete(index);
        else found.set(index, entry.transaction.status);
      }
      return [...found].sort((a, b) => a[0] - b[0]);
    },
  };
}
