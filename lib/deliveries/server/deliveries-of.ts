import 'server-only';
import { GuicheError } from '#lib/api/errors.ts';
import type { ProviderPort } from '#lib/providers/port.ts';

/** The account's callback history; `not_supported` where its kind has none. */
export function deliveriesOf(port: ProviderPort): NonNullable<ProviderPort['deliveries']> {
  if (port.deliveries !== undefined) return port.deliveries;
  throw new GuicheError('not_supported', 'This account has no history of deliveries.');
}
