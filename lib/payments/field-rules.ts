import { isInnerName, isLocalName } from '#lib/core/address-name.ts';
import { clean, type PastedKind } from '#lib/core/clean.ts';
import type { FieldError } from '#lib/core/form.ts';
import { looksLikeCode, readBrCode } from '#lib/core/pix/br-code.ts';
import { documentKind } from '#lib/core/pix/documents.ts';
import { directoryKey, type PixKeyKind } from '#lib/core/pix/pix-key.ts';

/** Field checks of the payment forms. Pages that only show payments do not load this module. */

/** The key in the directory's form, or as typed where it is not a key of this type. */
export const keyAsSent = (text: string, type: PixKeyKind): string =>
  directoryKey(text, type) ?? clean('key', text);

const KEY_ERRORS = {
  cpf: 'document_invalid',
  cnpj: 'document_invalid',
  phone: 'phone_invalid',
  email: 'key_invalid',
  evp: 'key_invalid',
} as const satisfies Record<PixKeyKind, FieldError>;

/** Error of a key of this type, judged by its form alone. The values are keys of `payments.errors`. */
export function keyError(text: string, type: PixKeyKind | null): FieldError {
  if (clean('key', text) === '') return 'required';
  if (receiverPaste(text) === 'code') return 'key_is_code';
  if (type === null) return 'key_unreadable';
  return directoryKey(text, type) === null ? KEY_ERRORS[type] : null;
}

/** The Pix code in a pasted text, or the reason it is invalid (`CODE_ERRORS`). */
export const readPastedCode = (text: string) => readBrCode(clean('code', text));

/** The Pix code in the form that is sent: if readable, without line breaks and invisible characters. */
export function codeAsSent(text: string): string {
  const code = readPastedCode(text);
  return typeof code === 'string' ? clean('code', text) : code.text;
}

/** Error of a Pix code that needs no provider to detect. */
export function codeError(text: string): FieldError {
  if (clean('code', text) === '') return 'required';
  const code = readPastedCode(text);
  return typeof code === 'string' ? code : null;
}

/** Whether a code also offers a recurrence (Pix Automático). */
export function offersRecurrence(text: string): boolean {
  const code = readPastedCode(text);
  return typeof code !== 'string' && code.recurrence !== null;
}

/** Kind of a transfer's receiver: a code, else a key or an account number. */
export const receiverPaste = (text: string): PastedKind =>
  looksLikeCode(clean('code', text)) ? 'code' : 'key';

/** Accepts an empty text, or a document with valid check digits. */
export function documentError(text: string): FieldError {
  return clean('document', text) === '' || documentKind(text) !== null ? null : 'document_invalid';
}

/** Accepts an empty text, or an address that a provider can call. */
export function callbackError(text: string): FieldError {
  const address = clean('address', text);
  if (address === '') return null;
  if (!URL.canParse(address)) return 'url_invalid';
  const { protocol, username, hostname } = new URL(address);
  if (!/^https?:$/.test(protocol) || username !== '') return 'url_invalid';
  return isInnerName(hostname) && !isLocalName(hostname) ? 'url_not_public' : null;
}

export const MOST_METADATA = 20;

const NAME = /^[\p{L}\p{N}_.-]{1,40}$/u;
const LONGEST = 200;

/** Parses `name: value` lines. Undefined: nothing typed. Null: unreadable, a duplicate, or too many. */
export function readMetadata(text: string): Record<string, string> | undefined | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) return undefined;
  const found = new Map<string, string>();
  for (const line of lines) {
    const at = line.search(/[:=]/);
    const [name, value] = [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    if (at < 0 || !NAME.test(name) || found.has(name)) return null;
    if (value === '' || value.length > LONGEST) return null;
    found.set(name, value);
  }
  return found.size > MOST_METADATA ? null : Object.fromEntries(found);
}

/** Error of free data that cannot be read. A draft stored by an older build has none. */
export const metadataError = (text: string | undefined): FieldError =>
  readMetadata(text ?? '') === null ? 'metadata_invalid' : null;
