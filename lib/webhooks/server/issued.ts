import 'server-only';
import { and, eq, isNull } from 'drizzle-orm';
import type { Ctx } from '#lib/api/context.ts';
import type { Transaction } from '#lib/db/client.ts';
import { db } from '#lib/db/client.ts';
import { webhookSecrets } from '#lib/db/schema/webhooks.ts';
import type { OperationRow } from '#lib/operations/server/kind.ts';
import type { Outcome } from '#lib/providers/port.ts';
import type { Secret } from '#lib/secret.ts';
import { newSecretId, openSecret, storeSecret } from '#lib/webhooks/server/secrets.ts';

/** What a provider issued; its id is made with it, so that the row can name it before it is stored. */
export type Issued = { target: string; secret: Secret; secretId: string };

export function issuedOf(outcome: Outcome<Secret>, target: string): Outcome<Issued> {
  if (outcome.kind !== 'done') return outcome;
  return { ...outcome, value: { target, secret: outcome.value, secretId: newSecretId() } };
}

export const showIssued = ({ target, secretId }: Issued) => ({ id: target, secretId });

/** Seals it in the transaction that settles its operation, before anybody sees it. */
export async function keepIssued(tx: Transaction, row: OperationRow, issued: Issued): Promise<void> {
  await storeSecret(tx, {
    id: issued.secretId,
    accountId: row.accountId,
    target: issued.target,
    origin: 'issued',
    issuedTo: row.operatorId,
    operationId: row.id,
    secret: issued.secret,
  });
}

/**
 * For the one answer to who caused it: whoever comes first, be it the operator who began the rotation or the one who
 * repeated it, is who it was issued to from then on. Everybody else gets nothing.
 */
export async function showIssuedOnce(ctx: Ctx, row: OperationRow): Promise<Record<string, unknown>> {
  const [first] = await db()
    .update(webhookSecrets)
    .set({ shownAt: new Date(), issuedTo: ctx.operator.id })
    .where(and(eq(webhookSecrets.operationId, row.id), isNull(webhookSecrets.shownAt)))
    .returning();
  const secret = first === undefined ? null : openSecret(first);
  return secret === null ? {} : { secret: secret.reveal() };
}
