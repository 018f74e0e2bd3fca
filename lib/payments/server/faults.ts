import 'server-only';
import { addressPolicyOf } from '#lib/accounts/server/address-policy.ts';
import type { Ctx } from '#lib/api/context.ts';
import { type FieldFault, GuicheError } from '#lib/core/errors.ts';
import { callbackError as addressError } from '#lib/payments/field-rules.ts';

/** A field and its error as a message key. The page translates it. */
export type FieldCheck = [field: string, message: string] | null | false | undefined;

/** Throws `invalid_request` with every field error, before anything is sent. */
export function throwFieldErrors(...found: readonly FieldCheck[]): void {
  const fields: FieldFault[] = found.flatMap((fault) =>
    fault ? [{ field: fault[0], message: fault[1] }] : [],
  );
  if (fields.length > 0)
    throw new GuicheError('invalid_request', 'The request cannot be sent as it is.', { fields });
}

/** Document 1 accepts http and https, document 2 only https. */
export function callbackError({ port, account }: Ctx, url: string | undefined): FieldCheck {
  if (url === undefined) return null;
  const fault = addressError(url);
  if (fault === 'url_not_public' && addressPolicyOf(account).private) return null;
  if (fault !== null) return ['callbackUrl', fault];
  return port.kind === 'hub' && !/^https:/i.test(url) ? ['callbackUrl', 'url_invalid'] : null;
}

/** Cents. Null: no known bound. */
export function amountError(
  amount: number,
  { min, max }: { min: number | null; max: number | null },
): FieldCheck {
  if (min !== null && amount < min) return ['amount', 'below_minimum'];
  return max !== null && amount > max ? ['amount', 'above_maximum'] : null;
}

/** Document 1 has no free data: it would be ignored silently. */
export const metadataError = ({ port }: Ctx, metadata: object | undefined): FieldCheck =>
  metadata !== undefined && port.kind !== 'hub' && ['metadata', 'not_supported'];
