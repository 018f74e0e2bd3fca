import { normalizeDocument } from './documents.ts';

/** Document 1's words for a key's type (`withdrawPixType`). */
export type PixKeyKind = 'cpf' | 'cnpj' | 'email' | 'phone' | 'evp';

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
