import 'server-only';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { accountById } from '#lib/accounts/server/account.ts';
import { settings } from '#lib/core/env/settings.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { db } from '#lib/data/client.ts';
import { ago } from '#lib/data/clock.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { webhookSecrets } from '#lib/data/schema/webhooks.ts';
import type { AnyKind, OperationRow } from '#lib/operations/server/kind.ts';
import { providerOffset } from '#lib/operations/server/reconcile.ts';
import { openRequest } from '#lib/operations/server/send.ts';
import { type End, settle } from '#lib/operations/server/settle.ts';
import { portFor } from '#lib/providers/registry.ts';
import type { Used } from '#lib/webhooks/server/issued.ts';
import {
  CREATE_SECRET,
  ROTATE_CALLBACK_SECRET,
  ROTATE_WEBHOOK_SECRET,
} from '#lib/webhooks/server/rotate-secret.ts';
import { openSecret, type SecretRow } from '#lib/webhooks/server/secrets.ts';
import { TOLERANCE_SECONDS } from '#lib/webhooks/signature.ts';

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
  const nothingBefore = kind === CREATE_SECRET;
  if (proven === undefined) {
    if (own.length > 0 || used.old || nothingBefore) return;
    if (!isSignedSince(row, used, await aheadNow(kind, accountId))) return;
  }
  const end = proven === undefined ? OLD_HOLDS : endWith(proven);
  if (end !== null) await settle(kind, row, openRequest(row), end, 'look-up');
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

const OLD_HOLDS: End = {
  state: 'rejected',
  reason: 'not_found',
  error: new GuicheError('conflict', 'A later delivery was signed with the old secret: it holds.'),
};

function endWith(row: SecretRow): End | null {
  const secret = openSecret(row);
  if (secret === null) return null;
  return { state: 'confirmed', value: { target: row.target, secret, secretId: row.id }, requestId: null };
}
