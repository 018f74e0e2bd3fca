import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { bindAnswer } from '#lib/api/steps/idempotency.ts';
import { appendAudit } from '#lib/audit/append.ts';
import { db } from '#lib/db/client.ts';
import { GuicheError } from '#lib/errors.ts';
import { announce } from '#lib/events/server/announce.ts';
import { Secret } from '#lib/privacy/secret.ts';
import { knownWebhook } from '#lib/webhooks/server/registry.ts';
import { newSecretId, storeSecret } from '#lib/webhooks/server/secrets.ts';
import { forgetsSecrets } from '#lib/webhooks/server/show-secret.ts';

/**
 * A secret that was issued elsewhere, given to Guichê so that it can check and sign. `conflict` while an issued one
 * waits to be stored (it would be lost); `not_supported` where the account forgets secrets.
 */
export async function pasteSecret({ ctx, id, secret }: { ctx: Ctx; id: string; secret: string }) {
  if (forgetsSecrets(ctx.account.settings))
    throw new GuicheError('not_supported', 'This account does not keep secrets.');
  await knownWebhook(ctx, id);
  const secretId = newSecretId();
  await db().transaction(async (tx) => {
    await storeSecret(tx, {
      id: secretId,
      accountId: ctx.account.id,
      target: id,
      origin: 'pasted',
      issuedTo: ctx.operator.id,
      operationId: null,
      secret: new Secret(secret),
    });
    const after = { secret: secretId };
    await appendAudit(tx, ctx.auditEntry({ action: 'secret.pasted', target: id, after }));
    await announce(tx, ctx.account.id, [['webhooks']]);
    await bindAnswer(tx, ctx.intent, { secretId });
  });
  return { secretId };
}
