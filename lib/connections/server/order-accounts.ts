import 'server-only';
import { asc, eq, isNull } from 'drizzle-orm';
import { inTheWay } from '#lib/accounts/server/refusals.ts';
import type { OperatorCtx } from '#lib/api/context.ts';
import { bindAnswer } from '#lib/api/steps/idempotency.ts';
import { appendAudit } from '#lib/audit/append.ts';
import { oneAtATime } from '#lib/connections/server/connections.ts';
import { db } from '#lib/db/client.ts';
import { writing } from '#lib/db/remembered.ts';
import { accounts } from '#lib/db/schema/accounts.ts';

/** The order of the side bar. GuicheError `conflict` where these are not the accounts there are (any more). */
export async function orderAccounts({ ctx, ids }: { ctx: OperatorCtx; ids: string[] }): Promise<void> {
  await writing('accounts', () =>
    db().transaction(async (tx) => {
      await oneAtATime(tx);
      const rows = await tx
        .select({ id: accounts.id, slug: accounts.slug })
        .from(accounts)
        .where(isNull(accounts.archivedAt))
        .orderBy(asc(accounts.position), asc(accounts.createdAt));
      const slugs = new Map(rows.map(({ id, slug }) => [id, slug]));
      const same = ids.length === slugs.size && new Set(ids).size === ids.length;
      if (!same || !ids.every((id) => slugs.has(id)))
        throw inTheWay('ids', 'changed', 'The accounts have changed meanwhile.');
      for (const [position, id] of ids.entries())
        await tx.update(accounts).set({ position }).where(eq(accounts.id, id));
      const before = rows.map(({ slug }) => slug);
      const after = ids.map((id) => slugs.get(id));
      await appendAudit(tx, ctx.auditEntry({ action: 'account.order', target: null, before, after }));
      await bindAnswer(tx, ctx.intent, null);
    }),
  );
}
