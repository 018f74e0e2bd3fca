/** CPF (11 digits) and CNPJ (14 places, letters allowed in the first 12), with or without punctuation. */

export type DocumentKind = 'cpf' | 'cnpj';

const CPF = /^\d{11}$/;
const CNPJ = /^[0-9A-Z]{12}\d{2}$/;
/** Documents as the provider masks them: the middle of a CPF and the first places of a CNPJ stay. */
const MASKED_CPF = /^\*{3}(\d{3})(\d{3})\*{2}$/;
const MASKED_CNPJ = /^\*{2}([0-9A-Z]{3})([0-9A-Z]{3})\*{6}$/;
const SAME_THROUGHOUT = /^(.)\1*$/;

/** Punctuation and spaces removed, letters upper-cased: '12.abc.345/01de-35' → '12ABC34501DE35'. */
export function normalizeDocument(text: string): string {
  return text.replace(/[\p{P}\p{S}\p{Z}\p{C}]/gu, '').toUpperCase();
}

/** The kind of a document with valid check digits, else null. */
export function documentKind(text: string): DocumentKind | null {
  const document = normalizeDocument(text);
  if (SAME_THROUGHOUT.test(document)) return null;
  if (CPF.test(document)) return checks(document, 9, 11) ? 'cpf' : null;
  if (CNPJ.test(document)) return checks(document, 12, 9) ? 'cnpj' : null;
  return null;
}

/** The document with its punctuation if its shape is known; any other text unchanged. */
export function formatDocument(text: string): string {
  const document = normalizeDocument(text);
  if (CPF.test(document)) return document.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4');
  if (CNPJ.test(document)) return document.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5');
  return text.replace(MASKED_CPF, '***.$1.$2-**').replace(MASKED_CNPJ, '**.$1.$2/****-**');
}

/** Both check digits after `base` places; weights run 2, 3, … from the right and start again after `topWeight`. */
function checks(document: string, base: number, topWeight: number): boolean {
  return [base, base + 1].every(
    (length) => Number(document[length]) === checkDigit(document, length, topWeight),
  );
}

function checkDigit(document: string, length: number, topWeight: number): number {
  let sum = 0;
  for (let place = 0; place < length; place += 1) {
    const weight = 2 + ((length - 1 - place) % (topWeight - 1));
    // A character counts as its code − 48: digits as themselves, 'A' as 17 (alphanumeric CNPJ).
    sum += (document.charCodeAt(place) - 48) * weight;
  }
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}
