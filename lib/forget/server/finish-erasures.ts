import 'server-only';
import { and, eq, isNotNull, isNull, notExists } from 'drizzle-orm';
import { appendAudit } from '#lib/audit/append.ts';
import { db, type Transaction } from '#lib/db/client.ts';
import { dbNow } from '#lib/db/clock.ts';
import { erasures, erasureWaits } from '#lib/db/schema/erasures.ts';
import { without } from '#lib/erased/forms.ts';
import { erasedForms, type Waiting } from '#lib/erased/server/tombstones.ts';
import { eraseDispute, eraseOperation, eraseWork, isStillOpen } from '#lib/forget/server/erase-row.ts';
import { everyTable, rowBy, type Table } from '#lib/forget/server/every-row.ts';
import { openRow } from '#lib/forget/server/open-row.ts';

/** Takes up what was open when its person was erased, and has ended since. */
export async function finishErasures(signal: AbortSignal): Promise<void> {
  const waiting = await db().select().from(erasureWaits);
  if (waiting.length > 0) {
    const tables = new Map((await everyTable()).map((table) => [table.name, table]));
    for (const one of waiting) {
      signal.throwIfAborted();
      const table = tables.get(one.kind === 'dispute' ? 'disputes' : 'operations');
      if (table !== undefined) await finish(table, one);
    }
  }
  await endErasures();
}

async function finish(table: Table, waiting: Waiting): Promise<void> {
  const { kind, accountId, targetId } = waiting;
  const row = await rowBy(table, { id: targetId, account_id: accountId });
  if (row !== null && isStillOpen(table.name, row)) return;
  const erased = await erasedForms();
  const clean = (text: string) => without(text, erased);
  await db().transaction(async (tx) => {
    const hit = row === null ? null : { table, row, opened: openRow(table, row), clean };
    if (kind === 'operation' && hit !== null) await eraseOperation(tx, hit);
    // One that its provider forgot has no row here any more, and the work on it all the same.
    if (kind === 'dispute') await (hit === null ? eraseWork(tx, accountId, targetId) : eraseDispute(tx, hit));
    await forgetWaiting(tx, waiting);
  });
}

async function forgetWaiting(tx: Transaction, { kind, accountId, targetId }: Waiting): Promise<void> {
  const { kind: kinds, accountId: accounts, targetId: targets } = erasureWaits;
  await tx.delete(erasureWaits).where(and(eq(kinds, kind), eq(accounts, accountId), eq(targets, targetId)));
}

/** Those of which nothing waits any more. */
async function endErasures(): Promise<void> {
  const left = db().select().from(erasureWaits).where(eq(erasureWaits.erasureId, erasures.id));
  await db().transaction(async (tx) => {
    const ended = await tx
      .update(erasures)
      .set({ endedAt: dbNow })
      .where(and(isNotNull(erasures.sweptAt), isNull(erasures.endedAt), notExists(left)))
      .returning();
    for (const { fingerprint } of ended)
      await appendAudit(tx, {
        operatorId: null,
        accountId: null,
        action: 'person.erased',
        result: 'ok',
        after: { fingerprint, waiting: 0 },
      });
  });
}
