import 'server-only';
import { GuicheError } from '#lib/core/errors.ts';
import { isWellFormed } from '#lib/core/text.ts';

/**
 * Encodes an id as one segment of a provider's path. Throws GuicheError `invalid_request` for an empty or
 * malformed id, `.` and `..`: encoding does not change the dots, so they would lead to another path.
 */
export function segment(id: string): string {
  if (/^\.{0,2}$/.test(id) || !isWellFormed(id))
    throw new GuicheError('invalid_request', 'This is no id.', { fields: [{ field: 'id', message: 'id' }] });
  return encodeURIComponent(id);
}
