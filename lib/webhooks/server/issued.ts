import 'server-only';
import { and, eq, isNull } from 'drizzle-orm';
import type { Ctx } from '#lib/api/context.ts';
import { bindAnswer } from '#lib/api/steps/idempotency.ts';
import { operatorNames } from '#lib/auth/server/holders.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { Secret } from '#lib/core/masking/secret.ts';
import { appendAudit } from '#lib/data/audit/append.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { dbNow } from '#lib/data/clock.ts';
import { webhookSecrets } from '#lib/data/schema/webhooks.ts';
import { announce } from '#lib/events/server/announce.ts';
import type { OperationRow } from '#lib/operations/server/kind.ts';
import type { Outcome } from '#lib/providers/port.ts';
import type { SecretFact } from '#lib/webhooks/contract.ts';
import { knownWebhook, type Place } from '#lib/webhooks/server/registry.ts';
import {
  ACCOUNT_TARGET,
  newSecretId,
  openSecret,
  type SecretRow,
  storeLateSecret,
  storeSecret,
} from '#lib/webhooks/server/secrets.ts';
import { type Claim, isSignedWith } from '#lib/webhooks/signature.ts';

/** A secret the provider issued, with an id created before it is stored, so that a row can refer to it. */
export type Issued = { target: string; secret: Secret; secretId: string };

export function issuedOf(outcome: Outcome<Secret>, target: string): Outcome<Issued> {
  if (outcome.kind !== 'done') return outcome;
  return { ...outcome, value: { target, secret: outcome.value, secretId: newSecretId() } };
}

/** Encrypts and stores it in the transaction that settles its operation, before anyone sees it. */
export const storeIssued = (tx: Transaction, row: OperationRow, issued: Issued): Promise<void> =>
  storeSecret(tx, issuedFor(row, issued));

/** Stores the secret of a late answer: either this or another secret may be in use. */
export const storeIssuedLate = (tx: Transaction, row: OperationRow, issued: Issued): Promise<void> =>
  storeLateSecret(tx, issuedFor(row, issued));

const issuedFor = (row: OperationRow, { secretId, target, secret }: Issued) => ({
  id: secretId,
  accountId: row.accountId,
  target,
  origin: 'issued' as const,
  issuedTo: row.operatorId,
  operationId: row.id,
  secret,
});

/** Returns the secret once: to who began or repeated the rotation first, who becomes its `issuedTo`. */
export async function showIssuedOnce(ctx: Ctx, row: OperationRow): Promise<Record<string, unknown>> {
  const { operationId, shownAt, supersededAt } = webhookSecrets;
  const [first] = await db()
    .update(webhookSecrets)
    .set({ shownAt: dbNow, issuedTo: ctx.operator.id })
    .where(and(eq(operationId, row.id), isNull(shownAt), isNull(supersededAt)))
    .returning();
  const secret = first === undefined ? null : openSecret(first);
  return secret === null ? {} : { secret: secret.reveal() };
}

/** Facts about these secrets for pages, by target. Never the secret. */
export async function secretFacts(ctx: Ctx, rows: readonly SecretRow[]): Promise<Map<string, SecretFact>> {
  const names = await operatorNames(rows.map(({ issuedTo }) => issuedTo));
  const toFact = (row: SecretRow): SecretFact => {
    const name = names.get(row.issuedTo);
    return {
      id: row.id,
      origin: row.origin === 'pasted' ? 'pasted' : 'issued',
      issuedAt: row.issuedAt.toISOString(),
      issuedTo: name === undefined ? null : { id: row.issuedTo, name },
      acknowledgedAt: row.acknowledgedAt?.toISOString() ?? null,
      mayShow: mayShow(row, ctx.operator.id) && ctx.permissions.has('webhook'),
      kept: row.sealed !== null,
    };
  };
  return new Map(rows.map((row) => [row.target, toFact(row)]));
}

/** Only its operator, until they acknowledge it, and only while it is in use. */
function mayShow(row: SecretRow, operatorId: string): boolean {
  return (
    row.origin === 'issued' &&
    row.issuedTo === operatorId &&
    row.acknowledgedAt === null &&
    row.supersededAt === null &&
    row.sealed !== null
  );
}

/**
 * The secret that verified a callback (`secretId` null: the account's credential). `old`: it was replaced.
 * `signedAt`: the sender's time of signing (epoch ms).
 */
export type Used = { target: string; secretId: string | null; old: boolean; signedAt: number };

/** The stored secret that signed this body. `ofTransaction`: the account's own secret may have signed it. */
export function verifyingSecret({ secrets }: Place, claim: Claim, body: Buffer, ofTransaction: boolean) {
  const usable = secrets.filter(({ target }) => ofTransaction || target !== ACCOUNT_TARGET);
  for (const row of usable) {
    const secret = openSecret(row);
    if (secret !== null && isSignedWith(claim, body, secret.reveal()))
      return { target: row.target, secretId: row.id, old: row.supersededAt !== null, signedAt: claim.atMs };
  }
  return usable.length === 0 ? 'none' : 'wrong';
}

/** Shows an issued secret once more to its operator. `conflict` once it is acknowledged or replaced. */
export async function showSecret({ ctx, id }: { ctx: Ctx; id: string }) {
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
      .set({ acknowledgedAt: dbNow, ...(forget && { sealed: null }) })
      .where(eq(webhookSecrets.id, row.id));
    const after = { secret: row.id, ...(forget && { forgotten: true }) };
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

/** Stores a pasted secret. `conflict`: an issued one is not acknowledged; `not_supported`: none is stored. */
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
