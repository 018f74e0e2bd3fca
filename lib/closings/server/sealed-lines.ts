import 'server-only';
import { and, eq, sql } from 'drizzle-orm';
import type { SealedLine } from '#lib/closings/canonical.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { closingLines } from '#lib/data/schema/closings.ts';

const AT_ONCE = 2_000;

type Place = { at: string; id: string };

/** The lines of a reading by posting and id, some thousand at a time. */
export async function* linePages(
  readingId: string,
  on: Pick<Transaction, 'select'> = db(),
): AsyncGenerator<SealedLine[]> {
  let after: Place | null = null;
  for (;;) {
    const rows: { line: SealedLine; place: Place }[] = await readPage(readingId, after, on);
    if (rows.length > 0) yield rows.map(({ line }) => line);
    const last = rows.at(-1);
    if (last === undefined || rows.length < AT_ONCE) return;
    after = last.place;
  }
}

async function readPage(readingId: string, after: Place | null, on: Pick<Transaction, 'select'>) {
  const { postedAt, id } = closingLines;
  // Every line of a day has an instant.
  const at = sql`coalesce(${postedAt}, '-infinity')`;
  // The same order in every database, whatever its language.
  const byId = sql`${id} collate "C"`;
  const rows = await on
    .select({ row: closingLines, at: sql<string>`${at}::text` })
    .from(closingLines)
    .where(
      and(
        eq(closingLines.readingId, readingId),
        after === null ? undefined : sql`(${at}, ${byId}) > (${after.at}::timestamptz, ${after.id})`,
      ),
    )
    .orderBy(at, byId)
    .limit(AT_ONCE);
  return rows.map(({ row, at: place }) => ({ line: sealedLine(row), place: { at: place, id: row.id } }));
}

const sealedLine = (row: typeof closingLines.$inferSelect): SealedLine => ({
  id: row.id,
  side: row.side,
  type: row.type,
  amount: row.amount,
  exact: row.exact,
  fee: row.fee,
  balanceBefore: row.balanceBefore,
  balanceAfter: row.balanceAfter,
  transactionId: row.transactionId,
  endToEndId: row.endToEndId,
  disputeId: row.disputeId,
  status: row.status,
  postedAt: row.postedAt?.toISOString() ?? null,
  createdAt: row.createdAt?.toISOString() ?? null,
});
