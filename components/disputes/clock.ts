import type { IconName, Tone } from '#components/ui/icon.tsx';
import type { Step } from '#lib/disputes/rules.ts';

/** Deadline arithmetic: urgency, time left, position of "now" on the scale. Milliseconds, UTC. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export const STEP_STYLE = {
  calm: { urgency: 'calm', icon: 'clock', tone: undefined },
  under48: { urgency: 'warn', icon: 'clock', tone: 'warn' },
  under24: { urgency: 'warn', icon: 'triangle', tone: 'warn' },
  under6: { urgency: 'danger', icon: 'octagon', tone: 'danger' },
  over: { urgency: 'danger', icon: 'octagon', tone: 'danger' },
} as const satisfies Record<Step, { urgency: string; icon: IconName; tone: Tone | undefined }>;

/** Seconds part of the time left, shown only under six hours; null otherwise. */
export function secondsOf(ms: number): number | null {
  return ms > 0 && ms < 6 * HOUR ? Math.floor((ms % MINUTE) / 1000) : null;
}

/** The period as a line from 0 to 1: the elapsed `share`, and marks at 48, 24 and 6 h before the end. */
export function scaleOf(openedAt: number, deadline: number, now: number) {
  const total = Math.max(1, deadline - openedAt);
  const share = Math.min(1, Math.max(0, (now - openedAt) / total));
  const marks = [48, 24, 6]
    .map((hours) => ({ hours, at: 1 - (hours * HOUR) / total }))
    .filter(({ at }) => at > 0.02);
  return { totalHours: Math.round(total / HOUR), share, marks };
}

/** Working hours (08:00 to 19:00 in São Paulo, Monday to Friday) between two instants, in ms. */
export function workingMs(from: number, to: number, days: readonly WorkingDay[]): number {
  return days.reduce(
    (sum, { start, end }) => sum + Math.max(0, Math.min(to, end) - Math.max(from, start)),
    0,
  );
}

/** Start and end of one day's working hours, epoch ms. */
export type WorkingDay = { start: number; end: number };
