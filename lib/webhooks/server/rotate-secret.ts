import 'server-only';
import type { Ctx, Reply } from '#lib/api/context.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { lockNamed, type Transaction } from '#lib/data/client.ts';
import { mayBeSent, type OperationKind } from '#lib/operations/server/kind.ts';
import { openOperation, performAndAnswer } from '#lib/operations/server/perform.ts';
import type { Outcome } from '#lib/providers/port.ts';
import { partOf } from '#lib/providers/reach.ts';
import {
  type Issued,
  issuedOf,
  showIssuedOnce,
  storeIssued,
  storeIssuedLate,
} from '#lib/webhooks/server/issued.ts';
import { knownWebhook, urlLabel } from '#lib/webhooks/server/registry.ts';
import { ACCOUNT_TARGET } from '#lib/webhooks/server/secrets.ts';

/**
 * A secret in a lost answer cannot be read again, so there is no look-up. The operator rotates again, or a
 * delivery shows that the old secret is still valid (`resolveRotationBy`). A refused second send does not
 * show how the first ended, unless there is nothing to rotate (404).
 */
const rotation = {
  permission: 'webhook',
  stepUp: true,
  afterCrash: 'never_sent',
  repeatable: true,
  refusal: (error, row) =>
    !mayBeSent(row) || error.details.provider?.status === 404 ? 'rejected' : 'unknown',
  settled: async (tx, { row, value }) => {
    if (value !== null) await storeIssued(tx, row, value);
  },
  storeLateAnswer: (tx, { row, value }) => storeIssuedLate(tx, row, value),
  show: ({ target, secretId }) => ({ id: target, secretId }),
  showOnce: showIssuedOnce,
  touches: ['webhooks'],
} as const satisfies Partial<OperationKind<unknown, Issued>>;

export const ROTATE_WEBHOOK_SECRET: OperationKind<{ id: string }, Issued> = {
  ...rotation,
  name: 'webhook.rotate',
  async send({ request: { id }, port, change }) {
    const rotate = partOf(partOf(port, 'webhooks'), 'rotateSecret');
    return issuedOf(await rotate(id, change), id);
  },
  clockAhead: (port) => port.webhooks?.clockAhead?.(),
};

export const ROTATE_CALLBACK_SECRET: OperationKind<Record<string, never>, Issued> = {
  ...rotation,
  name: 'callback-secret.rotate',
  send: async ({ port, change }) =>
    issuedOf(await partOf(port, 'callbackSecret').rotate(change), ACCOUNT_TARGET),
};

/** The account's first callback secret. A 409 is `already_done`: only a rotation gives a readable one. */
export const CREATE_SECRET: OperationKind<Record<string, never>, Issued> = {
  ...rotation,
  name: 'callback-secret.create',
  send: async ({ port, change }) =>
    withAlreadyDone(issuedOf(await partOf(port, 'callbackSecret').create(change), ACCOUNT_TARGET)),
  refusal: (error, row) => (!mayBeSent(row) || error.code === 'already_done' ? 'rejected' : 'unknown'),
};

function withAlreadyDone(outcome: Outcome<Issued>): Outcome<Issued> {
  if (outcome.kind !== 'refused' || outcome.error.details.provider?.status !== 409) return outcome;
  const { provider } = outcome.error.details;
  const error = new GuicheError('already_done', 'The account has a callback secret already.', {
    provider,
    existing: { kind: 'callback-secret', exists: true, wayOut: 'rotate' },
  });
  return { ...outcome, error };
}

/** Issues a new secret for a webhook; the provider stops using the old one at once. */
export async function rotateSecret({ ctx, id }: { ctx: Ctx; id: string }): Promise<Reply> {
  partOf(ctx.part('webhooks'), 'rotateSecret');
  const { webhook } = await knownWebhook(ctx, id);
  const intent = { url: webhook.url === null ? null : urlLabel(webhook.url) };
  return performAndAnswer(ctx, ROTATE_WEBHOOK_SECRET, { target: id, request: { id }, intent });
}

/** Creates the account's callback secret; `already_done` with `existing` if there is one. */
export async function createCallbackSecret({ ctx }: { ctx: Ctx }): Promise<Reply> {
  ctx.part('callbackSecret');
  const within = refuseWhileOpen(ctx.account.id, ROTATE_CALLBACK_SECRET.name);
  const operation = { target: ACCOUNT_TARGET, request: {}, within };
  return performAndAnswer(ctx, CREATE_SECRET, operation, { status: 201 });
}

export async function rotateAccountSecret({ ctx }: { ctx: Ctx }): Promise<Reply> {
  ctx.part('callbackSecret');
  const within = refuseWhileOpen(ctx.account.id, CREATE_SECRET.name);
  return performAndAnswer(ctx, ROTATE_CALLBACK_SECRET, { target: ACCOUNT_TARGET, request: {}, within });
}

/** For the operation's transaction: `conflict` while the other kind is open; both take the same lock. */
const refuseWhileOpen = (accountId: string, kind: string) => async (tx: Transaction) => {
  await lockNamed(tx, `callback secret ${accountId}`);
  const open = await openOperation(tx, accountId, kind, ACCOUNT_TARGET);
  if (open !== null)
    throw new GuicheError('conflict', 'The account’s secret is being changed already.', {
      operationId: open.id,
    });
};
