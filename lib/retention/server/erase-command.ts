import 'server-only';
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Command } from '#lib/admin-socket/server/listen.ts';
import { settings } from '#lib/core/env/settings.ts';
import { lookupTable } from '#lib/core/lookup-table.ts';
import { fieldKind, relatedDocument } from '#lib/core/masking/mask.ts';
import { maskDocument } from '#lib/core/masking/mask-forms.ts';
import { perProcess } from '#lib/core/per-process.ts';
import { documentKind, formatDocument, normalizeDocument } from '#lib/core/pix/documents.ts';
import { sleep } from '#lib/core/sleep.ts';
import { appendAudit } from '#lib/data/audit/append.ts';
import { db } from '#lib/data/client.ts';
import { dbNow } from '#lib/data/clock.ts';
import {
  addTombstones,
  clearErasedCache,
  documentForm,
  fingerprintOf,
  folded,
  holderForm,
  nationalNumber,
  READ_MS,
  waitFor,
  wordForms,
} from '#lib/data/erasure/erased-index.ts';
import { erasures } from '#lib/data/schema/audit.ts';
import { eraseRow, type Hit, isStillOpen, openRow, textOf } from '#lib/retention/server/erase-row.ts';
import { everyTable, type Row, rowsWith, type Table } from '#lib/retention/server/every-row.ts';

/** Rows by table, and rows that wait for an end. `shared`: names of other people too were not searched. */
type Figures = { tables: Record<string, number>; waiting: number; shared: boolean };

/**
 * Tables about operators or the product itself; the audit log and sealed days, which have only ids, amounts and
 * masked values.
 */
export const NOT_OF_CUSTOMERS: ReadonlySet<string> = new Set([
  ...['accounts', 'audit_head', 'audit_log', 'audit_verification', 'erasures', 'tombstones'],
  ...['erasure_waits', 'retired_keys', 'operators', 'grants', 'lifts', 'sessions', 'sign_in_throttle'],
  ...['one_time_links', 'code_apps', 'recovery_codes', 'passkeys', 'used_challenges', 'identities'],
  ...['sign_in_policies', 'notice_channels', 'notice_settings', 'instances', 'job_turns'],
  ...['provider_budgets', 'webhook_secrets', 'closing_lines', 'closing_versions'],
]);

/** Operation kinds whose request is about one person only. */
const OF_ONE = new Set(['withdrawal.key', 'withdrawal.code', 'transfer.create', 'charge.create']);

const MOST_PASSES = 5;

/** Counts the stored rows about the person with this document. Changes nothing. */
async function countPerson(document: string, signal: AbortSignal): Promise<Figures> {
  const { person, shared } = await identify(document, signal);
  const tables: Record<string, number> = {};
  let waiting = 0;
  await eachHit(person, signal, async ({ table: { name }, row }) => {
    tables[name] = (tables[name] ?? 0) + 1;
    if (isStillOpen(name, row)) waiting += 1;
  });
  return { tables, waiting, shared };
}

/**
 * Erases a person from every table. It first stores tombstones, so that records read meanwhile are cleaned
 * too, and repeats until a pass changes nothing. Open records wait; the hourly job erases them after their
 * end.
 */
export async function erasePerson(document: string, signal: AbortSignal): Promise<Figures> {
  const { person, shared } = await identify(document, signal);
  const id = randomUUID();
  const fingerprint = fingerprintOf(documentForm(document));
  await db().transaction(async (tx) => {
    await tx.insert(erasures).values({ id, fingerprint, startedAt: dbNow });
    await addTombstones(tx, formsOf(person));
    await appendAudit(tx, { action: 'person.erasing', after: { fingerprint } });
  });
  clearErasedCache();
  const tables: Record<string, number> = {};
  for (let pass = 1, changed = 1; changed > 0 && pass <= MOST_PASSES; pass += 1) {
    changed = await eraseOnce(person, id, tables, signal);
    if (pass > 1) continue;
    // A second pass finds rows stored before other instances knew the tombstones, which takes up to READ_MS.
    if (settings().databaseUrl !== null) await sleep(READ_MS, signal);
    changed = 1;
  }
  clearErasedCache();
  const waiting = await db().transaction(async (tx) => {
    const waitingRows = sql<number>`(select count(*)::int from erasure_waits where erasure_id = ${id})`;
    const [row] = await tx
      .update(erasures)
      .set({ counts: tables, sweptAt: dbNow, endedAt: sql`case when ${waitingRows} = 0 then now() end` })
      .where(eq(erasures.id, id))
      .returning({ waiting: waitingRows });
    const after = { fingerprint, rows: sum(tables), waiting: row?.waiting ?? 0 };
    await appendAudit(tx, { action: 'person.erased', after });
    return after.waiting;
  });
  return { tables, waiting, shared };
}

