import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { GuicheError } from '#lib/api/errors.ts';
import type { Call, ProviderPort } from '#lib/providers/port.ts';

type Member = 'statement' | 'pendingDeposits';

/** The part of the account's port that this needs; `not_supported` where its kind or service has none. */
export function part<M extends Member>({ port }: Ctx, member: M): NonNullable<ProviderPort[M]> {
  const found = port[member];
  if (found === undefined) throw new GuicheError('not_supported', 'This account does not offer this.');
  return found as NonNullable<ProviderPort[M]>;
}

/** A call made for the operator who waits for it, ended with their request. */
export function operatorCall({ signal }: Ctx): Call {
  return { priority: 'operator', purpose: 'page', ...(signal === undefined ? {} : { signal }) };
}
