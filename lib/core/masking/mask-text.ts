/**
 * Masks personal data found inside text by its pattern: provider messages, bodies, descriptions, references.
 */
import { documentKind } from '../pix/documents.ts';
import { isCompany, maskDocument, maskEmail, maskKeyInPlace, maskPerson, maskPhone } from './mask-forms.ts';

/** Which numbers to mask: `any` of 11 or 14 digits, or only those with valid check digits. */
export type Strictness = 'any' | 'valid';

// All repetitions are bounded: these patterns run over provider text of any length.
const EMAIL = /[^\s@<>"'`,;:()[\]{}/?=&|\\]{1,64}(@|%40)((?:[A-Za-z0-9*-]{1,63}\.){1,6}[A-Za-z]{2,24})/g;
const WRITTEN_CNPJ = /(?<![\w*])[0-9A-Za-z]{2}\.[0-9A-Za-z]{3}\.[0-9A-Za-z]{3}\/[0-9A-Za-z]{4}-\d{2}(?!\w)/g;
const WRITTEN_CPF = /(?<![\w*])\d{3}[. ]\d{3}[. ]\d{3}[-. ]\d{2}(?!\w)/g;
const PLAIN = /(?<![0-9A-Za-z])(?:\d{11}|[0-9A-Z]{12}\d{2})(?![0-9A-Za-z])/gi;
const AFTER_ITS_WORD = /(?<=cpf|cnpj|doc)(?:\d{14}|\d{11})(?!\d)/gi;
const PHONES = [
  /(?<![\w+*])\+\d[\d ().-]{6,18}\d(?!\w)/g,
  /(?<!\w)\(\d{2}\) ?9?[ .-]?\d{4}[ .-]?\d{4}(?!\w)/g,
  /(?<!\w)\d{2} 9?[ .-]?\d{4}-\d{4}(?!\w)/g,
  /(?<!\w)55\d{10,11}(?!\w)/g,
];
const CODE = /br\.gov\.bcb\.pix/i;
/** Any of these patterns; most texts have none, and one test is cheaper than nine. */
const ANY = new RegExp(
  [
    '@|%40',
    ...[CODE, WRITTEN_CNPJ, WRITTEN_CPF, PLAIN, AFTER_ITS_WORD, ...PHONES].map((one) => one.source),
  ].join('|'),
  'i',
);

/** Every pattern needs two digits in a row, or an @. */
const worthReading = (text: string) => /@|\d\d/.test(text) && ANY.test(text);

/**
 * Masks documents, e-mails, phones and the keys inside copy-and-paste codes. Masks a person's name only
 * inside codes, and not if `names` is true.
 */
export function maskPatterns(text: string, options: { names: boolean; numbers: Strictness }): string {
  if (!worthReading(text)) return text;
  const codes = maskCodes(text, options.names);
  // EMAIL is the most expensive of these patterns: it runs only if there is an @.
  let masked = (/@|%40/.test(codes) ? codes.replace(EMAIL, maskEmailInText) : codes)
    .replace(WRITTEN_CNPJ, maskDocument)
    .replace(WRITTEN_CPF, maskDocument)
    .replace(AFTER_ITS_WORD, maskDocument);
  for (const phone of PHONES) masked = masked.replace(phone, (found) => maskPhone(found));
  return masked.replace(PLAIN, (found) => maskPlain(found, options.numbers));
}

/** Masks a reference, an id or an address for all readers: only what is proven to be personal data. */
export function maskReference(text: string): string {
  return maskPatterns(text, { names: false, numbers: 'valid' });
}

/** Masks only documents with valid check digits; what merely looks like one stays. */
export function maskDocumentsIn(text: string): string {
  if (!/\d\d/.test(text)) return text;
  const proven = (found: string) =>
    documentKind(found.replace(/[^0-9A-Za-z]/g, '').toUpperCase()) === null ? found : maskDocument(found);
  return text.replace(WRITTEN_CNPJ, proven).replace(WRITTEN_CPF, proven).replace(PLAIN, proven);
}

function maskEmailInText(found: string, at: string): string {
  return at === '@' ? maskEmail(found) : maskEmail(found.replace(/%40(?!.*%40)/, '@')).replace('@', at);
}

function maskPlain(found: string, numbers: Strictness): string {
  // 14 letters and digits are mostly an id. To count as a CNPJ they need capitals and valid check digits.
  const proven = !/[a-z]/.test(found) && documentKind(found) !== null;
  return proven || (numbers === 'any' && /^\d+$/.test(found)) ? maskDocument(found) : found;
}

const KEY_IN_CODE = /(br\.gov\.bcb\.pix01)(\d{2})/gi;
const NAME_IN_CODE = /(5802BR59)(\d{2})/g;
const CHECKSUM = /6304[0-9A-Fa-f]{4}(?![0-9A-Za-z])/g;

/**
 * Masks the receiver's key and name in a static copy-and-paste code. Both keep their length and the checksum
 * is hidden: the text still reads as a code but cannot be paid. Works on cut codes too.
 */
function maskCodes(text: string, names: boolean): string {
  if (!CODE.test(text)) return text;
  let company = false;
  let masked = replaceCounted(text, KEY_IN_CODE, (key) => {
    company ||= /^[0-9A-Z*]{14}$/i.test(key);
    return maskKeyInPlace(key);
  });
  if (!names && !company) {
    masked = replaceCounted(masked, NAME_IN_CODE, (name) =>
      isCompany(name) ? name : maskPerson(name).padEnd(name.length, '*').slice(0, name.length),
    );
  }
  return masked === text ? text : masked.replace(CHECKSUM, '6304****');
}

/** Replaces the text after each match: as many characters as its two digits say, or as remain. */
function replaceCounted(text: string, before: RegExp, mask: (value: string) => string): string {
  let done = '';
  let from = 0;
  for (const match of text.matchAll(before)) {
    const start = match.index + match[0].length;
    const end = Math.min(start + Number(match[2]), text.length);
    if (match.index < from) continue;
    done += text.slice(from, start) + mask(text.slice(start, end));
    from = end;
  }
  return done + text.slice(from);
}
