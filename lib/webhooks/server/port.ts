import 'server-only';
import { GuicheError } from '#lib/api/errors.ts';
import type { ProviderPort } from '#lib/providers/port.ts';

type Member = 'webhooks' | 'callbackSecret' | 'ownership';

/** The part of the account's port that this needs; `not_supported` where the account's service has none. */
export function portPart<M extends Member>(port: ProviderPort, member: M): NonNullable<ProviderPort[M]> {
  const part = port[member];
  if (part === undefined) throw notSupported();
  return part as NonNullable<ProviderPort[M]>;
}

export const notSupported = () =>
  new GuicheError('not_supported', 'The account’s service does not offer this.');
