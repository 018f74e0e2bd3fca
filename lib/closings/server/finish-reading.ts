import 'server-only';
import { and, desc, eq, sql } from 'drizzle-orm';
import { parseHead } from '#lib/closings/canonical.ts';
import {
  changesBetween,
  type DayBefore,
  type Figures,
  figuresOf as sumFigures,
} from '#lib/closings/figures.ts';
import { orderSums } from '#lib/closings/match-orders.ts';
import { paymentsReceived, reconcile } from '#lib/closings/reconcile.ts';
import {
  type DayKey,
  type DayRow,
  figuresOf,
  lockDay,
  type OrderFile,
  ofDay,
  type StoredChanges,
} from '#lib/closings/server/day-row.ts';
import { loadWorld } from '#lib/closings/server/load-world.ts';
import { notifyOpenDay } from '#lib/closings/server/notify-open-day.ts';
import { ofDayDifferences, storeDifferences } from '#lib/closings/server/store-differences.ts';
import type { ReadingKey } from '#lib/closings/server/stored-records.ts';
import type { World } from '#lib/closings/world.ts';
import { addDays } from '#lib/core/dates.ts';
import { db, rowsOf, type Transaction } from '#lib/data/client.ts';
import { databaseIso, dbNow } from '#lib/data/clock.ts';
import {
  closingDays,
  closingDifferences,
  closingLines,
  closingPayments,
  closingVersions,
} from '#lib/data/schema/closings.ts';
import { announce } from '#lib/events/server/announce.ts';

/** Compares what was read and makes it the day's reading, in one transaction. */
export async function finishReading(key: ReadingKey, by: string | null): Promise<void> {
  const before = await dayBefore(key);
  await db().transaction(async (tx) => {
    const row = await lockDay(tx, key);
    if (row.nextReadingId !== key.readingId) return;
    // With the day locked: its orders may change while it is read.
    const world = await loadWorld(key, tx);
    const found = reconcile(world);
    const gaps = found.filter(({ cause }) => cause === 'balance_gap').length;
    const figures = sumFigures(world.lines, before, gaps);
    await storeDifferences(tx, key, found);
    const open = await openDifferences(tx, key);
    const isSame = await isSameReading(tx, row, key.readingId, figures);
    await tx
      .update(closingDays)
      .set({
        readingId: key.readingId,
        readAt: dbNow,
        figures,
        nextReadingId: null,
        progress: null,
        stepDueAt: null,
        problem: null,
        ...withSums(row, world),
        changes: row.version === null ? null : await changesSince(tx, row, key.readingId, figures, open),
        // A signature is for what was read then: it stays only if the day is the same and whole.
        ...(row.signedBy !== null && isSame && open.count === 0
          ? { signedReadingId: key.readingId }
          : { signedBy: null, signedAt: null, signedReadingId: null }),
      })
      .where(ofDay(key));
    await dropReading(tx, row);
    await notifyOpenDay(tx, key, { ...open, readingId: key.readingId, by });
    await announce(tx, key.accountId, [['closings'], ['overview']]);
  });
}

/** Compares the day's reading anew, after its orders changed. The caller locked the day. */
export async function compareAgain(tx: Transaction, row: DayRow): Promise<void> {
  if (row.readingId === null) return;
  const key = { accountId: row.accountId, day: row.day, readingId: row.readingId };
  const world = await loadWorld(key, tx);
  await storeDifferences(tx, key, reconcile(world));
  await tx
    .update(closingDays)
    .set({ ...withSums(row, world), signedBy: null, signedAt: null, signedReadingId: null })
    .where(ofDay(key));
}

/** The order file's numbers, which its card shows without comparing again. */
function withSums({ orders: file }: DayRow, world: World): { orders?: OrderFile } {
  if (file === null) return {};
  return { orders: { ...(file as OrderFile), sums: orderSums(world.orders ?? [], paymentsReceived(world)) } };
}

