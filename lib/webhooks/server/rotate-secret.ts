import 'server-only';
import { and, desc, eq, inArray } from 'drizzle-orm';
import type { Ctx } from '#lib/api/context.ts';
import type { Reply } from '#lib/api/reply.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { lockNamed } from '#lib/data/named-lock.ts';
import { operations } from '#lib/data/schema/operations.ts';
import type { OperationRow } from '#lib/operations/server/kind.ts';
import { openOperation, performAndAnswer } from '#lib/operations/server/perform.ts';
import { ifAnswered } from '#lib/providers/absence.ts';
import { partOf } from '#lib/providers/reach.ts';
import type { SecretFact } from '#lib/webhooks/contract.ts';
import { createCallbackSecret as create } from '#lib/webhooks/server/callback-secret-operation.ts';
import { secretFacts } from '#lib/webhooks/server/issued.ts';
import { openOperationsOf } from '#lib/webhooks/server/open-operations.ts';
import { knownWebhook, urlLabel } from '#lib/webhooks/server/registry.ts';
import { rotateCallbackSecret, rotateWebhookSecret } from '#lib/webhooks/server/rotate-operation.ts';
import { ACCOUNT_TARGET, currentSecret } from '#lib/webhooks/server/secrets.ts';

/** Issues a new secret for a webhook; the provider stops using the old one at once. */
export async function rotateSecret({ ctx, id }: { ctx: Ctx; id: string }): Promise<Reply> {
  partOf(ctx.part('webhooks'), 'rotateSecret');
  const { webhook } = await knownWebhook(ctx, id);
  const intent = { url: webhook.url === null ? null : urlLabel(webhook.url) };
  return performAndAnswer(ctx, rotateWebhookSecret, { target: id, request: { id }, intent });
}

/** Creates the account's callback secret; `already_done` with `existing` if there is one. */
export async function createCallbackSecret({ ctx }: { ctx: Ctx }): Promise<Reply> {
  ctx.part('callbackSecret');
  const within = refuseWhileOpen(ctx.account.id, rotateCallbackSecret.name);
  return performAndAnswer(ctx, create, { target: ACCOUNT_TARGET, request: {}, within }, { status: 201 });
}

export async function rotateAccountSecret({ ctx }: { ctx: Ctx }): Promise<Reply> {
  ctx.part('callbackSecret');
  const within = refuseWhileOpen(ctx.account.id, create.name);
  return performAndAnswer(ctx, rotateCallbackSecret, { target: ACCOUNT_TARGET, request: {}, within });
}

/**
 * Runs in the operation's transaction: throws `conflict` while an operation of the other kind is open. Both
 * kinds take the same lock, so of two concurrent requests the second sees the first.
 */
const refuseWhileOpen = (accountId: string, kind: string) => async (tx: Transaction) => {
  await lockNamed(tx, `callback secret ${accountId}`);
  const open = await openOperation(tx, accountId, kind, ACCOUNT_TARGET);
  if (open !== null)
    throw new GuicheError('conflict', 'The account’s secret is being changed already.', {
      operationId: open.id,
    });
};

type CallbackSecretState = {
  exists: boolean | null;
  secret: SecretFact | null;
  open: { operationId: string; kind: string; state: string } | null;
};

/**
 * The account's callback secret: the provider's current state (document 2), otherwise its last reported one.
 */
export async function getCallbackSecret({ ctx }: { ctx: Ctx }): Promise<CallbackSecretState> {
  const { exists } = ctx.part('callbackSecret');
  const [row, lastReported, reported, open] = await Promise.all([
    currentSecret(ctx.account.id, ACCOUNT_TARGET),
    readLastReported(ctx.account.id),
    exists === undefined ? null : ifAnswered(exists(ctx.call)),
    openOperationsOf(ctx.account.id),
  ]);
  const facts = await secretFacts(ctx, row === null ? [] : [row]);
  return {
    exists: reported ?? lastReported ?? (row === null ? null : true),
    secret: facts.get(ACCOUNT_TARGET) ?? null,
    open: open.get(ACCOUNT_TARGET) ?? null,
  };
}

async function readLastReported(accountId: string): Promise<boolean | null> {
  const rows = await db()
    .select()
    .from(operations)
    .where(
      and(
        eq(operations.accountId, accountId),
        inArray(operations.kind, [create.name, rotateCallbackSecret.name]),
        inArray(operations.state, ['confirmed', 'rejected']),
      ),
    )
    .orderBy(desc(operations.settledAt))
    .limit(20);
  for (const row of rows) {
    const lastReported = meaningOf(row);
    if (lastReported !== null) return lastReported;
  }
  return null;
}

/** A refusal for another reason does not show whether a secret exists. */
function meaningOf({ state, problem }: OperationRow): boolean | null {
  if (state === 'confirmed') return true;
  const { code, provider } = (problem ?? {}) as { code?: string; provider?: { status?: number } | null };
  if (code === 'already_done') return true;
  return provider?.status === 404 ? false : null;
}
