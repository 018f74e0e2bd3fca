import 'server-only';
import { eq } from 'drizzle-orm';
import type { OperatorCtx } from '#lib/api/context.ts';
import { bindAnswer } from '#lib/api/steps/idempotency.ts';
import { appendAudit } from '#lib/audit/append.ts';
import { db } from '#lib/db/client.ts';
import { savedViews } from '#lib/db/schema/views.ts';
import { GuicheError } from '#lib/errors.ts';
import { announce } from '#lib/events/server/announce.ts';
import { requireChange, viewNote, visibleView } from '#lib/views/server/view-rows.ts';

/** Takes a view away for everybody. GuicheError `not_found`, `forbidden` (somebody else's). */
export async function deleteView({ ctx, id }: { ctx: OperatorCtx; id: string }): Promise<void> {
  const { view } = await visibleView(ctx, id);
  await requireChange(ctx, view, 'view.delete');
  await db().transaction(async (tx) => {
    const [gone] = await tx.delete(savedViews).where(eq(savedViews.id, id)).returning();
    if (gone === undefined) throw new GuicheError('not_found', 'No such view.');
    await appendAudit(tx, viewNote(ctx, gone, 'view.delete'));
    await announce(tx, gone.accountId, [['views']]);
    await bindAnswer(tx, ctx.intent, null);
  });
}
