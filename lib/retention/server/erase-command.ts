import 'server-only';
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Command } from '#lib/admin-socket/server/listen.ts';
import { settings } from '#lib/core/env/settings.ts';
import { sleep } from '#lib/core/http/retry.ts';
import { documentKind, normalizeDocument } from '#lib/core/pix/documents.ts';
import { appendAudit } from '#lib/data/audit/append.ts';
import { db } from '#lib/data/client.ts';
import { dbNow } from '#lib/data/clock.ts';
import {
  addTombstones,
  clearErasedCache,
  documentForm,
  fingerprintOf,
  READ_MS,
  waitFor,
} from '#lib/data/erasure/erased-index.ts';
import { erasures } from '#lib/data/schema/audit.ts';
import { eraseRow, type Hit, isStillOpen, openRow, textOf } from '#lib/retention/server/erase-row.ts';
import { everyTable, type Row, rowsWith, type Table } from '#lib/retention/server/every-row.ts';
import { formsOf, learn, othersNames, type Person, patternOf } from '#lib/retention/server/person.ts';

/** Rows by table, and rows that wait for an end. `shared`: names of other people too were not searched. */
type Figures = { tables: Record<string, number>; waiting: number; shared: boolean };

/** Tables about operators or the product itself, and the audit log, which has only ids and masked values. */
export const NOT_OF_CUSTOMERS: ReadonlySet<string> = new Set([
  ...['accounts', 'audit_head', 'audit_log', 'audit_verification', 'erasures', 'tombstones'],
  ...['erasure_waits', 'retired_keys', 'operators', 'grants', 'lifts', 'sessions', 'sign_in_throttle'],
  ...['one_time_links', 'code_apps', 'recovery_codes', 'passkeys', 'used_challenges', 'identities'],
  ...['sign_in_policies', 'notice_channels', 'notice_settings', 'instances', 'job_turns'],
  ...['provider_budgets', 'webhook_secrets'],
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
  const entry = { operatorId: null, accountId: null, result: 'ok' } as const;
  await db().transaction(async (tx) => {
    await tx.insert(erasures).values({ id, fingerprint, startedAt: dbNow });
    await addTombstones(tx, formsOf(person));
    await appendAudit(tx, { ...entry, action: 'person.erasing', after: { fingerprint } });
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
    await appendAudit(tx, { ...entry, action: 'person.erased', after });
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
const processState = globalThis as { guicheErasing?: boolean };

/** `npm run admin -- erase`, with or without a running server. Without `sure` it only counts. */
export const eraseCommand: Command = async (input, signal): Promise<Erased> => {
  const { document, sure } = Input.parse(input);
  if (documentKind(document) === null) return { done: null, refused: 'document' };
  if (processState.guicheErasing === true) return { done: null, refused: 'busy' };
  processState.guicheErasing = true;
  try {
    const plain = normalizeDocument(document);
    return sure
      ? { done: 'erase', ...(await erasePerson(plain, signal)) }
      : { done: 'count', ...(await countPerson(plain, signal)) };
  } finally {
    processState.guicheErasing = false;
  }
};
