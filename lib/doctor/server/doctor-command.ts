import 'server-only';
import { z } from 'zod';
import { type Account, listAccounts } from '#lib/accounts/server/account.ts';
import type { Command } from '#lib/admin-socket/server/listen.ts';
import { seal } from '#lib/auth/server/seal.ts';
import type { AccountSettings } from '#lib/core/env/accounts.ts';
import { settings } from '#lib/core/env/settings.ts';
import { examineAll } from '#lib/doctor/server/examine.ts';

const Input = z.object({ slug: z.string().nullable() });

/** `npm run doctor` beside a running server. */
export const doctorCommand: Command = async (input, signal) =>
  examineAll(await listAccounts(), Input.parse(input).slug, signal);

/**
 * The accounts that a server would have if it started now, without changing what is kept: those of the environment,
 * and those that people entered. The simulator's live only while the server runs.
 */
async function accountsWithoutServer(given: readonly AccountSettings[]): Promise<Account[]> {
  const own = given.filter(({ simulator }) => !simulator).map(fromEnvironment);
  const slugs = new Set(own.map(({ slug }) => slug));
  const kept = await listAccounts();
  return [...own, ...kept.filter(({ entered, slug }) => entered === true && !slugs.has(slug))];
}

function fromEnvironment({ credentials, ...account }: AccountSettings): Account {
  const id = `environment-${account.slug}`;
  const sealedCredentials = seal(JSON.stringify(credentials), `credentials:${id}`);
  return { ...account, id, name: account.slug, sealedCredentials };
}

/** The same where no server runs: nothing that is kept is changed. */
export const doctorAlone: Command = async (input, signal) =>
  examineAll(await accountsWithoutServer(settings().accounts), Input.parse(input).slug, signal);
