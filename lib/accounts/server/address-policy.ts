import 'server-only';
import type { Account } from '#lib/accounts/server/account.ts';
import { settings } from '#lib/env.ts';
import type { AddressPolicy } from '#lib/http/safe-url.ts';
import { isLoopbackAddress } from '#lib/loopback.ts';

/** Private addresses by the setting; loopback also for an account whose own service is on this machine. */
export function addressPolicyOf(account: Pick<Account, 'baseUrl'>): AddressPolicy {
  const { allowPrivateAddresses } = settings();
  return {
    private: allowPrivateAddresses,
    loopback: allowPrivateAddresses || isLoopbackAddress(account.baseUrl),
  };
}
