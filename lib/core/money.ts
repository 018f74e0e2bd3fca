import { clean } from '#lib/core/clean.ts';

/** Brazilian reais as integer cents. No amount is ever a float: digits are handled as text. */

export type WireAmount = {
  cents: number;
  /** The original text, only if it had more than two significant decimals. */
  exact?: string;
};

const WIRE = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
/** Nearly every amount: at most two decimals, and far below the safe limit. */
const PLAIN = /^(-?)(\d{1,13})(?:\.(\d{1,2}))?$/;
const LONGEST_TEXT = 400;
/** Reais with more digits than this can never be safe integer cents. */
const MOST_WHOLE_DIGITS = 15;
const MAX_CENTS = BigInt(Number.MAX_SAFE_INTEGER);

/** Text of a JSON number or string → cents, rounded half away from zero; null if no safe integer fits. */
export function decimalToCents(text: unknown): WireAmount | null {
  if (typeof text !== 'string' || text.length > LONGEST_TEXT) return null;
  const plain = PLAIN.exec(text);
  if (plain !== null) {
    const [, sign = '', whole = '', fraction = ''] = plain;
    const cents = Number(whole + fraction.padEnd(2, '0'));
    return { cents: sign === '-' && cents > 0 ? -cents : cents };
  }
  const match = WIRE.exec(text);
  if (match === null) return null;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const digits = (whole + fraction).replace(/^0+/, '');
  if (digits === '') return { cents: 0 };
  const scale = fraction.length - Number(exponent);
  if (digits.length - scale > MOST_WHOLE_DIGITS) return null;

  const { inCents, dropped } = splitAtCents(digits, scale);
  const rounded = BigInt(inCents) + (/^[5-9]/.test(dropped) ? 1n : 0n);
  if (rounded > MAX_CENTS) return null;
  const cents = sign === '-' && rounded > 0n ? -Number(rounded) : Number(rounded);
  return /[1-9]/.test(dropped) ? { cents, exact: text } : { cents };
}

/** Splits digits with a scale (places after the point) into the digits of the cents and those after them. */
function splitAtCents(digits: string, scale: number): { inCents: string; dropped: string } {
  const surplus = scale - 2;
  if (surplus <= 0) return { inCents: digits + '0'.repeat(-surplus), dropped: '' };
  if (surplus > digits.length) return { inCents: '0', dropped: `0${digits}` };
  const cut = digits.length - surplus;
  return { inCents: digits.slice(0, cut) || '0', dropped: digits.slice(cut) };
}

/** Cents → decimal text with two places, as providers take it: 1 → '0.01', -5 → '-0.05'. */
export function centsToDecimal(cents: number): string {
  const { negative, reais, rest } = split(cents);
  return `${negative ? '-' : ''}${reais}.${rest}`;
}

export type MoneyParts = { sign: '' | '−'; reais: string; cents: string };

/** The parts of an amount that pages style; the sign is U+2212. -123456 → { '−', '1.234', '56' }. */
export function moneyParts(cents: number): MoneyParts {
  const { negative, reais, rest } = split(cents);
  return { sign: negative ? '−' : '', reais: grouped(reais), cents: rest };
}

const grouped = (reais: string): string => reais.replace(/\B(?=(?:\d{3})+$)/g, '.');

/** The parts of a decimal text in reais, with all its decimals. '-1234.0035' → { '−', '1.234', '0035' }. */
export function decimalParts(text: string): MoneyParts | null {
  const [, sign, reais, cents] = /^(-?)(\d+)\.(\d{2,})$/.exec(text) ?? [];
  if (reais === undefined || cents === undefined) return null;
  return { sign: sign ? '−' : '', reais: grouped(reais), cents };
}

/** 123456 → 'R$ 1.234,56'; -5 → '−R$ 0,05', in both languages. The space is U+00A0: no line breaks in it. */
export function formatBrl(cents: number): string {
  const parts = moneyParts(cents);
  return `${parts.sign}R$\u00a0${parts.reais},${parts.cents}`;
}

