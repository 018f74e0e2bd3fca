import type { Profile } from '#lib/providers/records.ts';

export type WithdrawRoom =
  /** None was answered: where none is configured, withdrawals are refused with PZS206. */
  | { state: 'absent' }
  | { state: 'limited'; limit: number; used: number | null; left: number | null; share: number | null };

/** Today's room for withdrawals. `left` never falls below zero; `share` is what is left of the limit, 0 to 1. */
export function withdrawRoom(profile: Profile): WithdrawRoom {
  const daily = profile.dailyWithdrawLimit;
  if (daily === null || daily.limit === null) return { state: 'absent' };
  const { limit, used } = daily;
  if (used === null) return { state: 'limited', limit, used, left: null, share: null };
  const left = Math.max(0, limit - used);
  const share = limit <= 0 ? 0 : Math.min(1, left / limit);
  return { state: 'limited', limit, used, left, share };
}
