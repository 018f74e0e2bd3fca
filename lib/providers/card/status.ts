import { plainKey } from '#lib/providers/fields.ts';

/** creditCardPayment.status: all codes of the service's table. Only 2 is settled. */
const NAMES: Record<number, string> = {
  0: 'NotFinished',
  1: 'Authorized',
  2: 'PaymentConfirmed',
  3: 'Denied',
  10: 'Voided',
  11: 'Refunded',
  12: 'Pending',
  13: 'Aborted',
};
const CODES = new Map(Object.entries(NAMES).map(([code, name]) => [plainKey(name), Number(code)]));

/** A number, a number as text, or its name; a code or a word that no table has passes as it came. */
export function statusOf(written: string | null): { statusCode: number | null; status: string | null } {
  if (written === null) return { statusCode: null, status: null };
  if (/^\d{1,4}$/.test(written)) {
    const statusCode = Number(written);
    return { statusCode, status: NAMES[statusCode] ?? null };
  }
  const statusCode = CODES.get(plainKey(written)) ?? null;
  return { statusCode, status: statusCode === null ? written : (NAMES[statusCode] ?? null) };
}
