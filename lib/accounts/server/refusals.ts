import 'server-only';
import type { Fault } from '#lib/accounts/rules.ts';
import type { AccountRow } from '#lib/accounts/server/connections.ts';
import { GuicheError } from '#lib/api/errors.ts';

export const invalid = (fields: Fault[]) =>
  new GuicheError('invalid_request', 'The account cannot be kept as it was given.', { fields });

/** 409, with the field and the word that the page puts into a sentence. */
export const inTheWay = (field: string, message: string, sentence: string) =>
  new GuicheError('conflict', sentence, { fields: [{ field, message }] });

/** Address and credential of other accounts come with each start: what were entered here would not last. */
export function requireEntered({ origin }: AccountRow): void {
  if (origin !== 'settings')
    throw inTheWay('origin', origin, 'This account does not come from the settings.');
}
