import 'server-only';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Command } from '#lib/admin-socket/server/listen.ts';
import { ROLES } from '#lib/auth/permissions.ts';
import { holdTeam } from '#lib/auth/server/hold-operator.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { invalidateAfter } from '#lib/data/cache.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { operators } from '#lib/data/schema/operators.ts';
import { disable } from '#lib/team/server/change-person.ts';
import { addInvited, invitationLink, resetLink } from '#lib/team/server/invite.ts';
import { type Actor, grantsOf, holdPerson, requireAdministrator } from '#lib/team/server/team.ts';

/** The keeper at the machine itself: the audit names no operator. */
const KEEPER: Actor = {
  operator: null,
  auditEntry: (note) => ({ operatorId: null, accountId: null, ...note, result: note.result ?? 'ok' }),
};

const Email = z.email().max(200).toLowerCase();
const Created = z.strictObject({
  email: Email,
  name: z.string().trim().min(1).max(80).optional(),
  role: z.enum(ROLES),
  account: z.string().min(1).max(64),
});

/** A link, that somebody was disabled, or a word of `admin.refused` for why not. */
export type KeptTeam =
  | { done: 'link'; purpose: 'invitation' | 'reset'; url: string; expiresAt: string }
  | { done: 'disabled' }
  | {
      done: null;
      refused: 'account' | 'disabled' | 'input' | 'last' | 'ready' | 'sso' | 'taken' | 'unknown';
    };

/** `npm run admin -- create`: somebody new, who comes in by the link that it prints. */
export const createCommand: Command = (input) =>
  told(async (): Promise<KeptTeam> => {
    const { role, account, ...person } = Created.parse(input);
    const given = await grantsOf([{ account, role }]);
    const { invitation } = await changing((tx) => addInvited(tx, KEEPER, { ...person, given }));
    return { done: 'link', purpose: 'invitation', ...invitation };
  });

/** `npm run admin -- reset`: a link for a new password; another invitation for who never came in. */
export const resetCommand: Command = (input) =>
  told(() =>
    changing(async (tx): Promise<KeptTeam> => {
      const person = await named(tx, input);
      if (person.disabledAt !== null) return { done: null, refused: 'disabled' };
      const purpose = person.passwordHash === null ? 'invitation' : 'reset';
      const give = purpose === 'reset' ? resetLink : invitationLink;
      return { done: 'link', purpose, ...(await give(tx, KEEPER, person)) };
    }),
  );

/** `npm run admin -- disable`: from the next request on nothing of theirs opens anything. */
export const disableCommand: Command = (input) =>
  told(() =>
    changing(async (tx): Promise<KeptTeam> => {
      const { id, disabledAt } = await named(tx, input);
      if (disabledAt === null) await disable(tx, KEEPER, id);
      await requireAdministrator(tx);
      return { done: 'disabled' };
    }),
  );

const changing = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
  invalidateAfter('people', () => db().transaction(work));

/** The person with this e-mail, held. GuicheError `not_found`; `conflict` for one of the simulator's. */
async function named(tx: Transaction, input: unknown) {
  const { email } = z.strictObject({ email: Email }).parse(input);
  await holdTeam(tx);
  const [found] = await tx.select({ id: operators.id }).from(operators).where(eq(operators.email, email));
  return holdPerson(tx, found?.id ?? '');
}

/** Gives a refusal as a word: the terminal has its own language. */
async function told(run: () => Promise<KeptTeam>): Promise<KeptTeam> {
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
}: GuicheError): Extract<KeptTeam, { done: null }>['refused'] {
  if (code === 'not_found') return 'unknown';
  if (code === 'invalid_request') return 'account';
  if (fields?.some(({ message }) => message === 'taken')) return 'taken';
  const { ready = false, lastAdministrator = false } = (existing ?? {}) as Record<string, boolean>;
  return ready ? 'ready' : lastAdministrator ? 'last' : 'sso';
}
