import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { OperatorCtx } from '#lib/api/context.ts';
import { bindAnswer } from '#lib/api/steps/idempotency.ts';
import { appendAudit } from '#lib/audit/append.ts';
import { endRow, endSessionsOf } from '#lib/auth/server/session.ts';
import { db } from '#lib/db/client.ts';
import { writing } from '#lib/db/remembered.ts';
import { sessions } from '#lib/db/schema/operators.ts';
import { GuicheError } from '#lib/errors.ts';
import type { OpenSession } from '#lib/session/contract.ts';
import { openSessionsOf } from '#lib/session/server/open-sessions.ts';

type Call = { ctx: OperatorCtx };

/** One's own sessions that hold, the one last seen first. */
export async function listSessions({ ctx }: Call): Promise<{ items: OpenSession[] }> {
  return { items: await openSessionsOf(ctx.operator.id, ctx.sessionId) };
}

/** GuicheError `not_found` for another person's, and for one that ended before. */
export async function endOwnSession({ ctx, id }: Call & { id: string }): Promise<void> {
  await writing('people', () =>
    db().transaction(async (tx) => {
      const [own] = await tx
        .select({ id: sessions.id })
        .from(sessions)
        .where(and(eq(sessions.id, id), eq(sessions.operatorId, ctx.operator.id)));
      if (own === undefined || (await endRow(tx, id)) === null)
        throw new GuicheError('not_found', 'No such session.');
      await appendAudit(tx, ctx.auditEntry({ action: 'session.end', target: id.slice(0, 6) }));
      await bindAnswer(tx, ctx.intent, null);
    }),
  );
}

export async function endOtherSessions({ ctx }: Call): Promise<{ ended: number }> {
  return writing('people', () =>
    db().transaction(async (tx) => {
      const ended = await endSessionsOf(tx, ctx.operator.id, { but: ctx.sessionId });
      await appendAudit(
        tx,
        ctx.auditEntry({ action: 'session.end-others', target: ctx.operator.id, after: { ended } }),
      );
      await bindAnswer(tx, ctx.intent, { ended });
      return { ended };
    }),
  );
}
