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

/** A new secret for a webhook; the old one stops at the provider at once. */
export async function rotateSecret({ ctx, id }: { ctx: Ctx; id: string }): Promise<Reply> {
  partOf(ctx.part('webhooks'), 'rotateSecret');
  const { webhook } = await knownWebhook(ctx, id);
  const intent = { url: webhook.url === null ? null : urlLabel(webhook.url) };
  return performAndAnswer(ctx, rotateWebhookSecret, { target: id, request: { id }, intent });
}

/** The account's callback secret, where there is none; `already_done` with `existing` where there is. */
export async function createCallbackSecret({ ctx }: { ctx: Ctx }): Promise<Reply> {
  ctx.part('callbackSecret');
  const within = aloneBeside(ctx.account.id, rotateCallbackSecret.name);
  return performAndAnswer(ctx, create, { target: ACCOUNT_TARGET, request: {}, within }, { status: 201 });
}

export async function rotateAccountSecret({ ctx }: { ctx: Ctx }): Promise<Reply> {
  ctx.part('callbackSecret');
  const within = aloneBeside(ctx.account.id, create.name);
  return performAndAnswer(ctx, rotateCallbackSecret, { target: ACCOUNT_TARGET, request: {}, within });
}

/**
 * In the transaction of the intent: refuses it while one of the other kind is open. Both kinds take the same lock, so
 * that of two that ask at once the second sees the first.
 */
const aloneBeside = (accountId: string, kind: string) => async (tx: Transaction) => {
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

/** The account's callback secret, as the provider tells it now (document 2), else as it said last. */
export async function getCallbackSecret({ ctx }: { ctx: Ctx }): Promise<CallbackSecretState> {
  const { exists } = ctx.part('callbackSecret');
  const [row, said, told, open] = await Promise.all([
    currentSecret(ctx.account.id, ACCOUNT_TARGET),
    lastSaid(ctx.account.id),
    exists === undefined ? null : ifAnswered(exists(ctx.call)),
    openOperationsOf(ctx.account.id),
  ]);
  const facts = await secretFacts(ctx, row === null ? [] : [row]);
  return {
    exists: told ?? said ?? (row === null ? null : true),
    secret: facts.get(ACCOUNT_TARGET) ?? null,
    open: open.get(ACCOUNT_TARGET) ?? null,
  };
}

async function lastSaid(accountId: string): Promise<boolean | null> {
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
    const said = meaningOf(row);
    if (said !== null) return said;
  }
  return null;
}

/** A refusal for another reason says nothing of it. */
function meaningOf({ state, problem }: OperationRow): boolean | null {
  if (state === 'confirmed') return true;
  const { code, provider } = (problem ?? {}) as { code?: string; provider?: { status?: number } | null };
  if (code === 'already_done') return true;
  return provider?.status === 404 ? false : null;
}
