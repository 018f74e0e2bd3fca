import 'server-only';
import { eq } from 'drizzle-orm';
import { ownSettings } from '#lib/accounts/rules.ts';
import { accountById, credentialRefusals, invalid, requireEntered } from '#lib/accounts/server/account.ts';
import { requireCallable, sealedParts } from '#lib/accounts/server/entered-address.ts';
import type { Args } from '#lib/api/serve.ts';
import { bindAnswer } from '#lib/api/steps/idempotency.ts';
import type { AccountConnection } from '#lib/connections/contract.ts';
import { lockAccount, toConnection } from '#lib/connections/server/connections.ts';
import type { AccountKind } from '#lib/core/account-kinds.ts';
import { appendAudit } from '#lib/data/audit/append.ts';
import { invalidateAfter } from '#lib/data/cache.ts';
import { db } from '#lib/data/client.ts';
import { accounts } from '#lib/data/schema/accounts.ts';

/**
 * Replaces the whole credential and its address. GuicheError `not_found`, `invalid_request`, `conflict`
 * (field `origin`) when the environment or the simulator provides the credential.
 */
export async function replaceCredential({
  ctx,
  id,
  body,
}: Args<'PUT /api/settings/accounts/{id}/credential'>): Promise<AccountConnection> {
  const { environment, baseUrl } = body;
  await requireCallable(body, (await accountById(id)) ?? undefined);
  return invalidateAfter('accounts', () =>
    db().transaction(async (tx) => {
      const current = await lockAccount(tx, id);
      requireEntered(current);
      const faults = credentialRefusals(current.kind as AccountKind, body);
      if (faults.length > 0) throw invalid(faults);
      const { credentials, settings } = sealedParts(id, body.credentials);
      const nextSettings = { ...ownSettings(current.settings as Record<string, string>), ...settings };
      const [changed] = await tx
        .update(accounts)
        .set({ environment, baseUrl, credentials, settings: nextSettings })
        .where(eq(accounts.id, id))
        .returning();
      const before = { baseUrl: current.baseUrl, environment: current.environment };
      const after = { baseUrl, environment, parts: Object.keys(body.credentials) };
      const note = ctx.auditEntry({ action: 'account.credential', target: id, before, after });
      await appendAudit(tx, { ...note, accountId: id });
      const answer = toConnection(changed ?? current);
      await bindAnswer(tx, ctx.intent, answer);
      return answer;
    }),
  );
}
