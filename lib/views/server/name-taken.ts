import 'server-only';
import { GuicheError } from '#lib/errors.ts';

/** The owner has another view of this name on the account's page. */
export function nameTaken(): GuicheError {
  return new GuicheError('conflict', 'There is a view of this name.', {
    fields: [{ field: 'name', message: 'taken' }],
  });
}

/** Tells if the database refused a second row of the same key. */
export function isSecond(thrown: unknown): boolean {
  for (let cause = thrown; cause instanceof Error; cause = cause.cause)
    if ('code' in cause && cause.code === '23505') return true;
  return false;
}
