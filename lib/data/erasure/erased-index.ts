import 'server-only';
import { createHmac } from 'node:crypto';
import { deriveKey, masterSecrets } from '#lib/core/env/secret.ts';
import { maskDocument } from '#lib/core/masking/mask-forms.ts';
import { perProcess } from '#lib/core/per-process.ts';
import { normalizeDocument } from '#lib/core/pix/documents.ts';
import { createCache, monotonicNow } from '#lib/data/cache.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { dbNow } from '#lib/data/clock.ts';
import { retiredKeysFor } from '#lib/data/retired-keys.ts';
import { erasureWaits, tombstones } from '#lib/data/schema/audit.ts';

/** Purpose of the tombstones' key, stored when its secret is replaced: nobody can make the hashes again. */
export const ERASED = 'erased';
/** Greatest age (ms) of a cached reading: another instance may erase somebody. */
export const READ_MS = 5_000;

/** True if one of these forms belongs to an erased person. Computed only if somebody was erased. */
export type Erased = (forms: () => Iterable<string>) => boolean;
type Read = { hashes: ReadonlySet<string>; keys: readonly Buffer[] };
const cache = () => perProcess('guicheTombstones', () => createCache({ max: 1, now: monotonicNow }));

const hashOf = (form: string, key: Buffer) => createHmac('sha256', key).update(form).digest('hex');

/** A document's fingerprint, to compare two entries of the log. It does not reveal the document. */
export const fingerprintOf = (form: string): string => hashOf(form, deriveKey(ERASED)).slice(0, 16);

/** Marks these forms as an erased person's. Every instance knows within five seconds. */
export async function addTombstones(tx: Transaction, forms: Iterable<string>): Promise<void> {
  const key = deriveKey(ERASED);
  const rows = [...forms].map((form) => ({ hash: hashOf(form, key), madeAt: dbNow }));
  const AT_ONCE = 1_000;
  for (let first = 0; first < rows.length; first += AT_ONCE)
    await tx
      .insert(tombstones)
      .values(rows.slice(first, first + AT_ONCE))
      .onConflictDoNothing();
}

/** Clears this process's cache, because somebody was erased. */
export function clearErasedCache(): void {
  cache().clear();
}

/** A check against the erased people, as of the last five seconds. Costs nothing if nobody was erased. */
export async function erasedForms(): Promise<Erased> {
  const { hashes, keys } = await cache().read('all', () => READ_MS, read);
  if (hashes.size === 0) return () => false;
  return (forms) => [...forms()].some((form) => keys.some((key) => hashes.has(hashOf(form, key))));
}

async function read(): Promise<Read> {
  const rows = await db().select({ hash: tombstones.hash }).from(tombstones);
  const retired = rows.length === 0 ? [] : await retiredKeysFor(ERASED);
  const keys = [
    ...masterSecrets().map((master) => deriveKey(ERASED, master)),
    ...retired.map(({ key }) => key),
  ];
  return { hashes: new Set(rows.map(({ hash }) => hash)), keys };
}

export type Waiting = Pick<typeof erasureWaits.$inferSelect, 'kind' | 'accountId' | 'targetId'>;

/** Stores open work on an erased person. `erasureId` null: the work began after the erasure. */
export async function waitFor(tx: Transaction, waiting: Waiting, erasureId: string | null): Promise<void> {
  await tx
    .insert(erasureWaits)
    .values({ ...waiting, since: dbNow, erasureId })
    .onConflictDoNothing();
}

/** Patterns of what identifies a person, one spelling each. Names count with a document's visible part. */
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

/** Collects the forms of all that may identify somebody: texts, numbers, each name next to a document. */
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
