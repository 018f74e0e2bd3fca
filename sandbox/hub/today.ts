import { sum } from './model.ts';
import type { HubParts } from './parts.ts';

const OFFSET = 3 * 3_600_000;
const DAY = 86_400_000;

/** Brasília's midnight, epoch ms. */
export function midnight(now: number): number {
  return Math.floor((now - OFFSET) / DAY) * DAY + OFFSET;
}

/** Cents of all withdrawals since midnight that did not fail, including the world's own. */
export function withdrawnToday({ book, now }: HubParts): number {
  const from = midnight(now());
  return sum(
    book.payouts.filter((one) => one.createdAt >= from && one.status !== 'FAILED'),
    (one) => one.amount,
  );
}