const sum = (tables: Record<string, number>) => Object.values(tables).reduce((all, rows) => all + rows, 0);

async function eraseOnce(
  person: Person,
  erasureId: string,
  tables: Record<string, number>,
  signal: AbortSignal,
): Promise<number> {
  let changed = 0;
  await eachHit(person, signal, (hit) =>
    db().transaction(async (tx) => {
      const done = await eraseRow(tx, hit);
      if ('waits' in done) return waitFor(tx, done.waits, erasureId);
      const { name } = hit.table;
      changed += done.changed;
      if (done.changed > 0) tables[name] = (tables[name] ?? 0) + done.changed;
    }),
  );
  return changed;
}

/** Collects a person's names and contacts by the document, then drops names that other people have too. */
async function identify(document: string, signal: AbortSignal): Promise<{ person: Person; shared: boolean }> {
  const person: Person = { document, names: new Set(), contacts: new Set() };
  await eachHit(
    { ...person, names: new Set(), contacts: new Set() },
    signal,
    async ({ table, row, opened }) => {
      // A stored search does not prove that its values belong to one person.
      if (table.name === 'stored_filters' || table.name === 'saved_views') return;
      for (const [column, value] of Object.entries(opened)) {
        const alone = table.name === 'operations' && column === 'request' && OF_ONE.has(String(row.kind));
        learn(person, value, { alone });
      }
    },
  );
  const others = new Set<string>();
  if (person.names.size > 0)
    await eachHit(person, signal, async ({ opened }) => {
      for (const value of Object.values(opened)) othersNames(person, value, others);
    });
  for (const name of others) person.names.delete(name);
  return { person, shared: others.size > 0 };
}

async function eachHit(
  person: Person,
  signal: AbortSignal,
  on: (hit: Hit) => Promise<unknown>,
): Promise<void> {
  const pattern = patternOf(person);
  const [one, all] = [new RegExp(pattern, 'i'), new RegExp(pattern, 'gi')];
  const names = (text: string) => one.test(text);
  const clean = (text: string) => text.replace(all, '***');
  for (const table of await customersTables())
    for await (const row of rowsWith(table, pattern, signal)) {
      const opened = openRow(table, row);
      if (isNamed(opened, names)) await on({ table, row, opened, clean, names });
    }
}

const isNamed = (opened: Row, names: Hit['names']) =>
  Object.values(opened).some((value) => names(textOf(value)));

async function customersTables(): Promise<Table[]> {
  return (await everyTable()).filter(({ name, texts }) => !NOT_OF_CUSTOMERS.has(name) && texts.length > 0);
}

export type Erased = ({ done: 'count' | 'erase' } & Figures) | { done: null; refused: 'document' | 'busy' };

const Input = z.strictObject({ document: z.string(), sure: z.boolean() });
const erasing = () => perProcess('guicheErasing', () => ({ running: false }));

/** `npm run admin -- erase`, with or without a running server. Without `sure` it only counts. */
export const eraseCommand: Command = async (input, signal): Promise<Erased> => {
  const { document, sure } = Input.parse(input);
  if (documentKind(document) === null) return { done: null, refused: 'document' };
  if (erasing().running) return { done: null, refused: 'busy' };
  erasing().running = true;
  try {
    const plain = normalizeDocument(document);
    return sure
      ? { done: 'erase', ...(await erasePerson(plain, signal)) }
      : { done: 'count', ...(await countPerson(plain, signal)) };
  } finally {
    erasing().running = false;
  }
};

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
