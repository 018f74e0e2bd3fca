import type { DayKey } from '#lib/closings/server/day-row.ts';
import { beginReading, stepReading } from '#lib/closings/server/read-day.ts';
import { databaseNow } from '#lib/data/clock.ts';

const NO_SIGNAL = new AbortController().signal;

/** Reads a day as its queue does, step by step, to its end. */
export async function readWhole(key: DayKey, by: string | null = null): Promise<void> {
  const readingId = await beginReading(key, by);
  for (let step = 0; step < 100; step += 1) {
    const next = await stepReading({ ...key, readingId }, NO_SIGNAL);
    if (next === null) return;
    const left = next.againAt.getTime() - databaseNow();
    if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
  }
  throw new Error('The reading does not end.');
}
