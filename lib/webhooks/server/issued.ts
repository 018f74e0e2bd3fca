import 'server-only';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Ctx } from '#lib/api/context.ts';
import { operatorNames } from '#lib/auth/server/holders.ts';
import type { Secret } from '#lib/core/masking/secret.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { webhookSecrets } from '#lib/data/schema/webhooks.ts';
import type { OperationRow } from '#lib/operations/server/kind.ts';
import type { Outcome } from '#lib/providers/port.ts';
import type { SecretFact } from '#lib/webhooks/contract.ts';
import type { Place } from '#lib/webhooks/server/registry.ts';
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

export const showIssued = ({ target, secretId }: Issued) => ({ id: target, secretId });

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

/**
 * Returns the secret once: to the first caller, the operator who started the rotation or the one who repeated
 * it, who becomes its `issuedTo`. Everyone else gets nothing.
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

/** Facts about these secrets for pages, by target. Never the secret. */
export async function secretFacts(ctx: Ctx, rows: readonly SecretRow[]): Promise<Map<string, SecretFact>> {
  const names = await operatorNames(rows.map(({ issuedTo }) => issuedTo));
  return new Map(rows.map((row) => [row.target, toFact(ctx, row, names.get(row.issuedTo))]));
}

function toFact(ctx: Ctx, row: SecretRow, name: string | undefined): SecretFact {
  return {
    id: row.id,
    origin: row.origin === 'pasted' ? 'pasted' : 'issued',
    issuedAt: row.issuedAt.toISOString(),
    issuedTo: name === undefined ? null : { id: row.issuedTo, name },
    acknowledgedAt: row.acknowledgedAt?.toISOString() ?? null,
    mayShow: mayShow(row, ctx.operator.id) && ctx.permissions.has('webhook'),
    kept: row.sealed !== null,
  };
}

/** Only its operator, until they acknowledge it, and only while it is in use. */
export function mayShow(row: SecretRow, operatorId: string): boolean {
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

/**
 * Finds the stored secret that signed this body. The account's secret signs callbacks to a transaction's own
 * address (`ofTransaction`: they name no event); a webhook's secret signs that webhook's callbacks.
 */
export function verifyingSecret(
  { secrets }: Place,
  claim: Claim,
  body: Buffer,
  ofTransaction: boolean,
): Used | 'none' | 'wrong' {
  const usable = secrets.filter(({ target }) => ofTransaction || target !== ACCOUNT_TARGET);
  for (const row of usable) {
    const secret = openSecret(row);
    if (secret !== null && isSignedWith(claim, body, secret.reveal()))
      return { target: row.target, secretId: row.id, old: row.supersededAt !== null, signedAt: claim.atMs };
  }
  return usable.length === 0 ? 'none' : 'wrong';
}
