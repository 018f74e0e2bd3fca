import 'server-only';
import { listAccounts } from '#lib/accounts/server/account.ts';
import type { AuditNote } from '#lib/api/context.ts';
import type { AuditEntry } from '#lib/audit/append.ts';
import type { Grant, Role } from '#lib/auth/permissions.ts';
import { someoneAdministers } from '#lib/auth/server/administrators.ts';
import { holdOperator } from '#lib/auth/server/hold-operator.ts';
import { holdTeam, keyOf } from '#lib/auth/server/hold-team.ts';
import type { Transaction } from '#lib/db/client.ts';
import type { operators } from '#lib/db/schema/operators.ts';
import { GuicheError } from '#lib/errors.ts';

/** The person who changes the team: a signed-in operator, or the installation's keeper at the terminal. */
export type Actor = {
  operator: { id: string } | null;
  locale?: string;
  auditEntry: (note: AuditNote) => AuditEntry;
};

/** Holds the team, then the person. GuicheError `not_found`; `conflict` for one of the simulator's. */
export async function holdPerson(tx: Transaction, id: string): Promise<typeof operators.$inferSelect> {
  await holdTeam(tx);
  const person = await holdOperator(tx, id);
  if (person === undefined) throw new GuicheError('not_found', 'No such person.');
  if (person.ready)
    throw new GuicheError('conflict', 'The simulator’s sign-ins are the same for everybody.', {
      existing: { ready: true },
    });
  return person;
}

type Given = readonly { account: string; role: Role }[];

/** Roles with account ids for slugs, each once. GuicheError `invalid_request` at the role of an unknown account. */
export async function grantsOf(given: Given): Promise<Grant[]> {
  const ids = new Map((await listAccounts()).map(({ slug, id }) => [slug, id]));
  const found = given.map(({ account, role }, place) => {
    const id = account === '*' ? '*' : ids.get(account);
    if (id === undefined)
      throw new GuicheError('invalid_request', 'No such account.', {
        fields: [{ field: `roles.${place}.account`, message: 'unknown' }],
      });
    return { account: id, role };
  });
  return [...new Map(found.map((grant) => [keyOf(grant), grant])).values()];
}

/** After a change, in its transaction: somebody who can sign in still administers all accounts. */
export async function requireAdministrator(tx: Transaction): Promise<void> {
  if (await someoneAdministers(tx)) return;
  throw new GuicheError('conflict', 'Nobody else administers all accounts.', {
    existing: { lastAdministrator: true },
  });
}
