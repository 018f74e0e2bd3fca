import { clean } from '#lib/core/clean.ts';
import { documentKind, formatDocument, normalizeDocument } from './documents.ts';

/** Document 1's words for a key's type (`withdrawPixType`), as people are offered them. */
export const PIX_KEY_KINDS = ['cpf', 'cnpj', 'phone', 'email', 'evp'] as const;
export type PixKeyKind = (typeof PIX_KEY_KINDS)[number];

const RANDOM = /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i;
const EMAIL = /^[^\s@]+@[^\s@]+$/;
const PHONE = /^\+\d{8,15}$/;
const PHONE_SIGNS = /[\s().\u2010-\u2015-]/g;

/** The type a key has by its shape; check digits are not asked, so that a mistyped one is still masked as one. */
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

/** A number of two digits of the area and nine (mobile) or eight (landline), as a bare text is recognised. */
const NATIONAL = /^[1-9][1-9](?:9\d{8}|[2-5]\d{7})$/;
/** The same with every number that was ever given out: mobiles of eight digits, radios. */
const ANY_NATIONAL = /^[1-9][1-9](?:9\d{8}|[2-9]\d{7})$/;
/** Without the country and the zero that is dialled before the area. */
const nationalOf = (digits: string) =>
  digits.replace(/^(?:00)?55(?=0?\d{10,11}$)/, '').replace(/^0(?=\d{10,11}$)/, '');
/** What follows the address in a link (`mailto:ana@loja.com?subject=…`) is no part of a domain. */
const ADDRESS = /^[^\s@]+@[^\s@?#/]+$/;
const RANDOM_PARTS = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/;

/**
 * The types that a typed key may have. A number of 11 places written bare may be a CPF or a phone (a landline with the
 * zero before its area only where the CPF's check digits do not hold): both, and the operator says which. None: not
 * readable yet.
 */
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

/**
 * A key in the directory's form (CPF and CNPJ without punctuation, `+55…`, lower-case e-mail, UUID), or null where it
 * is none of that type (check digits included). Without a type it is taken by its shape.
 */
export function directoryKey(text: string, type: string | null): string | null {
  const key = clean('key', text);
  const kinds = pixKeyKinds(key);
  const kind = (type ?? kinds[0])?.toLowerCase();
  if (kind === 'cpf' || kind === 'cnpj') return documentKind(key) === kind ? normalizeDocument(key) : null;
  if (kind === 'email') return ADDRESS.test(key) && key.length <= 77 ? key.toLowerCase() : null;
  if (kind === 'evp') return RANDOM.test(key) ? uuid(key) : null;
  return kind === 'phone' ? phone(key) : null;
}

/** As people read it: a document with its punctuation, any other key as it is. */
export function formatKey(key: string, type: string | null): string {
  return /^(cpf|cnpj)$/i.test(type ?? '') ? formatDocument(key) : key;
}

const uuid = (key: string) => key.replaceAll('-', '').toLowerCase().replace(RANDOM_PARTS, '$1-$2-$3-$4-$5');

/** With its country (ITU-T E.164) a number goes to the directory as it is; without, it is one of Brazil. */
function phone(key: string): string | null {
  const bare = key.replace(PHONE_SIGNS, '').replace(/^00(?=[1-9])/, '+');
  if (!/^\+?\d+$/.test(bare)) return null;
  if (bare.startsWith('+') && !bare.startsWith('+55')) return /^\+[1-9]\d{7,14}$/.test(bare) ? bare : null;
  const national = nationalOf(bare.replace('+', ''));
  return ANY_NATIONAL.test(national) ? `+55${national}` : null;
}
