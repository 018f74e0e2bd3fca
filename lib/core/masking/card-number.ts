const DIGITS = /^\d{13,19}$/;

/** Removes the spaces, dashes and dots that people type or paste. */
export const cardDigits = (text: string) => text.replace(/[\s.-]/g, '');

/** True for 13 to 19 digits with a valid check digit (Luhn). */
export function isCardNumber(digits: string): boolean {
  if (!DIGITS.test(digits)) return false;
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place]);
    const doubled = place % 2 === 0 ? digit : digit * 2;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** Groups the digits as on the card: 4-6-5 if it begins with 34 or 37, else fours. */
export function groupedCard(text: string): string {
  const digits = text.replace(/\D/g, '').slice(0, 19);
  const parts = /^3[47]/.test(digits)
    ? [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10)]
    : (digits.match(/\d{1,4}/g) ?? []);
  return parts.filter((part) => part !== '').join(' ');
}

const RUN = /(?<!\d)\d(?:[ .-]?\d){12,18}(?!\d)/g;
const HIDDEN = '****';

/** Hides card numbers in a text, however they are grouped. */
export const maskCardNumbers = (text: string) =>
  text.replace(RUN, (run) => (isCardNumber(cardDigits(run)) ? HIDDEN : run));

/** Hides card numbers and these values, whatever their case and grouping; on an error, the whole text. */
export function withoutValues(text: string, values: readonly string[]): string {
  try {
    return values.reduce(withoutValue, maskCardNumbers(text));
  } catch {
    return HIDDEN;
  }
}

function withoutValue(text: string, value: string): string {
  const pattern = [...value.trim()]
    .map((character) => (/\s/.test(character) ? '\\s' : RegExp.escape(character)))
    .join('[ .-]?');
  if (pattern === '') return text;
  return text.replace(new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, 'giu'), HIDDEN);
}
