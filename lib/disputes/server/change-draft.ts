import 'server-only';
import { getTableColumns } from 'drizzle-orm';
import type { Ctx } from '#lib/api/context.ts';
import { appendAudit } from '#lib/audit/append.ts';
import { db, type Transaction } from '#lib/db/client.ts';
import { dbNow, msSince } from '#lib/db/clock.ts';
import { disputeDrafts } from '#lib/db/schema/disputes.ts';
import {
  type DraftContent,
  type DraftRow,
  EMPTY,
  type Of,
  openContent,
  sealContent,
  thisDraft,
} from '#lib/disputes/server/draft-store.ts';
import { announce } from '#lib/events/server/announce.ts';

/** Autosaves of one sitting are one entry of the audit. */
const ONE_SITTING_MS = 10 * 60_000;

type Changed = { content?: DraftContent; attachments?: number };

/**
 * Changes a draft under its row's lock, so that no two changes take each other for the last, and raises its version.
 * `change` sees the content and may refuse by throwing; it gives what becomes of it.
 */
export async function changeDraft(
  ctx: Ctx,
  of: Of,
  change: (tx: Transaction, row: DraftRow, content: DraftContent) => Promise<Changed>,
): Promise<void> {
  await db().transaction(async (tx) => {
    const written = { updatedAt: dbNow, updatedBy: ctx.operator.id };
    const none = { ...of, version: 0, attachments: 0, ...sealContent(of, EMPTY), ...written };
    await tx.insert(disputeDrafts).values(none).onConflictDoNothing();
    const ageMs = msSince(disputeDrafts.updatedAt);
    const [row] = await tx
      .select({ ...getTableColumns(disputeDrafts), ageMs })
      .from(disputeDrafts)
      .where(thisDraft(of))
      .for('update');
    if (row === undefined) throw new Error('A draft vanished.');
    const { content, attachments } = await change(tx, row, openContent(of, row));
    await tx
      .update(disputeDrafts)
      .set({
        version: row.version + 1,
        ...(content === undefined ? {} : sealContent(of, content)),
        ...(attachments === undefined ? {} : { attachments }),
        ...written,
      })
      .where(thisDraft(of));
    const sameSitting =
      row.version > 0 && row.updatedBy === ctx.operator.id && (row.ageMs ?? 0) < ONE_SITTING_MS;
    if (attachments === undefined && !sameSitting)
      await appendAudit(
        tx,
        ctx.auditEntry({
          action: 'dispute.draft',
          target: of.disputeId,
          after: { version: row.version + 1 },
        }),
      );
    await announce(tx, of.accountId, [
      ['disputes', 'detail', of.disputeId, 'draft'],
      ['disputes', 'list'],
    ]);
  });
}
