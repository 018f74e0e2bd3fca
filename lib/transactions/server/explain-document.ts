import 'server-only';
import { GuicheError } from '#lib/errors.ts';
import type { TransactionFilter } from '#lib/providers/port.ts';

/** Document 1 filters documents by digits only: a 400 for a document with letters says so at its field. */
export function explainDocument(error: unknown, { document }: TransactionFilter): unknown {
  if (!(error instanceof GuicheError) || error.details.provider?.status !== 400) return error;
  if (document === undefined || !/\p{L}/u.test(document)) return error;
  const { details } = error;
  const fields = [...(details.fields ?? []), { field: 'document', message: 'digits_only' }];
  return new GuicheError(error.code, error.message, { ...details, status: error.status, fields });
}
