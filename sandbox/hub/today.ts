import { midnightOf } from '../world/timeline.ts';
import { sum } from './model.ts';
import type { HubParts } from './parts.ts';

/** Cents of all withdrawals since midnight that did not fail, including the world's own. */
export function withdrawnToday({ book, now }: HubParts): number {
  const from = midnightOf(now());
  return sum(
    book.payouts.filter((one) => one.createdAt >= from && one.status !== 'FAILED'),
    (one) => one.amount,
  );
}
