import 'server-only';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Command } from '#lib/admin-socket/server/listen.ts';
import { ROLES } from '#lib/auth/permissions.ts';
import { changePeople, lockTeam } from '#lib/auth/server/hold-operator.ts';
import { GuicheError } from '#lib/core/errors.ts';
import type { Transaction } from '#lib/data/client.ts';
import { operators } from '#lib/data/schema/operators.ts';
import { addInvited, invitationLink, resetLink } from '#lib/team/server/invite.ts';
import { type Actor, disable, grantsOf, lockPerson, requireAdministrator } from '#lib/team/server/team.ts';

/** The installation's keeper at the terminal. The audit names no operator. */
const KEEPER: Actor = { operator: null, auditEntry: (note) => note };

const Email = z.email().max(200).toLowerCase();
const Created = z.strictObject({
  email: Email,
  name: z.string().trim().min(1).max(80).optional(),
  role: z.enum(ROLES),
  account: z.string().min(1).max(64),
});

/** A link, a disabled person, or a key of `admin.refused`. */
export type TeamCommandResult =
  | { done: 'link'; purpose: 'invitation' | 'reset'; url: string; expiresAt: string }
  | { done: 'disabled' }
  | {
      done: null;
      refused: 'account' | 'disabled' | 'input' | 'last' | 'ready' | 'sso' | 'taken' | 'unknown';
    };

/** `npm run admin -- create`: adds a person and prints their invitation link. */
export const createCommand: Command = (input) =>
  withRefusal(async (): Promise<TeamCommandResult> => {
    const { role, account, ...person } = Created.parse(input);
    const granted = await grantsOf([{ account, role }]);
    const { invitation } = await changePeople((tx) => addInvited(tx, KEEPER, { ...person, granted }));
    return { done: 'link', purpose: 'invitation', ...invitation };
  });

/** `npm run admin -- reset`: a link for a new password, or another invitation for a person without one. */
export const resetCommand: Command = (input) =>
  withRefusal(() =>
    changePeople(async (tx): Promise<TeamCommandResult> => {
      const person = await lockByEmail(tx, input);
      if (person.disabledAt !== null) return { done: null, refused: 'disabled' };
      const purpose = person.passwordHash === null ? 'invitation' : 'reset';
      const give = purpose === 'reset' ? resetLink : invitationLink;
      return { done: 'link', purpose, ...(await give(tx, KEEPER, person)) };
    }),
  );

/** `npm run admin -- disable`: disables a person; the next request is refused. */
export const disableCommand: Command = (input) =>
  withRefusal(() =>
    changePeople(async (tx): Promise<TeamCommandResult> => {
      const { id, disabledAt } = await lockByEmail(tx, input);
      if (disabledAt === null) await disable(tx, KEEPER, id);
      await requireAdministrator(tx);
      return { done: 'disabled' };
    }),
  );

/** Locks the person with this e-mail. GuicheError `not_found`; `conflict` for a ready sign-in. */
async function lockByEmail(tx: Transaction, input: unknown) {
  const { email } = z.strictObject({ email: Email }).parse(input);
  await lockTeam(tx);
  const [found] = await tx.select({ id: operators.id }).from(operators).where(eq(operators.email, email));
  return lockPerson(tx, found?.id ?? '');
}

/** Returns a refusal as a key, which the terminal translates. */
async function withRefusal(run: () => Promise<TeamCommandResult>): Promise<TeamCommandResult> {
  try {
    return await run();
  } catch (thrown) {
    if (thrown instanceof z.ZodError) return { done: null, refused: 'input' };
    if (thrown instanceof GuicheError) return { done: null, refused: wordOf(thrown) };
    throw thrown;
  }
}

function wordOf({
  code,
  details: { fields, existing },
}: GuicheError): Extract<TeamCommandResult, { done: null }>['refused'] {
  if (code === 'not_found') return 'unknown';
  if (code === 'invalid_request') return 'account';
  if (fields?.some(({ message }) => message === 'taken')) return 'taken';
  const { ready = false, lastAdministrator = false } = (existing ?? {}) as Record<string, boolean>;
  return ready ? 'ready' : lastAdministrator ? 'last' : 'sso';
}
