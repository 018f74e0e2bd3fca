import 'server-only';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { accountById } from '#lib/accounts/server/account.ts';
import type { Ctx, Reply } from '#lib/api/context.ts';
import { settings } from '#lib/core/env/settings.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { db, lockNamed, type Transaction } from '#lib/data/client.ts';
import { ago } from '#lib/data/clock.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { webhookSecrets } from '#lib/data/schema/webhooks.ts';
import {
  type AnyKind,
  mayBeSent,
  type OperationKind,
  type OperationRow,
} from '#lib/operations/server/kind.ts';
import { openOperation, performAndAnswer } from '#lib/operations/server/perform.ts';
import { providerOffset } from '#lib/operations/server/reconcile.ts';
import { settle } from '#lib/operations/server/settle.ts';
import type { Outcome } from '#lib/providers/port.ts';
import { partOf } from '#lib/providers/reach.ts';
import { portFor } from '#lib/providers/registry.ts';
import {
  type Issued,
  issuedOf,
  showIssuedOnce,
  storeIssued,
  storeIssuedLate,
  type Used,
} from '#lib/webhooks/server/issued.ts';
import { knownWebhook, urlLabel } from '#lib/webhooks/server/registry.ts';
import { ACCOUNT_TARGET, openSecret } from '#lib/webhooks/server/secrets.ts';
import { TOLERANCE_SECONDS } from '#lib/webhooks/signature.ts';

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

/** `conflict` while an operation of the `other` kind is open; both take the same lock. */
const accountSecretChange =
  (kind: typeof CREATE_SECRET, other: typeof CREATE_SECRET, status: number) =>
  async ({ ctx }: { ctx: Ctx }): Promise<Reply> => {
    ctx.part('callbackSecret');
    const { id: accountId } = ctx.account;
    const within = async (tx: Transaction) => {
      await lockNamed(tx, `callback secret ${accountId}`);
      const open = await openOperation(tx, accountId, other.name, ACCOUNT_TARGET);
      if (open === null) return;
      const text = 'The account’s secret is being changed already.';
      throw new GuicheError('conflict', text, { operationId: open.id });
    };
    return performAndAnswer(ctx, kind, { target: ACCOUNT_TARGET, request: {}, within }, { status });
  };

/** Creates the account's callback secret; `already_done` with `existing` if there is one. */
export const createCallbackSecret = accountSecretChange(CREATE_SECRET, ROTATE_CALLBACK_SECRET, 201);
export const rotateAccountSecret = accountSecretChange(ROTATE_CALLBACK_SECRET, CREATE_SECRET, 200);

/** How long after the call the provider may still sign with the previous secret, in ms. */
const CHANGES_MS = 5_000;

/** Proof by a delivery. `isNew`: it is not a repeat. */
export type Proof = Used & { isNew: boolean };

/**
 * Settles an unknown rotation by a delivery: its secret confirms it. The old secret rejects it only if no
 * answer is stored and it signed after the rotation's call ended: late or replayed deliveries prove nothing.
 */
export async function resolveRotationBy(accountId: string, used: Proof): Promise<void> {
  const row = await overdueRotation(accountId, used.target);
  const kind = KINDS.find(({ name }) => name === row?.kind);
  if (row === null || kind === undefined) return;
  const own = await db().select().from(webhookSecrets).where(eq(webhookSecrets.operationId, row.id));
  const proven = own.find(({ id }) => id === used.secretId);
  const oldMayHold = own.length === 0 && !used.old && kind !== CREATE_SECRET;
  if (proven !== undefined) {
    const secret = openSecret(proven);
    if (secret === null) return;
    const value: Issued = { target: proven.target, secret, secretId: proven.id };
    await settle(kind, row, { state: 'confirmed', value, requestId: null }, 'look-up');
  } else if (oldMayHold && isSignedSince(row, used, await aheadNow(kind, accountId))) {
    const error = new GuicheError('conflict', 'A later delivery was signed with the old secret: it holds.');
    await settle(kind, row, { state: 'rejected', reason: 'not_found', error }, 'look-up');
  }
}

/** How far the signer's clock is ahead, in ms; another service than the account's may sign webhooks. */
async function aheadNow(kind: AnyKind, accountId: string): Promise<number | null> {
  const account = kind.clockAhead === undefined ? null : await accountById(accountId);
  return providerOffset(accountId, account === null ? undefined : kind.clockAhead?.(portFor(account)));
}

/** True if signed after the call ended, by the signer's clock; if unknown, by the largest offset. */
function isSignedSince(
  { clockOffset, ...row }: OperationRow,
  { signedAt, isNew }: Proof,
  now: number | null,
) {
  const seen = [clockOffset, now].filter((ms) => ms !== null);
  const ahead = seen.length === 0 ? TOLERANCE_SECONDS * 1000 : Math.max(...seen);
  const sentAt = (row.lastSentAt ?? row.createdAt).getTime();
  return isNew && signedAt - ahead > sentAt + settings().timeLimits.change + CHANGES_MS;
}

const KINDS: readonly AnyKind[] = [ROTATE_WEBHOOK_SECRET, ROTATE_CALLBACK_SECRET, CREATE_SECRET];

async function overdueRotation(accountId: string, target: string): Promise<OperationRow | null> {
  const patience = settings().timeLimits.change + CHANGES_MS;
  const names = KINDS.map(({ name }) => name);
  const { kind, state, lastSentAt, createdAt } = operations;
  const unknown = and(eq(operations.target, target), inArray(kind, names), eq(state, 'unknown'));
  const overdue = sql`coalesce(${lastSentAt}, ${createdAt}) <= ${ago(patience)}`;
  const mine = and(eq(operations.accountId, accountId), unknown, overdue);
  const [row] = await db().select().from(operations).where(mine);
  return row ?? null;
}
