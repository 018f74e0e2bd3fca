import 'server-only';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Args } from '#lib/api/serve.ts';
import { db } from '#lib/data/client.ts';
import { dbNow } from '#lib/data/clock.ts';
import { announceTo } from '#lib/data/notifications/raise.ts';
import { notices } from '#lib/data/schema/notifications.ts';
import { unreadOf } from '#lib/notifications/server/list-notifications.ts';

/** Marks the caller's own lines as read and updates every open page. Ids of others' lines are ignored. */
export async function markRead({
  ctx,
  body,
}: Args<'POST /api/notifications/read'>): Promise<{ unread: number }> {
  return db().transaction(async (tx) => {
    const read = await tx
      .update(notices)
      .set({ readAt: dbNow })
      .where(
        and(
          eq(notices.operatorId, ctx.operator.id),
          isNull(notices.readAt),
          'all' in body ? undefined : inArray(notices.id, body.ids),
        ),
      )
      .returning({ id: notices.id });
    if (read.length > 0) await announceTo(tx, [ctx.operator.id], [['inbox']]);
    return { unread: await unreadOf(ctx, tx) };
  });
}
