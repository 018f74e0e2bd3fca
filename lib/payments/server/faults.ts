import 'server-only';
import { addressPolicyOf } from '#lib/accounts/server/address-policy.ts';
import type { Ctx } from '#lib/api/context.ts';
import { type FieldFault, GuicheError } from '#lib/core/errors.ts';
import { callbackFault as addressFault } from '#lib/payments/field-rules.ts';

/** Words for what is wrong at a field, in the form's own language: the page says them. */
export type FieldCheck = [field: string, message: string] | null | false | undefined;

/** `invalid_request` with every fault there is, before anything is sent. */
export function refuseFaults(...found: readonly FieldCheck[]): void {
  const fields: FieldFault[] = found.flatMap((fault) =>
    fault ? [{ field: fault[0], message: fault[1] }] : [],
  );
  if (fields.length > 0)
    throw new GuicheError('invalid_request', 'The request cannot be sent as it is.', { fields });
}

/** Document 1 takes http and https; document 2 https only. */
export function callbackFault({ port, account }: Ctx, url: string | undefined): FieldCheck {
  if (url === undefined) return null;
  const fault = addressFault(url);
  if (fault === 'url_not_public' && addressPolicyOf(account).private) return null;
  if (fault !== null) return ['callbackUrl', fault];
  return port.kind === 'hub' && !/^https:/i.test(url) ? ['callbackUrl', 'url_invalid'] : null;
}

/** Cents; null: no such bound is known. */
export function amountFault(
  amount: number,
  { min, max }: { min: number | null; max: number | null },
): FieldCheck {
  if (min !== null && amount < min) return ['amount', 'below_minimum'];
  return max !== null && amount > max ? ['amount', 'above_maximum'] : null;
}

/** Document 1 has no place for free data: it would be left out without a word. */
export const metadataFault = ({ port }: Ctx, metadata: object | undefined): FieldCheck =>
  metadata !== undefined && port.kind !== 'hub' && ['metadata', 'not_supported'];
