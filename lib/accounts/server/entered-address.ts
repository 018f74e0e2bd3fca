import 'server-only';
import type { Credentials } from '#lib/accounts/rules.ts';
import { type Account, invalid } from '#lib/accounts/server/account.ts';
import { enteredPolicy } from '#lib/accounts/server/address-policy.ts';
import { seal } from '#lib/auth/server/seal.ts';
import type { NewCredential } from '#lib/connections/contract.ts';
import { checkUrl } from '#lib/core/http/safe-url.ts';

type Entered = Pick<NewCredential, 'baseUrl' | 'credentials'>;
type Known = Pick<Account, 'baseUrl' | 'settings'>;

/**
 * Checks an entered address before it is called or saved: it must be public, allowed by
 * `GUICHE_ALLOW_PRIVATE_ADDRESSES`, or already the account's. `invalid_request` always has the same message,
 * so that it reveals no hosts, names or ports of the network.
 */
export async function requireCallable({ baseUrl, credentials }: Entered, known?: Known): Promise<void> {
  const refused = async (field: string, url: string | undefined, already: string | undefined) => {
    if (url === undefined || url === already) return [];
    const checked = await checkUrl(url, enteredPolicy());
    return typeof checked === 'string' ? [{ field, message: 'not_public' }] : [];
  };
  const faults = await Promise.all([
    refused('baseUrl', baseUrl, known?.baseUrl),
    refused('credentials.sandboxUrl', credentials.sandboxUrl, known?.settings.sandboxUrl),
  ]);
  if (faults.flat().length > 0) throw invalid(faults.flat());
}

/** The credential as its row stores it: sealed, except for the sandbox address. */
export function sealedParts(id: string, { sandboxUrl, ...secrets }: Credentials) {
  return {
    credentials: seal(JSON.stringify(secrets), `credentials:${id}`),
    settings: (sandboxUrl === undefined ? {} : { sandboxUrl }) as Record<string, string>,
  };
}
