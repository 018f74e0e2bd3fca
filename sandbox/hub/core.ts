import type { Dice } from '../world/random.ts';
import type { Book } from './book.ts';
import type { Ids } from './ids.ts';
import type { EventName } from './model.ts';
import type { People } from './people.ts';
import type { Settings } from './settings.ts';

export type HubProfile = { accountId: string; name: string; document: string; city: string; ispb: string };

/** State that every change works on, whether a call, the control API or the world causes it. */
export type Core = {
  ids: Ids;
  people: People;
  dice: Dice;
  profile: HubProfile;
  book: Book;
  settings: Settings;
  /** Simulated epoch ms of the current change. */
  now(): number;
  /** Runs at a simulated time, in order. */
  later(atMs: number, run: () => void): void;
  emit(event: EventName, data: Record<string, unknown>, callbackUrl?: string | null): void;
};

export const MINUTE = 60_000;
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** Leaves fields without a value out of webhooks (document 2, Request shape). */
export function without(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
  );
}

export function iso(at: number): string {
  return new Date(at).toISOString();
}

export function isoOrNull(at: number | null): string | null {
  return at === null ? null : iso(at);
}

/** The amount's cents may select the outcome, so every outcome is reachable without the control API. */
export const CENTS = {
  paidByItself: 11,
  fails: 13,
  failsEarly: 17,
  takesLong: 19,
  bankDown: 23,
  bankRefuses: 29,
};

export function centsOf(amount: number): number {
  return amount % 100;
}
