import 'server-only';
import { createHash } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import type { OperatorCtx, RequestOrigin } from '#lib/api/context.ts';
import { bindAnswer } from '#lib/api/steps/idempotency.ts';
import { identify } from '#lib/api/steps/identify.ts';
import type { ReadCookie } from '#lib/auth/server/cookies.ts';
import { lockOwnSignIn } from '#lib/auth/server/hold-operator.ts';
import { notifySignIn } from '#lib/auth/server/notify-sign-in.ts';
import { addPasskey, passkeyCreationOptions, passkeyRequestOptions } from '#lib/auth/server/passkeys.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { appendAudit } from '#lib/data/audit/append.ts';
import { invalidateAfter } from '#lib/data/cache.ts';
import { db } from '#lib/data/client.ts';
import { passkeys } from '#lib/data/schema/operators.ts';
import type { Passkey } from '#lib/profile/contract.ts';
import { afterFactorGone } from '#lib/profile/server/code-app.ts';

type Call = { ctx: OperatorCtx };

export async function listPasskeys({ ctx }: Call): Promise<{ items: Passkey[] }> {
  const rows = await db()
    .select()
    .from(passkeys)
    .where(eq(passkeys.operatorId, ctx.operator.id))
    .orderBy(asc(passkeys.createdAt));
  return { items: rows.map(recordOf) };
}

export const offerPasskey = ({ ctx }: Call) => passkeyCreationOptions(ctx.operator, ctx.sessionId);

type NewPasskey = { name: string; attestation: unknown };

/**
 * Stores a new passkey. GuicheError `invalid_request` at `attestation` unless a device created it for this
 * session just now.
 */
export async function createPasskey({ ctx, body }: Call & { body: NewPasskey }): Promise<Passkey> {
  const { id: operatorId } = ctx.operator;
  return invalidateAfter('people', () =>
    db().transaction(async (tx) => {
      await lockOwnSignIn(tx, ctx);
      const row = await addPasskey(tx, { ...body, operatorId, sessionId: ctx.sessionId });
      if (row === null)
        throw new GuicheError('invalid_request', 'No passkey was made.', {
          fields: [{ field: 'attestation', message: 'refused' }],
        });
      const { name, synced } = row;
      await appendAudit(
        tx,
        ctx.auditEntry({ action: 'profile.passkey', target: operatorId, after: { name, synced } }),
      );
      await notifySignIn(tx, operatorId, 'factor_changed');
      await bindAnswer(tx, ctx.intent, recordOf(row));
      return recordOf(row);
    }),
  );
}

/**
 * Removes a passkey. GuicheError `not_found` for another person's; `conflict` when it is the last factor and
 * a policy requires one.
 */
export async function removePasskey({ ctx, id }: Call & { id: string }): Promise<void> {
  await invalidateAfter('people', () =>
    db().transaction(async (tx) => {
      await lockOwnSignIn(tx, ctx);
      const own = await tx.select().from(passkeys).where(eq(passkeys.operatorId, ctx.operator.id));
      const key = own.find((one) => idOf(one.id) === id);
      if (key === undefined) throw new GuicheError('not_found', 'No such passkey.');
      await tx.delete(passkeys).where(eq(passkeys.id, key.id));
      await afterFactorGone(tx, ctx, 'profile.passkey-off', ctx.operator.id);
      await bindAnswer(tx, ctx.intent, null);
    }),
  );
}

const idOf = (deviceId: string) => createHash('sha256').update(deviceId).digest('base64url').slice(0, 22);

function recordOf(row: typeof passkeys.$inferSelect): Passkey {
  const { name, synced } = row;
  return {
    id: idOf(row.id),
    name,
    synced,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  };
}

/**
 * Options for the device. Anyone may request a sign-in, which names no key and writes nothing. A step-up
 * requires a session and accepts only its person's keys.
 */
export async function passkeyChallenge(
  purpose: 'sign-in' | 'step-up',
  cookie: ReadCookie,
  from: RequestOrigin,
) {
  if (purpose === 'sign-in') return passkeyRequestOptions({ kind: 'sign-in' }, null);
  const who = await identify(cookie, from);
  if (who === null) throw new GuicheError('unauthenticated', 'There is no session.');
  return passkeyRequestOptions({ kind: 'step-up', sessionId: who.sessionId }, who.operator.id);
}
