import { maskDocument } from '#lib/core/masking/mask-forms.ts';
import { normalizeDocument } from '#lib/core/pix/documents.ts';

/**
 * Patterns of what identifies a person: a document, an e-mail, a phone, a random key. Each form has one
 * spelling, so that a keyed hash recognises it. A name counts only together with the visible part of a masked
 * document.
 */
const PATTERNS: readonly RegExp[] = [
  /(?<![0-9A-Za-z])\d{3}\.?\d{3}\.?\d{3}-?\d{2}(?![0-9A-Za-z])/g,
  /(?<![0-9A-Za-z])[0-9A-Za-z]{2}\.?[0-9A-Za-z]{3}\.?[0-9A-Za-z]{3}\/?[0-9A-Za-z]{4}-?\d{2}(?![0-9A-Za-z])/g,
  /[\w.%+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}/g,
  /\+?\d[\d ()-]{8,18}\d/g,
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi,
];
/** Deepest nesting to search: no honest provider sends anything deeper. */
const DEEPEST = 64;

/** 'João  SOUZA' → 'joao souza' */
export const folded = (name: string): string =>
  name.normalize('NFD').replace(/\p{M}/gu, '').trim().replace(/\s+/g, ' ').toLowerCase();

/** A phone's national number: '+55 (11) 99999-8888' → '11999998888'. */
export const nationalNumber = (phone: string): string =>
  phone.replace(/\D/g, '').replace(/^55(?=\d{10,11}$)/, '');

export const documentForm = (document: string): string => `document:${normalizeDocument(document)}`;

/** Forms of a document, an e-mail, a phone or a random key, however it is written. */
export function wordForms(word: string): string[] {
  if (word.includes('@')) return [`contact:${word.toLowerCase()}`];
  const digits = nationalNumber(word);
  const forms = [documentForm(word), `contact:${word.toLowerCase()}`];
  return digits.length >= 10 && digits.length <= 11 ? [...forms, `contact:${digits}`] : forms;
}

export const transactionForm = (accountId: string, id: string): string => `transaction:${accountId}:${id}`;

export const disputeForm = (accountId: string, id: string): string => `dispute:${accountId}:${id}`;

export const holderForm = (name: string, document: string): string =>
  `holder:${folded(name)}|${maskDocument(document)}`;

/**
 * Collects the forms of everything in a value that may identify somebody: its texts, its numbers, and each
 * name next to a document.
 */
export function formsIn(value: unknown, forms = new Set<string>(), depth = 0): Set<string> {
  if (depth > DEEPEST || value === null) return forms;
  if (typeof value === 'string' || typeof value === 'number') {
    for (const pattern of PATTERNS)
      for (const [word] of String(value).matchAll(pattern))
        for (const form of wordForms(word)) forms.add(form);
  } else if (typeof value === 'object') {
    const { name, document } = value as { name?: unknown; document?: unknown };
    if (typeof name === 'string' && typeof document === 'string') forms.add(holderForm(name, document));
    for (const [key, inner] of Object.entries(value)) {
      formsIn(key, forms, depth + 1);
      formsIn(inner, forms, depth + 1);
    }
  }
  return forms;
}

/** Returns the text with every match that `named` accepts replaced by `***`; the rest stays the same. */
export function without(text: string, named: (forms: () => readonly string[]) => boolean): string {
  return PATTERNS.reduce(
    (cleaned, pattern) => cleaned.replace(pattern, (word) => (named(() => wordForms(word)) ? '***' : word)),
    text,
  );
}
