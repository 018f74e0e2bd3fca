import 'server-only';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { isConfigured } from '#lib/accounts/server/configured.ts';
import { markEntered } from '#lib/accounts/server/entered-mark.ts';
import { inTheWay, invalid, requireEntered } from '#lib/accounts/server/refusals.ts';
import type { Args } from '#lib/api/serve.ts';
import { bindAnswer } from '#lib/api/steps/idempotency.ts';
import { appendAudit } from '#lib/audit/append.ts';
import { heldAccount, oneAtATime } from '#lib/connections/server/connections.ts';
import { supersede } from '#lib/connections/server/rule-changes.ts';
import { db } from '#lib/db/client.ts';
import { dbNow } from '#lib/db/clock.ts';
import { writing } from '#lib/db/remembered.ts';
import { accounts } from '#lib/db/schema/accounts.ts';
import { operations } from '#lib/db/schema/operations.ts';
import { OPEN_STATES } from '#lib/operations/rules.ts';

/**
 * Takes an account away for everybody; what was written of it stays, its credential is forgotten. GuicheError
 * `invalid_request` (the slug typed is another), `conflict` with the field `origin`, `operations` (calls whose end
 * is not known yet could never be looked up) or `last`.
 */
export async function removeAccount({
  ctx,
  id,
  body: { slug },
}: Args<'DELETE /api/settings/accounts/{id}'>): Promise<void> {
  await writing('accounts', () =>
    db().transaction(async (tx) => {
      await oneAtATime(tx);
      const held = await heldAccount(tx, id);
      if (held.slug !== slug.trim()) throw invalid([{ field: 'slug', message: 'other' }]);
      if (isConfigured(held)) requireEntered(held);
      if ((await tx.$count(accounts, isNull(accounts.archivedAt))) === 1)
        throw inTheWay('last', 'needed', 'There is always one account.');
      const open = and(eq(operations.accountId, id), inArray(operations.state, [...OPEN_STATES]));
      if ((await tx.$count(operations, open)) > 0)
        throw inTheWay('operations', 'open', 'Operations of this account have not ended yet.');
      // A weaker rule that waits may not begin to hold when the account is resumed.
      await supersede(tx, ctx, id);
      await tx.update(accounts).set({ archivedAt: dbNow, credentials: '' }).where(eq(accounts.id, id));
      const note = ctx.auditEntry({
        action: 'account.archive',
        target: id,
        before: { slug, kind: held.kind },
      });
      await appendAudit(tx, { ...note, accountId: id });
      await bindAnswer(tx, ctx.intent, null);
    }),
  );
  await markEntered();
}