/** The same with a plain space, for text that leaves the page: a defense, a message, an answer of the API. */
export const plainBrl = (cents: number): string => formatBrl(cents).replace('\u00a0', ' ');

/** Replaces the plain space in each amount of a text, so that no line breaks in it. */
export const nonBreakingAmounts = (text: string): string => text.replace(/R\$ (?=\d)/g, 'R$\u00a0');

/** Millionths of a real in a cent. */
const PER_CENT = 10_000;

/** An amount in millionths of a real: `exact` to six decimals if it is given, else the cents. Sums lose nothing. */
export function millionthsOf(cents: number, exact?: string): number {
  const match = exact === undefined ? null : /^(-?)(\d+)\.(\d+)$/.exec(exact);
  if (match === null) return cents * PER_CENT;
  const [, sign = '', whole = '', fraction = ''] = match;
  const value = Number(whole) * 1_000_000 + Number(fraction.slice(0, 6).padEnd(6, '0'));
  return sign === '-' ? -value : value;
}

/** Millionths of a real → cents, half away from zero. */
export function sumCents(millionths: number): number {
  return Math.sign(millionths) * Math.round(Math.abs(millionths) / PER_CENT);
}

function split(cents: number): { negative: boolean; reais: string; rest: string } {
  if (!Number.isSafeInteger(cents)) throw new RangeError('an amount is a safe integer of cents');
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return { negative: cents < 0, reais: digits.slice(0, -2), rest: digits.slice(-2) };
}

/** Whole reais grouped in threes by a character that never separates decimals. */
const GROUPED = String.raw`\d{1,3}(?: \d{3})+|\d{1,3}(?:['’]\d{3})+`;
const TYPED = [
  // '1.234,56', '1234,5', '1.234', '1 234,56' (in Brazil, dots group).
  new RegExp(String.raw`^(\d+|\d{1,3}(?:\.\d{3})+|${GROUPED})(?:,(\d{1,2}))?$`),
  // '1234.56', '1,234.56', "1'234.5": a dot before one or two last digits cannot be grouping.
  new RegExp(String.raw`^(\d+|\d{1,3}(?:,\d{3})+|${GROUPED})\.(\d{1,2})$`),
  // '1,234,567': two commas cannot separate decimals.
  /^(\d{1,3}(?:,\d{3}){2,})$/,
];
const WITH_CURRENCY = /^([-+]?) ?(?:(?:R\$|BRL) ?([\d.,'’ ]+)|([\d.,'’ ]+?)(?: ?(?:R\$|BRL|reais))?)$/iu;

/** Reads cents from typed or pasted text; null unless it has exactly one reading. */
export function parseTypedBrl(text: string): number | null {
  const [, sign, after, before] = WITH_CURRENCY.exec(clean('amount', text)) ?? [];
  const number = after ?? before ?? '';
  const parts = TYPED.map((form) => form.exec(number)).find((found) => found !== null);
  if (!parts) return null;
  const [, whole = '', fraction = '0'] = parts;
  const amount = decimalToCents(`${whole.replace(/\D/g, '')}.${fraction}`);
  if (amount === null) return null;
  return sign === '-' && amount.cents > 0 ? -amount.cents : amount.cents;
}

/** Cents; null: no bound. */
export type AmountBounds = { min: number | null; max: number | null };

/** Reads a typed amount; cents are null if it is empty, unreadable or not above zero. */
export function readAmount(
  text: string,
  { min, max }: AmountBounds,
): { cents: number | null; error: string | null } {
  if (text.trim() === '') return { cents: null, error: 'required' };
  const cents = parseTypedBrl(text);
  if (cents === null) return { cents: null, error: 'amount_unreadable' };
  if (cents <= 0) return { cents: null, error: 'amount_zero' };
  if (min !== null && cents < min) return { cents, error: 'below_minimum' };
  if (max !== null && cents > max) return { cents, error: 'above_maximum' };
  return { cents, error: null };
}
