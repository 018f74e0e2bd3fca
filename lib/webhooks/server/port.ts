import 'server-only';
import { GuicheError } from '#lib/api/errors.ts';
import type { Outcome, ProviderPort } from '#lib/providers/port.ts';

type Member = 'webhooks' | 'callbackSecret' | 'ownership';

/** The part of the account's port that this needs; `not_supported` where the account's service has none. */
export function portPart<M extends Member>(port: ProviderPort, member: M): NonNullable<ProviderPort[M]> {
  const part = port[member];
  if (part === undefined) throw notSupported();
  return part as NonNullable<ProviderPort[M]>;
}

export const notSupported = () =>
  new GuicheError('not_supported', 'The account’s service does not offer this.');

/** Routes that document 1 does not show may be absent: 405 says so. A 404 may also mean the webhook. */
export function orNotSupported<T>(outcome: Outcome<T>): Outcome<T> {
  if (outcome.kind !== 'refused' || outcome.error.details.provider?.status !== 405) return outcome;
  const { provider } = outcome.error.details;
  const error = new GuicheError('not_supported', 'The account’s service does not offer this.', { provider });
  return { ...outcome, error };
}
