import 'server-only';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Ctx } from '#lib/api/context.ts';
import { db, type Transaction } from '#lib/db/client.ts';
import { webhookSecrets } from '#lib/db/schema/webhooks.ts';
import type { OperationRow } from '#lib/operations/server/kind.ts';
import type { Secret } from '#lib/privacy/secret.ts';
import type { Outcome } from '#lib/providers/port.ts';
import { newSecretId, openSecret, storeBeside, storeSecret } from '#lib/webhooks/server/secrets.ts';

/** A secret the provider issued; its id is made with it, so that a row can name it before it is stored. */
export type Issued = { target: string; secret: Secret; secretId: string };

export function issuedOf(outcome: Outcome<Secret>, target: string): Outcome<Issued> {
  if (outcome.kind !== 'done') return outcome;
  return { ...outcome, value: { target, secret: outcome.value, secretId: newSecretId() } };
}

export const showIssued = ({ target, secretId }: Issued) => ({ id: target, secretId });

/** Seals it in the transaction that settles its operation, before anybody sees it. */
export const storeIssued = (tx: Transaction, row: OperationRow, issued: Issued): Promise<void> =>
  storeSecret(tx, issuedFor(row, issued));

/** Of an answer that came too late: another one may be in use, or this one. */
export const storeIssuedLate = (tx: Transaction, row: OperationRow, issued: Issued): Promise<void> =>
  storeBeside(tx, issuedFor(row, issued));

const issuedFor = (row: OperationRow, { secretId, target, secret }: Issued) => ({
  id: secretId,
  accountId: row.accountId,
  target,
  origin: 'issued' as const,
  issuedTo: row.operatorId,
  operationId: row.id,
  secret,
});

/**
 * For the one answer to who caused it: whoever comes first, be it the operator who began the rotation or the one who
 * repeated it, is who it was issued to from then on. Everybody else gets nothing.
 */
export async function showIssuedOnce(ctx: Ctx, row: OperationRow): Promise<Record<string, unknown>> {
  const [first] = await db()
    .update(webhookSecrets)
    .set({ shownAt: sql`now()`, issuedTo: ctx.operator.id })
    .where(
      and(
        eq(webhookSecrets.operationId, row.id),
        isNull(webhookSecrets.shownAt),
        isNull(webhookSecrets.supersededAt),
      ),
    )
    .returning();
  const secret = first === undefined ? null : openSecret(first);
  return secret === null ? {} : { secret: secret.reveal() };
}
