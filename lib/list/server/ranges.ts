import 'server-only';
import { and, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { instantsOf } from '#lib/api/list-window.ts';

/** Ranges and texts of lists that Guichê's own database answers; a row without the value lies in no range. */

type Period = { from?: string | undefined; to?: string | undefined };
type Amounts = { amountFrom?: number | undefined; amountTo?: number | undefined };

/** From `from` on and before `to`. GuicheError `invalid_request` names a day that is none. */
export function periodWithin(at: SQLWrapper, period: Period): SQL | undefined {
  const { from, to } = instantsOf(period);
  return and(
    from === undefined ? undefined : sql`${at} >= ${from}::timestamptz`,
    to === undefined ? undefined : sql`${at} < ${to}::timestamptz`,
  );
}

/** Cents, both ends in. */
export function amountWithin(amount: SQLWrapper, { amountFrom, amountTo }: Amounts): SQL | undefined {
  return and(
    amountFrom === undefined ? undefined : sql`${amount} >= ${amountFrom}`,
    amountTo === undefined ? undefined : sql`${amount} <= ${amountTo}`,
  );
}

/** Text as a part of a pattern for `like`: its own `%` and `_` stand for themselves. */
export const likeText = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');
