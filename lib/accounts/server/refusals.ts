import 'server-only';
import type { AccountKind } from '#lib/account-kinds.ts';
import { baseUrlFault, type Credentials, credentialFaults } from '#lib/accounts/rules.ts';
import { certificateFaults } from '#lib/accounts/server/certificates.ts';
import { type FieldFault, GuicheError } from '#lib/errors.ts';

export const invalid = (fields: FieldFault[]) =>
  new GuicheError('invalid_request', 'The account cannot be kept as it was given.', { fields });

/** 409, with the field and the word that the page puts into a sentence. */
export const inTheWay = (field: string, message: string, sentence: string) =>
  new GuicheError('conflict', sentence, { fields: [{ field, message }] });

/** Address and credential of other accounts come with each start: what were entered here would not last. */
export function requireEntered({ origin }: { origin: string }): void {
  if (origin !== 'settings')
    throw inTheWay('origin', origin, 'This account does not come from the settings.');
}

type Given = { environment: 'sandbox' | 'production'; baseUrl: string; credentials: Credentials };

/** Everything that forbids to keep or try it. */
export function credentialRefusals(kind: AccountKind, { environment, baseUrl, credentials }: Given) {
  const url = baseUrlFault(baseUrl);
  return [
    ...(url === null ? [] : [{ field: 'baseUrl', message: url }]),
    ...credentialFaults({ kind, environment, baseUrl }, credentials),
    ...certificateFaults(credentials),
  ];
}