type PreviousDay = NonNullable<DayBefore> & { day: string; version: number | null };

/** The closing balance of the day before, as sealed or else as read. */
export async function dayBefore({ accountId, day }: DayKey): Promise<PreviousDay | null> {
  const [row] = await db()
    .select()
    .from(closingDays)
    .where(ofDay({ accountId, day: addDays(day, -1) }));
  const figures = figuresOf(row ?? null);
  if (row === undefined || figures === null) return null;
  const closing = figures.reported?.amount ?? figures.closing;
  return { day: row.day, closing, sealed: row.version !== null, version: row.version };
}

type OpenDifferences = { count: number; cents: number };

async function openDifferences(tx: Transaction, key: DayKey): Promise<OpenDifferences> {
  const [row] = await tx
    .select({
      count: sql<number>`count(*)::int`,
      cents: sql<string>`coalesce(sum(${closingDifferences.amount}), 0)`,
    })
    .from(closingDifferences)
    .where(and(ofDayDifferences(key), eq(closingDifferences.state, 'open')));
  return { count: row?.count ?? 0, cents: Number(row?.cents ?? 0) };
}

/** Lines of `now` that `then` has not, and the other way round. A changed line counts on both sides. */
async function linesApart(tx: Transaction, then: string, now: string) {
  const fields = sql`id, type, amount, exact, balance_before, balance_after, transaction_id, posted_at`;
  const only = (a: string, b: string) => sql`(
    select count(*)::int from (
      select ${fields} from closing_lines where reading_id = ${a}
      except select ${fields} from closing_lines where reading_id = ${b}) one)`;
  const [row] = await rowsOf<{ added: number; removed: number }>(
    sql`select ${only(now, then)} as added, ${only(then, now)} as removed`,
    tx,
  );
  return { added: row?.added ?? 0, removed: row?.removed ?? 0 };
}

async function isSameReading(
  tx: Transaction,
  row: DayRow,
  readingId: string,
  figures: Figures,
): Promise<boolean> {
  const before = figuresOf(row);
  if (row.readingId === null || before === null || changesBetween(before, figures).length > 0) return false;
  const { added, removed } = await linesApart(tx, row.readingId, readingId);
  return added + removed === 0;
}

/** What a reading shows otherwise than the last sealed version; null: nothing. */
async function changesSince(
  tx: Transaction,
  row: DayRow,
  readingId: string,
  figures: Figures,
  open: OpenDifferences,
): Promise<StoredChanges | null> {
  const [sealed] = await tx
    .select({ readingId: closingVersions.readingId, head: closingVersions.head })
    .from(closingVersions)
    .where(and(eq(closingVersions.accountId, row.accountId), eq(closingVersions.day, row.day)))
    .orderBy(desc(closingVersions.version))
    .limit(1);
  if (sealed === undefined) return null;
  const rows = changesBetween(parseHead(sealed.head).figures, figures);
  if (open.count > 0)
    rows.push({
      of: 'differences',
      part: null,
      before: { count: 0, sum: { cents: 0 } },
      now: { count: open.count, sum: { cents: open.cents } },
    });
  const { added, removed } = await linesApart(tx, sealed.readingId, readingId);
  if (rows.length + added + removed === 0) return null;
  return { at: databaseIso(), rows, linesAdded: added, linesRemoved: removed };
}

/** Deletes the reading that was replaced, unless a version was sealed with it. */
async function dropReading(tx: Transaction, { accountId, day, readingId }: DayRow): Promise<void> {
  if (readingId === null) return;
  await tx.delete(closingPayments).where(eq(closingPayments.readingId, readingId));
  const sealed = sql`exists (select 1 from ${closingVersions} v where v.reading_id = ${readingId})`;
  await tx
    .delete(closingLines)
    .where(
      and(
        eq(closingLines.accountId, accountId),
        eq(closingLines.day, day),
        eq(closingLines.readingId, readingId),
        sql`not ${sealed}`,
      ),
    );
}
