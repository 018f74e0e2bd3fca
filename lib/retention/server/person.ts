import 'server-only';
import { lookupTable } from '#lib/core/lookup-table.ts';
import { fieldKind, relatedDocument } from '#lib/core/masking/mask.ts';
import { maskDocument } from '#lib/core/masking/mask-forms.ts';
import { formatDocument, normalizeDocument } from '#lib/core/pix/documents.ts';
import {
  documentForm,
  folded,
  holderForm,
  nationalNumber,
  wordForms,
} from '#lib/data/erasure/erased-index.ts';

/** The person to erase: document, and names and contacts stored with it. Never stored, never logged. */
export type Person = { document: string; names: Set<string>; contacts: Set<string> };

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const FULL_NAME = /\p{L}{2}[\p{L}'.]*\s+.*\p{L}{2}/u;
const plain = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** Whether a field is this document, also in the form `{ type, number }`. */
function holds(value: unknown, document: string): boolean {
  if (isObject(value))
    return Object.values(value).some((inner) => normalizeDocument(plain(inner)) === document);
  return normalizeDocument(plain(value)) === document;
}

/**
 * Collects names, e-mails, phones and keys of the document's owner: fields of the same object with the same
 * stem (`payerName` with `payerDocument`), and the key of a payment this person receives. `alone`: the value
 * is about one person, so every field counts.
 */
export function learn(person: Person, value: unknown, { alone }: { alone: boolean }): void {
  if (!isObject(value)) return;
  const entries = Object.entries(value as Fields);
  if (alone) for (const [field, own] of entries) take(person, field, own);
  for (const [field, own] of entries) {
    if (!holds(own, person.document) || Array.isArray(value)) continue;
    const stem = field.replace(/_?(?:document|documento|cpf|cnpj|tax_?id).*$/i, '').toLowerCase();
    for (const [other, related] of entries)
      if (other.toLowerCase().startsWith(stem)) take(person, other, related);
  }
  const { receiver } = value as Fields;
  if (isObject(receiver) && Object.values(receiver).some((own) => holds(own, person.document)))
    for (const [field, own] of entries) if (fieldKind(field) === 'key') take(person, field, own);
  for (const [, inner] of entries) learn(person, inner, { alone });
}

function take(person: Person, field: string, value: unknown): void {
  const text = plain(value).trim();
  // A masked text identifies nobody.
  if (text === '' || text.includes('*')) return;
  const kind = fieldKind(field);
  if (kind === 'name' && FULL_NAME.test(text)) person.names.add(text);
  const contact = kind === 'email' || kind === 'phone' || kind === 'key';
  if (contact && text.length >= 8 && normalizeDocument(text) !== person.document) person.contacts.add(text);
}

/** Finds the person's names that also belong to another document. Such a name alone does not identify. */
export function othersNames(person: Person, value: unknown, found: Set<string>): void {
  if (!isObject(value)) return;
  for (const [field, own] of Object.entries(value as Fields)) {
    othersNames(person, own, found);
    if (typeof own !== 'string') continue;
    const document = normalizeDocument(relatedDocument(field, value as Fields) ?? '');
    if (!/^(?:\d{11}|[0-9A-Z]{12}\d{2})$/.test(document) || document === person.document) continue;
    for (const name of person.names) if (folded(name) === folded(own)) found.add(name);
  }
}

/** Forms that identify the person in later records. They are stored only as keyed hashes. */
export function formsOf({ document, names, contacts }: Person): string[] {
  const holders = [...names].map((name) => holderForm(name, maskDocument(document)));
  return [documentForm(document), ...[...contacts].flatMap(wordForms), ...holders];
}

const LETTERS = lookupTable({
  a: 'aáàâãäAÁÀÂÃÄ',
  c: 'cçCÇ',
  e: 'eéèêëEÉÈÊË',
  i: 'iíìîïIÍÌÎÏ',
  n: 'nñNÑ',
  o: 'oóòôõöOÓÒÔÕÖ',
  u: 'uúùûüUÚÙÛÜ',
});
/** Not `RegExp.escape`: PostgreSQL reads digits that follow its `\\x2d` as part of the escape. */
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** The JSON escape of a non-ASCII letter (Latin-1 to Latin Extended-B). */
const ESCAPE = '\\\\u0[0-2][0-9a-fA-F]{2}';
/** Pattern of one code point of a name (NFC), with and without its accent, in either case. */
function letter(one: string): string {
  const base = folded(one);
  const vowels = LETTERS[base] === undefined ? [] : [`[${LETTERS[base]}]`, ESCAPE];
  if (/[\0-\x7f]/.test(one)) return vowels.length === 0 ? escaped(base) : `(?:${vowels.join('|')})`;
  const spellings = [base, one, one.toLowerCase(), one.toUpperCase()].map(escaped);
  return `(?:${[...new Set([...vowels, ESCAPE, ...spellings])].join('|')})`;
}
const APART = '[^0-9A-Za-z]{0,2}';

/** One expression for document, names and contacts, valid in PostgreSQL (`~*`) and JavaScript (`i`). */
export function patternOf({ document, names, contacts }: Person): string {
  const spaced = (text: string) => [...text].join(APART);
  const parts = [spaced(normalizeDocument(document)), escaped(formatDocument(document))];
  for (const contact of contacts) {
    const digits = nationalNumber(contact);
    parts.push(
      contact.includes('@') || digits.length < 10 || /[a-z]/i.test(contact)
        ? escaped(contact)
        : spaced(digits),
    );
  }
  for (const name of names)
    parts.push(
      name
        .normalize('NFC')
        .trim()
        .split(/\s+/)
        .map((word) => [...word].map(letter).join(''))
        .join('\\s+'),
    );
  return `(?:${parts.join('|')})`;
}
