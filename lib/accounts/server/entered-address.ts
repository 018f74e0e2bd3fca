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
 * Before an address that a person entered is called or kept: public ones only, near ones where
 * `GUICHE_ALLOW_PRIVATE_ADDRESSES` says so, or where the account has that address already. `invalid_request` with one
 * word whatever stands there, so that no answer tells hosts, names or ports of this network apart.
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

/** A credential as the row keeps it: sealed, but for the address that a sandbox's token belongs to. */
export function sealedParts(id: string, { sandboxUrl, ...secrets }: Credentials) {
  return {
    credentials: seal(JSON.stringify(secrets), `credentials:${id}`),
    settings: (sandboxUrl === undefined ? {} : { sandboxUrl }) as Record<string, string>,
  };
}
