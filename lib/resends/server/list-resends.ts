import 'server-only';
import { and, count, desc, eq, isNotNull, lt } from 'drizzle-orm';
import type { Ctx } from '#lib/api/context.ts';
import { openCursor, sealCursor } from '#lib/api/cursor.ts';
import { db } from '#lib/db/client.ts';
import { resends } from '#lib/db/schema/resends.ts';
import type { ResendHead } from '#lib/resends/contract.ts';
import { resendRecords } from '#lib/resends/server/resend-record.ts';

/** The account's resends, newest first; previews are none. */
export async function listResends({
  ctx,
  query: { limit, cursor },
}: {
  ctx: Ctx;
  query: { limit: number; cursor?: string | undefined };
}): Promise<{ items: ResendHead[]; nextCursor: string | null; total: number | null }> {
  ctx.part('resends');
  const scope = `${ctx.account.id} resends`;
  const mine = and(eq(resends.accountId, ctx.account.id), isNotNull(resends.number));
  const below = cursor === undefined ? undefined : lt(resends.number, openCursor(scope, cursor) as number);
  const [rows, [all]] = await Promise.all([
    db()
      .select()
      .from(resends)
      .where(and(mine, below))
      .orderBy(desc(resends.number))
      .limit(limit + 1),
    db().select({ total: count() }).from(resends).where(mine),
  ]);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    items: await resendRecords(ctx, shown),
    nextCursor: last === undefined ? null : sealCursor(scope, last.number),
    total: Number(all?.total ?? 0),
  };
}
