import 'server-only';
import { eq, sql } from 'drizzle-orm';
import { listAccounts } from '#lib/accounts/server/account.ts';
import type { OperatorCtx } from '#lib/api/context.ts';
import { bindAnswer } from '#lib/api/steps/idempotency.ts';
import type { Role } from '#lib/auth/permissions.ts';
import { setGrants } from '#lib/auth/server/grants.ts';
import { noteLift } from '#lib/auth/server/lifts.ts';
import { endAllLinks } from '#lib/auth/server/one-time-links.ts';
import { endSessionsOf } from '#lib/auth/server/session.ts';
import { appendAudit } from '#lib/data/audit/append.ts';
import { invalidateAfter } from '#lib/data/cache.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { operators } from '#lib/data/schema/operators.ts';
import type { Person } from '#lib/team/contract.ts';
import { type Actor, grantsOf, lockPerson, people, requireAdministrator } from '#lib/team/server/team.ts';

type Change = {
  name?: string | undefined;
  roles?: { account: string; role: Role }[] | undefined;
  state?: 'active' | 'disabled' | undefined;
};
type Call = { ctx: OperatorCtx; id: string };

/**
 * Changes a person's name, roles or state. GuicheError `conflict` when nobody would administer all accounts
 * any more.
 */
export async function changePerson({ ctx, id, body }: Call & { body: Change }): Promise<Person> {
  const newGrants = body.roles === undefined ? null : await grantsOf(body.roles);
  const accounts = await listAccounts();
  return invalidateAfter('people', () =>
    db().transaction(async (tx) => {
      const person = await lockPerson(tx, id);
      const { name, state } = body;
      if (name !== undefined && name !== person.name) {
        await tx.update(operators).set({ name }).where(eq(operators.id, id));
        const note = { before: { name: person.name }, after: { name } };
        await appendAudit(tx, ctx.auditEntry({ action: 'operator.name', target: id, ...note }));
      }
      if (newGrants !== null) {
        const { before, after } = await setGrants(tx, ctx.operator.id, id, newGrants);
        if (before.join() !== after.join())
          await appendAudit(
            tx,
            ctx.auditEntry({
              action: 'operator.roles',
              target: id,
              before: { roles: before },
              after: { roles: after },
            }),
          );
      }
      if (state === 'disabled' && person.disabledAt === null) await disable(tx, ctx, id);
      if (state === 'active' && person.disabledAt !== null) await enable(tx, ctx, id);
      await requireAdministrator(tx);
      const [changed] = await people(tx, accounts, id);
      await bindAnswer(tx, ctx.intent, changed);
      return changed as Person;
    }),
  );
}

/** Disables a person: sessions and links end, and the next request is refused. */
export async function disable(tx: Transaction, by: Actor, id: string): Promise<void> {
  const ended = await endSessionsOf(tx, id);
  await tx
    .update(operators)
    .set({ disabledAt: sql`now()`, sessionVersion: sql`${operators.sessionVersion} + 1` })
    .where(eq(operators.id, id));
  await endAllLinks(tx, id);
  await appendAudit(tx, by.auditEntry({ action: 'operator.disable', target: id, after: { ended } }));
}

async function enable(tx: Transaction, ctx: OperatorCtx, id: string): Promise<void> {
  await tx.update(operators).set({ disabledAt: null }).where(eq(operators.id, id));
  await noteLift(tx, id, ctx.operator.id);
  await appendAudit(tx, ctx.auditEntry({ action: 'operator.enable', target: id }));
}
