import 'server-only';
import { z } from 'zod';
import { type Account, listAccounts } from '#lib/accounts/server/account.ts';
import type { Command } from '#lib/admin-socket/server/listen.ts';
import { seal } from '#lib/auth/server/seal.ts';
import type { AccountSettings } from '#lib/core/env/accounts.ts';
import { settings } from '#lib/core/env/settings.ts';
import { examineAll } from '#lib/doctor/server/examine.ts';

const Input = z.object({ slug: z.string().nullable() });

/** `npm run doctor` while a server runs. */
export const doctorCommand: Command = async (input, signal) =>
  examineAll(await listAccounts(), Input.parse(input).slug, signal);

/**
 * The accounts a server would have if it started now: those of the environment and those entered by people.
 * Changes nothing. Simulator accounts exist only while the server runs.
 */
async function accountsWithoutServer(configured: readonly AccountSettings[]): Promise<Account[]> {
  const own = configured.filter(({ simulator }) => !simulator).map(fromEnvironment);
  const slugs = new Set(own.map(({ slug }) => slug));
  const stored = await listAccounts();
  return [...own, ...stored.filter(({ entered, slug }) => entered === true && !slugs.has(slug))];
}

function fromEnvironment({ credentials, ...account }: AccountSettings): Account {
  const id = `environment-${account.slug}`;
  const sealedCredentials = seal(JSON.stringify(credentials), `credentials:${id}`);
  return { ...account, id, name: account.slug, sealedCredentials };
}

/** `npm run doctor` without a running server. Changes no stored data. */
export const doctorAlone: Command = async (input, signal) =>
  examineAll(await accountsWithoutServer(settings().accounts), Input.parse(input).slug, signal);
