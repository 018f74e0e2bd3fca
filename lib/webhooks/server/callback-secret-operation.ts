import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { Ctx } from '#lib/api/context.ts';
import { bindAnswer } from '#lib/api/steps/idempotency.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { Secret } from '#lib/core/masking/secret.ts';
import { appendAudit } from '#lib/data/audit/append.ts';
import { db } from '#lib/data/client.ts';
import { dbNow } from '#lib/data/clock.ts';
import { webhookSecrets } from '#lib/data/schema/webhooks.ts';
import { announce } from '#lib/events/server/announce.ts';
import { mayBeSent, type OperationKind } from '#lib/operations/server/kind.ts';
import type { Outcome } from '#lib/providers/port.ts';
import { partOf } from '#lib/providers/reach.ts';
import {
  type Issued,
  issuedOf,
  mayShow,
  showIssued,
  showIssuedOnce,
  storeIssued,
  storeIssuedLate,
} from '#lib/webhooks/server/issued.ts';
import { knownWebhook } from '#lib/webhooks/server/registry.ts';
import {
  ACCOUNT_TARGET,
  newSecretId,
  openSecret,
  type SecretRow,
  storeSecret,
} from '#lib/webhooks/server/secrets.ts';

/**
 * Creates the account's first callback secret. If one exists (also after a lost first answer), the provider
 * answers 409: `already_done`. The operator must then start a rotation, which gives a readable secret.
 */
export const createCallbackSecret: OperationKind<Record<string, never>, Issued> = {
  name: 'callback-secret.create',
  permission: 'webhook',
  stepUp: true,
  afterCrash: 'never_sent',
  repeatable: true,
  send: async ({ port, change }) =>
    withAlreadyDone(issuedOf(await partOf(port, 'callbackSecret').create(change), ACCOUNT_TARGET)),
  refusal: (error, row) => (!mayBeSent(row) || error.code === 'already_done' ? 'rejected' : 'unknown'),
  settled: async (tx, { row, value }) => {
    if (value !== null) await storeIssued(tx, row, value);
  },
  storeLateAnswer: (tx, { row, value }) => storeIssuedLate(tx, row, value),
  show: showIssued,
  showOnce: showIssuedOnce,
  touches: ['webhooks'],
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

/**
 * Shows an issued secret once more to the operator who requested it. `conflict` once it is acknowledged or
 * replaced.
 */
export async function showSecret({ ctx, id }: { ctx: Ctx; id: string }): Promise<{ secret: string }> {
  const row = await ownSecret(ctx, id);
  const secret = mayShow(row, ctx.operator.id) ? openSecret(row) : null;
  if (secret === null)
    throw new GuicheError('conflict', 'This secret is not shown any more: it was stored, or replaced.');
  await ctx.audit({ action: 'secret.shown', target: row.target, after: { secret: row.id } });
  return { secret: secret.reveal() };
}

/** "I have stored it": the secret is never shown again, and is deleted if the account forgets secrets. */
export async function acknowledgeSecret({ ctx, id }: { ctx: Ctx; id: string }): Promise<void> {
  const row = await ownSecret(ctx, id);
  if (row.acknowledgedAt !== null) return;
  const forget = forgetsSecrets(ctx.account.settings);
  await db().transaction(async (tx) => {
    await tx
      .update(webhookSecrets)
      .set({ acknowledgedAt: dbNow, ...(forget ? { sealed: null } : {}) })
      .where(eq(webhookSecrets.id, row.id));
    const after = { secret: row.id, ...(forget ? { forgotten: true } : {}) };
    await appendAudit(tx, ctx.auditEntry({ action: 'secret.acknowledged', target: row.target, after }));
    await announce(tx, ctx.account.id, [['webhooks']]);
  });
}

/** The account setting that deletes secrets after the operator stored them. */
const forgetsSecrets = (settings: Record<string, string>) =>
  /^(true|1|on|yes)$/i.test(settings.forgetSecrets ?? '');

/** Another operator's secret is `not_found`. */
async function ownSecret(ctx: Ctx, id: string): Promise<SecretRow> {
  const [row] = await db()
    .select()
    .from(webhookSecrets)
    .where(and(eq(webhookSecrets.id, id), eq(webhookSecrets.accountId, ctx.account.id)));
  if (row === undefined || row.origin !== 'issued' || row.issuedTo !== ctx.operator.id)
    throw new GuicheError('not_found', 'No such secret.');
  return row;
}

/**
 * Stores a secret issued outside Guichê, for checking and signing. `conflict` while an issued secret is not
 * acknowledged (it would be lost); `not_supported` if the account forgets secrets.
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
