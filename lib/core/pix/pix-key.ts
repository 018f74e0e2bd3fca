import { clean } from '#lib/core/clean.ts';
import { documentKind, formatDocument, normalizeDocument } from './documents.ts';

/** Document 1's values of a key's type (`withdrawPixType`), in the order that operators see. */
export const PIX_KEY_KINDS = ['cpf', 'cnpj', 'phone', 'email', 'evp'] as const;
export type PixKeyKind = (typeof PIX_KEY_KINDS)[number];

const RANDOM = /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i;
const EMAIL = /^[^\s@]+@[^\s@]+$/;
const PHONE = /^\+\d{8,15}$/;
const PHONE_SIGNS = /[\s().\u2010-\u2015-]/g;

/** A key's type by its shape; check digits are ignored, so that mistyped documents are masked too. */
export function pixKeyKind(text: string): PixKeyKind | null {
  const key = text.trim();
  if (EMAIL.test(key)) return 'email';
  if (RANDOM.test(key)) return 'evp';
  if (PHONE.test(key.replace(PHONE_SIGNS, ''))) return 'phone';
  const document = normalizeDocument(key);
  if (/^\d{11}$/.test(document)) return 'cpf';
  if (/^[0-9A-Z]{12}\d{2}$/.test(document)) return 'cnpj';
  return null;
}

/** An area code and nine digits (mobile) or eight (landline), to recognise a number written bare. */
const NATIONAL = /^[1-9][1-9](?:9\d{8}|[2-5]\d{7})$/;
/** The same, with every number that was ever assigned: mobiles of eight digits, radios. */
const ANY_NATIONAL = /^[1-9][1-9](?:9\d{8}|[2-9]\d{7})$/;
/** Removes the country code and the zero dialled before the area code. */
const nationalOf = (digits: string) =>
  digits.replace(/^(?:00)?55(?=0?\d{10,11}$)/, '').replace(/^0(?=\d{10,11}$)/, '');
/** Excludes what follows the address in a link (`mailto:ana@loja.com?subject=…`). */
const ADDRESS = /^[^\s@]+@[^\s@?#/]+$/;
const RANDOM_PARTS = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/;

/** The types that a typed key may have; empty: not readable yet. Eleven digits may be a CPF or a phone. */
export function pixKeyKinds(text: string): PixKeyKind[] {
  const key = clean('key', text);
  const kind = pixKeyKind(key);
  if (kind === 'email' || kind === 'evp' || kind === 'phone' || kind === 'cnpj') return [kind];
  const isPhone = /^[\d\s().-]+$/.test(key) && NATIONAL.test(nationalOf(key.replace(/\D/g, '')));
  if (/^\d{3}\.\d{3}\.\d{3}-\d{2}$/.test(key)) return ['cpf'];
  const isCpf = documentKind(key) === 'cpf';
  if (/^\d{11}$/.test(key)) return NATIONAL.test(key) || (isPhone && !isCpf) ? ['cpf', 'phone'] : ['cpf'];
  if (isPhone) return isCpf && key.includes('.') ? ['cpf', 'phone'] : ['phone'];
  return kind === null ? [] : [kind];
}

/** A key in the directory's form; null if it is invalid for its type. Without a type its shape decides. */
export function directoryKey(text: string, type: string | null): string | null {
  const key = clean('key', text);
  const kinds = pixKeyKinds(key);
  const kind = (type ?? kinds[0])?.toLowerCase();
  if (kind === 'cpf' || kind === 'cnpj') return documentKind(key) === kind ? normalizeDocument(key) : null;
  if (kind === 'email') return ADDRESS.test(key) && key.length <= 77 ? key.toLowerCase() : null;
  if (kind === 'evp') return RANDOM.test(key) ? uuid(key) : null;
  return kind === 'phone' ? phone(key) : null;
}

/** Formats a key for display: a document with its punctuation, any other key unchanged. */
export function formatKey(key: string, type: string | null): string {
  return /^(cpf|cnpj)$/i.test(type ?? '') ? formatDocument(key) : key;
}

const uuid = (key: string) => key.replaceAll('-', '').toLowerCase().replace(RANDOM_PARTS, '$1-$2-$3-$4-$5');

/** A number with its country (ITU-T E.164) stays as it is; one without is Brazilian. */
function phone(key: string): string | null {
  const bare = key.replace(PHONE_SIGNS, '').replace(/^00(?=[1-9])/, '+');
  if (!/^\+?\d+$/.test(bare)) return null;
  if (bare.startsWith('+') && !bare.startsWith('+55')) return /^\+[1-9]\d{7,14}$/.test(bare) ? bare : null;
  const national = nationalOf(bare.replace('+', ''));
  return ANY_NATIONAL.test(national) ? `+55${national}` : null;
}
