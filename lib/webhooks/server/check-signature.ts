import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { Ctx } from '#lib/api/context.ts';
import type { Args } from '#lib/api/serve.ts';
import { requirePermission } from '#lib/api/steps/authorize.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { db } from '#lib/data/client.ts';
import { databaseNow } from '#lib/data/clock.ts';
import { webhookSecrets } from '#lib/data/schema/webhooks.ts';
import type { SignatureVerdict } from '#lib/webhooks/contract.ts';
import { readHeaders } from '#lib/webhooks/read-headers.ts';
import { openSecret } from '#lib/webhooks/server/secrets.ts';
import { judgeSignature } from '#lib/webhooks/verdict.ts';

/**
 * Checks a pasted delivery's signature. With a stored secret (permission webhook) the answer has no expected
 * signature.
 */
export async function checkSignature({
  ctx,
  body,
}: Args<'POST /signature-check'>): Promise<SignatureVerdict> {
  const stored = body.secretId === undefined ? null : await storedSecret(ctx, body.secretId);
  const secret = stored ?? body.secret;
  if (secret === undefined || secret === '')
    throw new GuicheError('invalid_request', 'A secret is needed.', {
      fields: [{ field: 'secret', message: 'missing' }],
    });
  const verdict = judgeSignature({
    scheme: body.scheme,
    headers: readHeaders(body.headers),
    body: body.body,
    secret,
    nowMs: body.at === undefined ? databaseNow() : Date.parse(body.at),
  });
  return stored === null ? verdict : { ...verdict, expected: null };
}

async function storedSecret(ctx: Ctx, id: string): Promise<string> {
  await requirePermission(ctx, 'webhook', id);
  const [row] = await db()
    .select()
    .from(webhookSecrets)
    .where(and(eq(webhookSecrets.id, id), eq(webhookSecrets.accountId, ctx.account.id)));
  if (row === undefined) throw new GuicheError('not_found', 'No such secret.');
  const secret = openSecret(row);
  if (secret === null) throw new GuicheError('conflict', 'This secret is not kept any more.');
  return secret.reveal();
}
