import 'server-only';
import { asc, eq } from 'drizzle-orm';
import type { OperatorCtx } from '#lib/api/context.ts';
import { bindAnswer } from '#lib/api/steps/idempotency.ts';
import { codeAppOf, recoveryCodesOf } from '#lib/auth/server/factors.ts';
import { changePeople } from '#lib/auth/server/hold-operator.ts';
import { notifySignIn } from '#lib/auth/server/notify-sign-in.ts';
import { endRow, endSessionsOf } from '#lib/auth/server/session.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { appendAudit } from '#lib/data/audit/append.ts';
import { db } from '#lib/data/client.ts';
import { operators, passkeys } from '#lib/data/schema/operators.ts';
import type { OpenSession } from '#lib/session/contract.ts';
import { openSessionsOf } from '#lib/session/server/get-session.ts';
import type { PersonFactors } from '#lib/team/contract.ts';
import { lockPerson } from '#lib/team/server/team.ts';

/** A person's passkeys, code app and recovery codes, without secrets. GuicheError `not_found`. */
export async function personFactors(id: string): Promise<PersonFactors> {
  const [person] = await db().select({ id: operators.id }).from(operators).where(eq(operators.id, id));
  if (person === undefined) throw new GuicheError('not_found', 'No such person.');
  const { name, createdAt, lastUsedAt } = passkeys;
  const [keys, app, recoveryCodes] = await Promise.all([
    db()
      .select({ name, createdAt, lastUsedAt })
      .from(passkeys)
      .where(eq(passkeys.operatorId, id))
      .orderBy(asc(createdAt)),
    codeAppOf(id),
    recoveryCodesOf(id),
  ]);
  const iso = (at: Date | null) => at?.toISOString() ?? null;
  return {
    keys: keys.map((key) => ({
      name: key.name,
      createdAt: key.createdAt.toISOString(),
      lastUsedAt: iso(key.lastUsedAt),
    })),
    totp: app && { confirmedAt: iso(app.confirmedAt), lastUsedAt: iso(app.lastUsedAt) },
    recoveryCodes,
  };
}

type Call = { ctx: OperatorCtx; id: string };

/** A person's open sessions. GuicheError `not_found` for an unknown id. */
export async function listPersonSessions({ ctx, id }: Call): Promise<{ items: OpenSession[] }> {
  const [person] = await db().select({ id: operators.id }).from(operators).where(eq(operators.id, id));
  if (person === undefined) throw new GuicheError('not_found', 'No such person.');
  return { items: await openSessionsOf(id, ctx.sessionId) };
}

/** Ends a person's session. GuicheError `not_found` for another person's, and for one that has ended. */
export async function endPersonSession({ ctx, id, session }: Call & { session: string }): Promise<void> {
  await changePeople(async (tx) => {
    await lockPerson(tx, id);
    if ((await endRow(tx, session, id)) === null) throw new GuicheError('not_found', 'No such session.');
    await appendAudit(
      tx,
      ctx.auditEntry({
        action: 'operator.session-end',
        target: id,
        after: { session: session.slice(0, 6) },
      }),
    );
    await notifySignIn(tx, id, 'session_ended');
    await bindAnswer(tx, ctx.intent, null);
  });
}

/** Ends all sessions of a person. Returns how many were valid. */
export async function signOutPerson({ ctx, id }: Call): Promise<{ ended: number }> {
  return changePeople(async (tx) => {
    await lockPerson(tx, id);
    const ended = await endSessionsOf(tx, id);
    await appendAudit(tx, ctx.auditEntry({ action: 'operator.sign-out', target: id, after: { ended } }));
    if (ended > 0) await notifySignIn(tx, id, 'sessions_ended');
    await bindAnswer(tx, ctx.intent, { ended });
    return { ended };
  });
}
