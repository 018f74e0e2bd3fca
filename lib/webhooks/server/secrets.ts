import 'server-only';
import { randomBytes } from 'node:crypto';
import { and, eq, isNotNull, isNull, not, sql } from 'drizzle-orm';
import { seal, unseal } from '#lib/auth/server/seal.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { Secret } from '#lib/core/masking/secret.ts';
import { db, lockNamed, type Transaction } from '#lib/data/client.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { webhookSecrets } from '#lib/data/schema/webhooks.ts';

export type SecretRow = typeof webhookSecrets.$inferSelect;
/** Target of the secret that signs callbacks to a transaction's own address. */
export const ACCOUNT_TARGET = 'account';
/** How long a replaced secret still verifies (ms): callbacks signed with it may still arrive. */
const GRACE_MS = 10 * 60_000;

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

/** Makes it the target's secret. `conflict`: a pasted one never replaces an unacknowledged issued one. */
export async function storeSecret(tx: Transaction, { secret, ...fresh }: NewSecret): Promise<void> {
  // Concurrent stores run one after the other; the later one stays.
  await lock(tx, fresh);
  if (fresh.origin === 'pasted') await refuseUnseen(tx, fresh);
  await supersede(tx, fresh);
  await tx
    .insert(webhookSecrets)
    .values({
      ...fresh,
      sealed: sealed(fresh.id, secret),
      issuedAt: sql`now()`,
      // The operator who pasted it has it already.
      acknowledgedAt: fresh.origin === 'pasted' ? sql`now()` : null,
    })
    .onConflictDoUpdate({ target: webhookSecrets.id, set: { supersededAt: null } });
}

/** Stores a secret next to the current one: it verifies, and it is unknown which one is in use. */
export async function storeLateSecret(tx: Transaction, { secret, ...late }: NewSecret): Promise<void> {
  await lock(tx, late);
  const now = sql`now()`;
  await tx
    .insert(webhookSecrets)
    .values({ ...late, sealed: sealed(late.id, secret), issuedAt: now, supersededAt: now });
}

const sealed = (id: string, secret: Secret) => seal(secret.reveal(), purposeOf(id));

type Target = { accountId: string; target: string };

const lock = (tx: Transaction, { accountId, target }: Target) => lockNamed(tx, `${accountId} ${target}`);

const inUse = ({ accountId, target }: Target) =>
  and(
    eq(webhookSecrets.accountId, accountId),
    eq(webhookSecrets.target, target),
    isNull(webhookSecrets.supersededAt),
  );

/** True if the target has a secret in use. Waits for a concurrent store. */
export async function hasSecret(tx: Transaction, target: Target): Promise<boolean> {
  await lock(tx, target);
  return (await tx.select({ id: webhookSecrets.id }).from(webhookSecrets).where(inUse(target))).length > 0;
}

async function refuseUnseen(tx: Transaction, target: Target): Promise<void> {
  const [unseen] = await tx
    .select({ id: webhookSecrets.id })
    .from(webhookSecrets)
    .where(and(inUse(target), eq(webhookSecrets.origin, 'issued'), isNull(webhookSecrets.acknowledgedAt)));
  if (unseen !== undefined)
    throw new GuicheError('conflict', 'An issued secret waits to be stored first.', {
      existing: { secretId: unseen.id },
    });
}

async function supersede(tx: Transaction, target: Target): Promise<void> {
  await tx.update(webhookSecrets).set({ supersededAt: sql`now()` }).where(inUse(target));
}

/** Deletes the secrets of a removed webhook; nothing verifies with them any more. */
export async function dropSecrets(tx: Transaction, { accountId, target }: Target): Promise<void> {
  await supersede(tx, { accountId, target });
  await tx
    .update(webhookSecrets)
    .set({ sealed: null })
    .where(and(eq(webhookSecrets.accountId, accountId), eq(webhookSecrets.target, target)));
}

/** Erases replaced secrets after their grace period; called by a tick. */
export async function eraseSuperseded(): Promise<void> {
  await db()
    .update(webhookSecrets)
    .set({ sealed: null })
    .where(and(isNotNull(webhookSecrets.sealed), not(verifies)));
}

/** Secrets in use, replaced ones during their grace, and those of a rotation with an unknown result. */
export const verifies = sql<boolean>`(${webhookSecrets.supersededAt} is null
  or ${webhookSecrets.supersededAt} > now() - ${GRACE_MS} * interval '1 millisecond'
  or exists (select 1 from ${operations}
    where ${operations.id} = ${webhookSecrets.operationId} and ${operations.state} = 'unknown'))`;

/** The decrypted secret; null once it is erased. */
export function openSecret(row: Pick<SecretRow, 'id' | 'sealed'>): Secret | null {
  return row.sealed === null ? null : new Secret(unseal(row.sealed, purposeOf(row.id)));
}

export async function currentSecret(accountId: string, target: string): Promise<SecretRow | null> {
  const [row] = await db().select().from(webhookSecrets).where(inUse({ accountId, target }));
  return row ?? null;
}

export async function currentSecrets(accountId: string): Promise<SecretRow[]> {
  return db()
    .select()
    .from(webhookSecrets)
    .where(and(eq(webhookSecrets.accountId, accountId), isNull(webhookSecrets.supersededAt)));
}
