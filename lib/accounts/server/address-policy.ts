import 'server-only';
import type { Account } from '#lib/accounts/server/account.ts';
import { isLoopbackAddress } from '#lib/core/env/loopback.ts';
import { settings } from '#lib/core/env/settings.ts';
import type { AddressPolicy } from '#lib/core/http/safe-url.ts';

/** For an address that a person entered: public ones, near ones by the setting. */
export function enteredPolicy(): AddressPolicy {
  const near = settings().allowPrivateAddresses;
  return { loopback: near, private: near };
}

/** The policy that an account's own address is judged by at every connection; none where no person entered it. */
export const ownAddressPolicy = ({ entered }: Pick<Account, 'entered'>): AddressPolicy | undefined =>
  entered === true ? enteredPolicy() : undefined;

/** Private addresses by the setting; loopback also for an account whose own service is on this machine. */
export function addressPolicyOf(account: Pick<Account, 'baseUrl'>): AddressPolicy {
  const { allowPrivateAddresses } = settings();
  return {
    private: allowPrivateAddresses,
    loopback: allowPrivateAddresses || isLoopbackAddress(account.baseUrl),
  };
}
