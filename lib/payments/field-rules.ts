import type { FieldError } from '#lib/form.ts';
import { looksLikeCode, readBrCode } from '#lib/pix/br-code.ts';
import { documentKind, normalizeDocument } from '#lib/pix/documents.ts';
import { type PixKeyKind, pixKeyKind } from '#lib/pix/pix-key.ts';

/** Faults of the fields of a payment's form; pages that only show payments do without it. */

const DIGITS = (text: string) => text.replace(/\D/g, '');

/** A key as the services take it: documents bare, phones with +55, the rest in small letters. */
export function keyAsSent(text: string, type: PixKeyKind): string {
  const typed = text.trim();
  if (type === 'cpf' || type === 'cnpj') return normalizeDocument(typed);
  if (type !== 'phone') return typed.toLowerCase();
  const digits = DIGITS(typed);
  if (typed.startsWith('+')) return `+${digits}`;
  return /^55\d{10,11}$/.test(digits) ? `+${digits}` : `+55${digits}`;
}

/** The fault of a key of this type; the names are keys of `payments.faults`. */
export function keyFault(text: string, type: PixKeyKind | null): FieldError {
  if (text.trim() === '') return 'required';
  if (looksLikeCode(text)) return 'key_is_code';
  if (type === null) return 'key_unreadable';
  const key = keyAsSent(text, type);
  if (type === 'cpf' || type === 'cnpj') return documentKind(key) === type ? null : 'document_invalid';
  if (type === 'phone') return /^\+\d{10,15}$/.test(key) ? null : 'phone_invalid';
  return pixKeyKind(key) === type ? null : 'key_invalid';
}

/** A Pix code as it is sent: without line breaks and invisible signs where it can be read. */
export function codeAsSent(text: string): string {
  const code = readBrCode(text);
  return typeof code === 'string' ? text.trim() : code.text;
}

/** The reason that a Pix code is refused for, before any provider reads it. */
export function codeFault(text: string): FieldError {
  if (text.trim() === '') return 'required';
  const code = readBrCode(text);
  return typeof code === 'string' ? code : null;
}

/** Tells if a code pays and offers a recurrence (Pix Automático) besides. */
export function offersRecurrence(text: string): boolean {
  const code = readBrCode(text);
  return typeof code !== 'string' && code.recurrence !== null;
}

/** Empty or with check digits that hold. */
export function documentFault(text: string): FieldError {
  return text.trim() === '' || documentKind(text) !== null ? null : 'document_invalid';
}

/** An address that a provider can call; empty is none. */
export function callbackFault(text: string): FieldError {
  const typed = text.trim();
  if (typed === '') return null;
  try {
    const { protocol, username } = new URL(typed);
    return (protocol === 'https:' || protocol === 'http:') && username === '' ? null : 'url_invalid';
  } catch {
    return 'url_invalid';
  }
}
