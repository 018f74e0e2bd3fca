import 'server-only';
import { randomBytes } from 'node:crypto';
import { and, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { seal, unseal } from '#lib/auth/server/seal.ts';
import type { Transaction } from '#lib/db/client.ts';
import { db } from '#lib/db/client.ts';
import { webhookSecrets } from '#lib/db/schema/webhooks.ts';
import { Secret } from '#lib/secret.ts';

export type SecretRow = typeof webhookSecrets.$inferSelect;
/** The target of the secret that signs callbacks to a transaction's own address. */
export const ACCOUNT_TARGET = 'account';
/** A replaced secret verifies that long: callbacks signed before may still be on their way. ms. */
export const GRACE_MS = 10 * 60_000;

const purposeOf = (id: string) => `webhook-secret:${id}`;
export const newSecretId = () => `sec_${randomBytes(16).toString('base64url')}`;

type NewSecret = {
  id: string;
  accountId: string;
  target: string;
  origin: 'issued' | 'pasted';
  issuedTo: string;
  operationId: string | null;
  secret: Secret;
};

/** Seals it and puts it in the place of the target's secret, in the caller's transaction. */
export async function storeSecret(tx: Transaction, { secret, ...fresh }: NewSecret): Promise<void> {
  const now = new Date();
  // Two that store one at once go one after the other; the later one stays.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`${fresh.accountId} ${fresh.target}`}))`);
  await supersede(tx, fresh, now);
  await tx.insert(webhookSecrets).values({
    ...fresh,
    sealed: seal(secret.reveal(), purposeOf(fresh.id)),
    issuedAt: now,
    // Who pasted it has it already.
    acknowledgedAt: fresh.origin === 'pasted' ? now : null,
  });
}

type Target = { accountId: string; target: string };

async function supersede(tx: Transaction, { accountId, target }: Target, at: Date): Promise<void> {
  await tx
    .update(webhookSecrets)
    .set({ supersededAt: at })
    .where(
      and(
        eq(webhookSecrets.accountId, accountId),
        eq(webhookSecrets.target, target),
        isNull(webhookSecrets.supersededAt),
      ),
    );
}

/** Of a webhook that is gone: nothing verifies with its secrets any more. */
export async function dropSecrets(tx: Transaction, { accountId, target }: Target): Promise<void> {
  await supersede(tx, { accountId, target }, new Date());
  await tx
    .update(webhookSecrets)
    .set({ sealed: null })
    .where(and(eq(webhookSecrets.accountId, accountId), eq(webhookSecrets.target, target)));
}

/** Replaced secrets whose grace is over are erased; a tick calls it. */
export async function eraseSuperseded(): Promise<void> {
  await db()
    .update(webhookSecrets)
    .set({ sealed: null })
    .where(
      and(
        isNotNull(webhookSecrets.sealed),
        lt(webhookSecrets.supersededAt, sql`now() - ${GRACE_MS} * interval '1 millisecond'`),
      ),
    );
}

/** The text, for who may use it; null once it is erased. */
export function openSecret(row: Pick<SecretRow, 'id' | 'sealed'>): Secret | null {
  return row.sealed === null ? null : new Secret(unseal(row.sealed, purposeOf(row.id)));
}

/** The target's secret in use, or null. */
export async function currentSecret(accountId: string, target: string): Promise<SecretRow | null> {
  const [row] = await db()
    .select()
    .from(webhookSecrets)
    .where(
      and(
        eq(webhookSecrets.accountId, accountId),
        eq(webhookSecrets.target, target),
        isNull(webhookSecrets.supersededAt),
      ),
    );
  return row ?? null;
}

/** All secrets in use of an account. */
export async function currentSecrets(accountId: string): Promise<SecretRow[]> {
  return db()
    .select()
    .from(webhookSecrets)
    .where(and(eq(webhookSecrets.accountId, accountId), isNull(webhookSecrets.supersededAt)));
}
