import 'server-only';
import { plainJson } from '#lib/http/json.ts';
import { decimalToCents } from '#lib/money.ts';
import { wholeNumber } from '#lib/providers/fields.ts';
import type { DecodedCode, KeyHolder } from '#lib/providers/money-records.ts';
import type { WireCode, WireHolder } from '#lib/providers/pix/wire-keys.ts';

/** Pure: what wire-keys.ts read → the records. */

/** What is masked is masked by the provider. */
export const toKeyHolder = ({ fields, other }: WireHolder): KeyHolder => ({
  ...fields,
  other: plainJson(other) as Record<string, unknown>,
});

/** `asOf` ISO 8601 UTC: what is left of a code is counted from it. */
export function toDecodedCode({ fields, other }: WireCode, asOf: string): DecodedCode {
  const { amount, originalAmount, expiresIn, expiresAt, ...same } = fields;
  const kept = plainJson(other) as Record<string, unknown>;
  const left = secondsLeft(fields, asOf);
  // More than two decimals, or no number: no sum to pay, shown as it came.
  if (amount !== null && centsOf(amount) === null && Number(amount) !== 0) kept.amount = amount;
  return {
    ...same,
    amount: centsOf(amount),
    originalAmount: centsOf(originalAmount),
    expiresInSeconds: left,
    other: { ...kept, ...(expiresAt === null ? {} : { expiresAt }) },
  };
}

/** A code without an amount may say nought. */
function centsOf(text: string | null): number | null {
  const amount = text === null ? null : decimalToCents(text);
  return amount === null || amount.cents <= 0 || amount.exact !== undefined ? null : amount.cents;
}

/** Nought of a static code means that it does not end. */
function secondsLeft({ type, expiresIn, expiresAt }: WireCode['fields'], asOf: string): number | null {
  const said = expiresIn === null ? null : (wholeNumber(expiresIn) ?? Math.floor(Number(expiresIn)));
  if (said !== null && Number.isSafeInteger(said))
    return said > 0 || /dynamic|dinamic|dinâmic/i.test(type ?? '') ? Math.max(0, said) : null;
  const until = Date.parse(expiresAt ?? '');
  return Number.isNaN(until) ? null : Math.max(0, Math.floor((until - Date.parse(asOf)) / 1000));
}
