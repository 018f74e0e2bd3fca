import { clean, type PastedKind, strangeSign } from '#lib/core/clean.ts';
import { pasteOf } from '#lib/list/list.ts';
import { centsToDecimal, parseTypedBrl } from '#lib/money.ts';
import { normalizeDocument } from '#lib/pix/documents.ts';
import { endToEndSpellings } from '#lib/pix/end-to-end-id.ts';
import { readDocument } from '#lib/transactions/paste.ts';
import { boundsIn, type Change, removal, type TextField, type Values } from './typed.ts';

/** How an editor writes and reads a filter; nobody needs it before one is open. */

export const typedAmount = (cents: number | null) =>
  cents === null ? '' : centsToDecimal(cents).replace('.', ',');

/** The kind of thing that people paste into a filter's field; null: a name, which stays as it was typed. */
export const pastedInto = (field: TextField): PastedKind | null =>
  field.kind === 'personal' && field.form !== 'document' ? null : pasteOf(field);

/** A typed filter as a change, or the name of what is wrong with it. Empty text takes the filter away. */
export function readTyped(
  field: TextField,
  typed: string,
): Change | { fault: 'endToEndId' | 'document' | 'sign' | 'tooShort' } {
  const paste = pastedInto(field);
  const plain = paste === null ? typed.trim() : clean(paste, typed);
  const text = endToEndSpellings(plain)[0] ?? plain;
  if (text === '') return removal(field);
  const { form, name } = field;
  if (paste !== null && strangeSign(paste, text) !== null) return { fault: 'sign' };
  if (form === 'document' && readDocument(text)?.ok !== true) return { fault: 'document' };
  if (form === 'endToEndId' && !/^[ED][0-9A-Za-z]{31}$/.test(text)) return { fault: 'endToEndId' };
  if (text.length < field.least) return { fault: 'tooShort' };
  if (field.kind === 'text') return { filters: { [name]: text } };
  return { store: { [name]: form === 'document' ? normalizeDocument(text) : text } };
}

/** Two typed amounts as a change, or what is wrong with them. */
export function readBounds(
  field: { exact: boolean },
  typed: { from: string; to: string },
): { filters: Values } | { fault: 'amount' | 'amountZero' | 'crossed' } {
  const read = (text: string) => (text.trim() === '' ? null : (parseTypedBrl(text) ?? Number.NaN));
  const [from, to] = [read(typed.from), read(typed.to)];
  if (Number.isNaN(from) || Number.isNaN(to)) return { fault: 'amount' };
  if (from === 0 || to === 0) return { fault: 'amountZero' };
  if (from !== null && to !== null && from > to) return { fault: 'crossed' };
  return { filters: boundsIn(field, from, to) };
}
