import 'server-only';
import { GuicheError } from '#lib/core/errors.ts';
import { isWellFormed } from '#lib/core/text.ts';

/**
 * An id as one segment of a provider's path. GuicheError `invalid_request` for what would be another segment or none:
 * `.` and `..` stay as they are when they are encoded, and lead elsewhere.
 */
export function segment(id: string): string {
  if (/^\.{0,2}$/.test(id) || !isWellFormed(id))
    throw new GuicheError('invalid_request', 'This is no id.', { fields: [{ field: 'id', message: 'id' }] });
  return encodeURIComponent(id);
}
