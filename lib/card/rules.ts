import { saoPauloDay } from '#lib/core/dates.ts';
import { cardDigits, isCardNumber } from '#lib/core/masking/card-number.ts';
import type { CardCharge } from '#lib/providers/card-records.ts';

/** Codes of creditCardPayment.status that Guichê interprets. Other codes pass through unchanged. */
export const AUTHORIZED = 1;
export const PAID = 2;
export const PENDING = 12;
export const REVERSED: readonly number[] = [10, 11];
/** Nothing was charged and nothing will be. */
export const FAILED: readonly number[] = [0, 3, 13];

export const KINDS = {
  create: 'card-charge.create',
  reverse: 'card-charge.reverse',
  amount: 'recurrence.amount',
  deactivate: 'recurrence.deactivate',
  reactivate: 'recurrence.reactivate',
} as const;
export const CARD_KINDS: readonly string[] = Object.values(KINDS);

/** Cents not reversed yet. Null: the provider does not report the reversed amount. */
export function reversibleCents({ amount, refundedAmount, statusCode }: CardCharge): number | null {
  if (statusCode !== null && REVERSED.includes(statusCode)) return 0;
  return amount === null || refundedAmount === null ? null : Math.max(0, amount - refundedAmount);
}

/** A reversal is possible of a paid, authorised or unclear charge of which an amount remains. */
export function mayReverse(charge: CardCharge): boolean {
  const { statusCode } = charge;
  const ended = statusCode !== null && [...REVERSED, ...FAILED, PENDING].includes(statusCode);
  return !ended && reversibleCents(charge) !== 0;
}

/** Whether it will soon change by itself: authorised, or waiting for the institution. */
export const isWaiting = ({ statusCode }: CardCharge) => statusCode === AUTHORIZED || statusCode === PENDING;

export const hasOpenChargeback = ({ chargebacks }: CardCharge) =>
  chargebacks.some(({ status }) => /open|review|progress|pending/i.test(status ?? ''));

export type CardText = { number: string; holder: string; expiration: string; cvv: string };
type CardError = 'required' | 'card_number_invalid' | 'expiration_invalid' | 'card_expired' | 'cvv_invalid';

/** Errors of a card's fields, null for a valid one. `now` is epoch ms. Never repeats what was typed. */
export function cardErrors(card: CardText, now: number): Record<keyof CardText, CardError | null> {
  const number = cardDigits(card.number);
  return {
    number: number === '' ? 'required' : isCardNumber(number) ? null : 'card_number_invalid',
    holder: card.holder.trim() === '' ? 'required' : null,
    expiration: expirationError(card.expiration, now),
    cvv: card.cvv.trim() === '' ? 'required' : cvvFits(card.cvv.trim(), number) ? null : 'cvv_invalid',
  };
}

/** Four digits for cards starting with 34 or 37, three for all others. */
const cvvFits = (cvv: string, number: string) => (/^3[47]/.test(number) ? /^\d{4}$/ : /^\d{3}$/).test(cvv);

/** A card is valid until the end of its month. */
function expirationError(text: string, now: number): CardError | null {
  if (text.trim() === '') return 'required';
  const [, month, year] = /^(0[1-9]|1[0-2])\/(20\d{2})$/.exec(text.trim()) ?? [];
  if (month === undefined || year === undefined) return 'expiration_invalid';
  return `${year}-${month}` < saoPauloDay(now).slice(0, 7) ? 'card_expired' : null;
}

const SEPARATOR = /\s*[/.\u2010-\u2015-]\s*/;

/**
 * Inserts the slash while digits are typed: `0731` → `07/31`. A single digit before a slash is a month
 * (`1/31` → `01/31`). A leading year comes from a pasted date (`2031-01` → `01/2031`).
 */
export function expirationAsTyped(text: string): string {
  const [first = '', second, ...more] = text.trim().split(SEPARATOR);
  if (second !== undefined && more.length === 0 && /^20\d{2}$/.test(first) && /^\d{1,2}$/.test(second))
    return `${second.padStart(2, '0')}/${first}`;
  const month = second !== undefined && /^\d$/.test(first) ? `0${first}` : first;
  const digits = `${month}${second ?? ''}${more.join('')}`.replace(/\D/g, '').slice(0, 6);
  if (digits.length < 3) return digits.length === 2 && second !== undefined ? `${digits}/` : digits;
  return `${digits.slice(0, 2)}/${digits.slice(2)}`;
}

/** Completes the year: `07/31`, `7/31` → `07/2031`. */
export const wholeExpiration = (text: string) =>
  expirationAsTyped(text).replace(/^(\d{2})\/(\d{2})$/, '$1/20$2');
