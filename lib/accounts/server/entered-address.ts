import 'server-only';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { and, eq, isNull } from 'drizzle-orm';
import type { Credentials } from '#lib/accounts/rules.ts';
import { type Account, invalid } from '#lib/accounts/server/account.ts';
import { enteredPolicy } from '#lib/accounts/server/address-policy.ts';
import { seal } from '#lib/auth/server/seal.ts';
import type { NewCredential } from '#lib/connections/contract.ts';
import { settings } from '#lib/core/env/settings.ts';
import { checkUrl } from '#lib/core/http/safe-url.ts';
import { log } from '#lib/core/log.ts';
import { db } from '#lib/data/client.ts';
import { accounts } from '#lib/data/schema/accounts.ts';

type Entered = Pick<NewCredential, 'baseUrl' | 'credentials'>;
type Known = Pick<Account, 'baseUrl' | 'settings'>;

/**
 * Requires that an entered address is public, allowed by `GUICHE_ALLOW_PRIVATE_ADDRESSES`, or already the
 * account's. `invalid_request` always has the same message, so that it reveals no hosts, names or ports of
 * the network.
 */
export async function requireCallable({ baseUrl, credentials }: Entered, known?: Known): Promise<void> {
  const refused = async (field: string, url: string | undefined, already: string | undefined) => {
    if (url === undefined || url === already) return [];
    const checked = await checkUrl(url, enteredPolicy());
    return typeof checked === 'string' ? [{ field, message: 'not_public' }] : [];
  };
  const errors = await Promise.all([
    refused('baseUrl', baseUrl, known?.baseUrl),
    refused('credentials.sandboxUrl', credentials.sandboxUrl, known?.settings.sandboxUrl),
  ]);
  if (errors.flat().length > 0) throw invalid(errors.flat());
}

/** The credential as its row stores it: sealed, except for the sandbox address. */
export function sealedParts(id: string, { sandboxUrl, ...secrets }: Credentials) {
  return {
    credentials: seal(JSON.stringify(secrets), `credentials:${id}`),
    settings: (sandboxUrl === undefined ? {} : { sandboxUrl }) as Record<string, string>,
  };
}

/** A marker file of entered accounts: with it the start script starts no simulator. Never throws. */
export async function markEntered(): Promise<void> {
  const { dataDir } = settings();
  const mark = join(dataDir, 'accounts-entered');
  try {
    const entered = and(isNull(accounts.archivedAt), eq(accounts.origin, 'settings'));
    if ((await db().$count(accounts, entered)) === 0) return rmSync(mark, { force: true });
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(mark, '');
  } catch (error) {
    log().warn({ err: error }, 'the mark of entered accounts could not be kept');
  }
}
