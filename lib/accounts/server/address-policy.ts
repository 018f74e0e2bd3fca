import 'server-only';
import type { Account } from '#lib/accounts/server/account.ts';
import { isLoopbackAddress } from '#lib/core/address-name.ts';
import { settings } from '#lib/core/env/settings.ts';
import type { AddressPolicy } from '#lib/core/http/safe-url.ts';

/** For an address that a person entered: public ones, and local or private ones by the setting. */
export function enteredPolicy(): AddressPolicy {
  const allowLocal = settings().allowPrivateAddresses;
  return { loopback: allowLocal, private: allowLocal };
}

/** The policy for every connection to the account's own address; undefined when no person entered it. */
export const ownAddressPolicy = ({ entered }: Pick<Account, 'entered'>): AddressPolicy | undefined =>
  entered === true ? enteredPolicy() : undefined;

/** Private addresses by the setting; loopback also for an account whose provider is on this machine. */
export function addressPolicyOf(account: Pick<Account, 'baseUrl'>): AddressPolicy {
  const { allowPrivateAddresses } = settings();
  return {
    private: allowPrivateAddresses,
    loopback: allowPrivateAddresses || isLoopbackAddress(account.baseUrl),
  };
}
