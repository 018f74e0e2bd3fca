import 'server-only';
import type { OperatorCtx } from '#lib/api/context.ts';
import { GuicheError } from '#lib/api/errors.ts';

/**
 * How personal data is masked for this operator (`names` say whether names stand in clear); null where `reveal` asks
 * for all of it in clear, which throws `forbidden` without the permission. The audit entry is the caller's.
 */
export function maskingOf({ permissions }: OperatorCtx, reveal: boolean): { names: boolean } | null {
  const names = permissions.has('reveal');
  if (!reveal) return { names };
  if (!names) throw new GuicheError('forbidden', 'Personal data may not be revealed.');
  return null;
}
