import { isInnerName, isLocalName } from '#lib/core/address-name.ts';
import { clean, type PastedKind } from '#lib/core/clean.ts';
import type { FieldError } from '#lib/core/form.ts';
import { looksLikeCode, readBrCode } from '#lib/core/pix/br-code.ts';
import { documentKind } from '#lib/core/pix/documents.ts';
import { directoryKey, type PixKeyKind } from '#lib/core/pix/pix-key.ts';

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

export const MOST_METADATA = 20;

const NAME = /^[\p{L}\p{N}_.-]{1,40}$/u;

const LONGEST = 200;

/**
 * Document 2's free key-value data, as it is typed: one `name: value` a line. Undefined: nothing was typed; null: a
 * line cannot be read, a name stands twice, or there are too many.
 */
export function readMetadata(text: string): Record<string, string> | undefined | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) return undefined;
  const entries = lines.map((line) => {
    const at = line.search(/[:=]/);
    return at < 0 ? null : ([line.slice(0, at).trim(), line.slice(at + 1).trim()] as const);
  });
  const names = new Set<string>();
  for (const entry of entries) {
    if (entry === null || !NAME.test(entry[0]) || names.has(entry[0])) return null;
    if (entry[1] === '' || entry[1].length > LONGEST) return null;
    names.add(entry[0]);
  }
  return names.size > MOST_METADATA ? null : Object.fromEntries(entries as (readonly [string, string])[]);
}
