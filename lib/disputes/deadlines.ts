/** A dispute's deadline: when it is, and how near. Pure; used on both sides. */

const HOUR = 3_600_000;

/** The provider's deadline, else opening + the account's window (hours), marked estimated. ISO 8601 UTC. */
export function deadlineOf(
  { deadline, openedAt }: { deadline: string | null; openedAt: string | null },
  windowHours: number,
): { at: string | null; estimated: boolean } {
  if (deadline !== null) return { at: deadline, estimated: false };
  const opened = openedAt === null ? Number.NaN : Date.parse(openedAt);
  if (Number.isNaN(opened)) return { at: null, estimated: false };
  return { at: new Date(opened + windowHours * HOUR).toISOString(), estimated: true };
}

export type Step = 'calm' | 'under48' | 'under24' | 'under6' | 'over';

/** How near a deadline is; `msLeft` may be negative. */
export function stepOf(msLeft: number): Step {
  if (msLeft <= 0) return 'over';
  if (msLeft < 6 * HOUR) return 'under6';
  if (msLeft < 24 * HOUR) return 'under24';
  return msLeft < 48 * HOUR ? 'under48' : 'calm';
}
