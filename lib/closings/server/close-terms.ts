import 'server-only';
import { and, eq } from 'drizzle-orm';
import { holdersOf } from '#lib/auth/server/holders.ts';
import type { CloseObstacle } from '#lib/closings/rules.ts';
import type { DayRow } from '#lib/closings/server/day-row.ts';
import { ofDayDifferences } from '#lib/closings/server/store-differences.ts';
import type { Day } from '#lib/core/dates.ts';
import { type Database, db, type Transaction } from '#lib/data/client.ts';
import { accounts } from '#lib/data/schema/accounts.ts';
import { closingDifferences } from '#lib/data/schema/closings.ts';

/** Terms under which a day can be closed, for its page and again inside the closing's transaction. */

type On = Database | Transaction;

export const secondPersonIn = (settings: unknown): boolean =>
  /^(true|1|on|yes)$/i.test((settings as Record<string, string>).closingSecondPerson ?? '');

/** The account's setting as it is stored now. Locked in a transaction. */
export async function needsSecondPerson(tx: Transaction, accountId: string): Promise<boolean> {
  const [row] = await tx
    .select({ settings: accounts.settings })
    .from(accounts)
    .where(eq(accounts.id, accountId))
    .for('share');
  return secondPersonIn(row?.settings ?? {});
}

export const openCount = (row: Pick<DayRow, 'accountId' | 'day'>, on: On = db()): Promise<number> =>
  on.$count(closingDifferences, and(ofDayDifferences(row), eq(closingDifferences.state, 'open')));

type Terms = {
  row: DayRow | null;
  day: Day;
  today: Day;
  open: number;
  operatorId: string;
  secondPerson: boolean;
};

/** Why this operator cannot sign or confirm the day now. */
export function obstacleTo({ row, day, today, open, operatorId, secondPerson }: Terms): CloseObstacle {
  if (day >= today) return 'running';
  if (row?.nextReadingId != null) return 'reading';
  if (row?.problem != null) return 'failed';
  if (row?.readingId == null) return 'unread';
  if (row.version !== null && row.changes === null) return 'unchanged';
  if (open > 0) return 'differences';
  return secondPerson && row.signedBy === operatorId ? 'same_person' : null;
}

/** Who else may confirm a signature. */
export async function confirmersOf(accountId: string, signer: string): Promise<string[]> {
  return (await holdersOf(db(), accountId, 'approve')).filter((id) => id !== signer);
}
