import { documentKind, formatDocument, normalizeDocument } from './documents.ts';

/** Document 1's words for a key's type (`withdrawPixType`), as people are offered them. */
export const PIX_KEY_KINDS = ['cpf', 'cnpj', 'phone', 'email', 'evp'] as const;
export type PixKeyKind = (typeof PIX_KEY_KINDS)[number];

const RANDOM = /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i;
const EMAIL = /^[^\s@]+@[^\s@]+$/;
const PHONE = /^\+\d{8,15}$/;

/** The type a key has by its shape; check digits are not asked, so that a mistyped one is still masked as one. */
export function pixKeyKind(text: string): PixKeyKind | null {
  const key = text.trim();
  if (EMAIL.test(key)) return 'email';
  if (RANDOM.test(key)) return 'evp';
  if (PHONE.test(key.replace(/[\s()-]/g, ''))) return 'phone';
  const document = normalizeDocument(key);
  if (/^\d{11}$/.test(document)) return 'cpf';
  if (/^[0-9A-Z]{12}\d{2}$/.test(document)) return 'cnpj';
  return null;
}

/** National numbers: two digits of the area, then nine (mobile) or eight (landline). */
const NATIONAL = /^[1-9][1-9](?:9\d{8}|[2-5]\d{7})$/;
const withoutCountry = (digits: string) => (/^55\d{10,11}$/.test(digits) ? digits.slice(2) : digits);
const RANDOM_PARTS = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/;

/**
 * The types that a typed key may have. A number of 11 places written bare may be a CPF or a mobile phone: both, and
 * the operator says which. None: not readable yet.
 */
export function pixKeyKinds(text: string): PixKeyKind[] {
  const key = text.trim();
  const digits = key.replace(/\D/g, '');
  const kind = pixKeyKind(key);
  if (kind === 'email' || kind === 'evp' || kind === 'phone' || kind === 'cnpj') return [kind];
  if (/^\d{11}$/.test(key)) return NATIONAL.test(key) ? ['cpf', 'phone'] : ['cpf'];
  if (/^\d{3}\.\d{3}\.\d{3}-\d{2}$/.test(key)) return ['cpf'];
  if (/^[\d\s()-]+$/.test(key) && NATIONAL.test(withoutCountry(digits))) return ['phone'];
  return kind === null ? [] : [kind];
}

/**
 * A key in the directory's form (CPF and CNPJ without punctuation, `+55…`, lower-case e-mail, UUID), or null where it
 * is none of that type (check digits included). Without a type it is taken by its shape.
 */
export function directoryKey(text: string, type: string | null): string | null {
  const key = text.trim();
  const kinds = pixKeyKinds(key);
  const kind = (type ?? kinds[0])?.toLowerCase();
  if (kind === 'cpf' || kind === 'cnpj') return documentKind(key) === kind ? normalizeDocument(key) : null;
  if (kind === 'email') return EMAIL.test(key) && key.length <= 77 ? key.toLowerCase() : null;
  if (kind === 'evp') return RANDOM.test(key) ? uuid(key) : null;
  return kind === 'phone' ? phone(key) : null;
}

/** As people read it: a document with its punctuation, any other key as it is. */
export function formatKey(key: string, type: string | null): string {
  return /^(cpf|cnpj)$/i.test(type ?? '') ? formatDocument(key) : key;
}

const uuid = (key: string) => key.replaceAll('-', '').toLowerCase().replace(RANDOM_PARTS, '$1-$2-$3-$4-$5');

function phone(key: string): string | null {
  if (/[^\d\s()+-]/.test(key)) return null;
  const digits = key.replace(/\D/g, '');
  if (key.startsWith('+')) {
    if (digits.startsWith('55')) return NATIONAL.test(digits.slice(2)) ? `+${digits}` : null;
    return PHONE.test(`+${digits}`) ? `+${digits}` : null;
  }
  const national = withoutCountry(digits);
  return NATIONAL.test(national) ? `+55${national}` : null;
}
