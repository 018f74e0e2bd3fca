import 'server-only';
import { GuicheError } from '#lib/errors.ts';
import { absenceOf } from '#lib/providers/absence.ts';

/**
 * Answer of a read that no document shows, made before a change that they do show. Null when the service has
 * no such route, refuses it to this credential, or answers in an unreadable form: the change does not wait
 * for it. Throws when the provider says that the thing itself does not exist, or cannot be reached at all.
 */
export async function ifAnswered<T>(read: Promise<T>): Promise<T | null> {
  try {
    return await read;
  } catch (error) {
    if (!(error instanceof GuicheError) || !isNoAnswer(error)) throw error;
    return null;
  }
}

function isNoAnswer(error: GuicheError): boolean {
  const status = error.details.provider?.status ?? null;
  if (error.code === 'not_supported' || absenceOf(error) !== null) return true;
  // Taken, and not understood.
  if (status !== null && status >= 200 && status < 300) return true;
  return error.code === 'provider_rejected' || (error.code === 'provider_credential' && status === 403);
}
