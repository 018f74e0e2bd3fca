import { isInnerName, isLocalName } from '#lib/core/address-name.ts';
import { clean, type PastedKind } from '#lib/core/clean.ts';
import type { FieldError } from '#lib/form.ts';
import { looksLikeCode, readBrCode } from '#lib/pix/br-code.ts';
import { documentKind } from '#lib/pix/documents.ts';
import { directoryKey, type PixKeyKind } from '#lib/pix/pix-key.ts';

/** Faults of the fields of a payment's form; pages that only show payments do without it. */

/** A key in the directory's form; as it was typed where it is none of this type. */
export const keyAsSent = (text: string, type: PixKeyKind): string =>
  directoryKey(text, type) ?? clean('key', text);

const KEY_FAULTS = {
  cpf: 'document_invalid',
  cnpj: 'document_invalid',
  phone: 'phone_invalid',
  email: 'key_invalid',
  evp: 'key_invalid',
} as const satisfies Record<PixKeyKind, FieldError>;

/** The fault of a key of this type, by the directory's form alone; the names are keys of `payments.faults`. */
export function keyFault(text: string, type: PixKeyKind | null): FieldError {
  if (clean('key', text) === '') return 'required';
  if (receiverPaste(text) === 'code') return 'key_is_code';
  if (type === null) return 'key_unreadable';
  return directoryKey(text, type) === null ? KEY_FAULTS[type] : null;
}

/** The Pix code in a pasted text, or why it is refused (`CODE_FAULTS`). */
export const readPastedCode = (text: string) => readBrCode(clean('code', text));

/** A Pix code as it is sent: without line breaks and invisible signs where it can be read. */
export function codeAsSent(text: string): string {
  const code = readPastedCode(text);
  return typeof code === 'string' ? clean('code', text) : code.text;
}

/** The reason that a Pix code is refused for, before any provider reads it. */
export function codeFault(text: string): FieldError {
  if (clean('code', text) === '') return 'required';
  const code = readPastedCode(text);
  return typeof code === 'string' ? code : null;
}

/** Tells if a code pays and offers a recurrence (Pix Automático) besides. */
export function offersRecurrence(text: string): boolean {
  const code = readPastedCode(text);
  return typeof code !== 'string' && code.recurrence !== null;
}

/** A transfer's receiver: a code, else a key or an account's number. */
export const receiverPaste = (text: string): PastedKind =>
  looksLikeCode(clean('code', text)) ? 'code' : 'key';

/** Empty or with check digits that hold. */
export function documentFault(text: string): FieldError {
  return clean('document', text) === '' || documentKind(text) !== null ? null : 'document_invalid';
}

/** An address that a provider can call; empty is none. */
export function callbackFault(text: string): FieldError {
  const address = clean('address', text);
  if (address === '') return null;
  if (!URL.canParse(address)) return 'url_invalid';
  const { protocol, username, hostname } = new URL(address);
  if (!/^https?:$/.test(protocol) || username !== '') return 'url_invalid';
  return isInnerName(hostname) && !isLocalName(hostname) ? 'url_not_public' : null;
}
