import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { GuicheError } from '#lib/api/errors.ts';
import type { Call, ProviderPort, TransactionFilter } from '#lib/providers/port.ts';

/** The account's transactions; `not_supported` where its kind has no list of them. */
export function transactionsOf({ port }: Ctx): NonNullable<ProviderPort['transactions']> {
  if (port.transactions !== undefined) return port.transactions;
  throw new GuicheError('not_supported', 'This account has no list of transactions.');
}

/** A call made for the operator who waits for it, ended with their request. */
export function operatorCall({ signal }: Ctx): Call {
  return { priority: 'operator', purpose: 'page', ...(signal === undefined ? {} : { signal }) };
}

/** Document 1 filters documents by digits only: a 400 for a document with letters says so at its field. */
export function explainDocument(error: unknown, { document }: TransactionFilter): unknown {
  if (!(error instanceof GuicheError) || error.details.provider?.status !== 400) return error;
  if (document === undefined || !/\p{L}/u.test(document)) return error;
  const { details } = error;
  const fields = [...(details.fields ?? []), { field: 'document', message: 'digits_only' }];
  return new GuicheError(error.code, error.message, { ...details, status: error.status, fields });
}
