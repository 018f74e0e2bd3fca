import { globSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { eq, getTableColumns, getTableName, is, sql } from 'drizzle-orm';
import { PgCustomColumn, PgTable } from 'drizzle-orm/pg-core';
import { encode } from 'next-auth/jwt';
import { beforeEach, describe, expect, it } from 'vitest';
import { listenForCommands } from '#lib/admin-socket/server/listen.ts';
import { once } from '#lib/api/steps/idempotency.ts';
import { nextAuthSecret, openSessionToken } from '#lib/auth/server/cookies.ts';
import { makeRecoveryCodes, takeRecoveryCode } from '#lib/auth/server/factors.ts';
import { findLink, newLink } from '#lib/auth/server/one-time-links.ts';
import { rotateKeyCommand } from '#lib/auth/server/rotate-key.ts';
import { SEALED, type SealedColumn, seal, sign, unseal, verifySigned } from '#lib/auth/server/seal.ts';
import { keyId } from '#lib/core/env/secret.ts';
import { audit } from '#lib/data/audit/append.ts';
import { hashOf } from '#lib/data/audit/chain.ts';
import { verifyAudit } from '#lib/data/audit/verify.ts';
import { db, embeddedEngine } from '#lib/data/client.ts';
import { auditLog } from '#lib/data/schema/audit.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { operators } from '#lib/data/schema/operators.ts';
import { refuseDuplicate, subjectsOf } from '#lib/operations/server/duplicates.ts';
import { openRequest } from '#lib/operations/server/kind.ts';
import { adminCommand } from '../../../e2e/support/admin-command.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

process.env.LOG_LEVEL = 'silent';
withDatabase();

const processState = globalThis as {
  guicheSettings?: unknown;
  guicheMasterSecret?: string;
  guicheAuditSeen?: unknown;
};
const never = new AbortController().signal;
const [OLD, NEW] = ['a secret of thirty-two bytes or more', 'another secret of as many bytes as that'];

/** As another start would have it. */
function setSecrets(current: string, previous?: string): void {
  process.env.GUICHE_SECRET = current;
  process.env.GUICHE_SECRET_PREVIOUS = previous ?? '';
  delete processState.guicheSettings;
  delete processState.guicheMasterSecret;
  delete processState.guicheAuditSeen;
}

const nameOf = ({ table, column }: SealedColumn) => `${getTableName(table)}.${column}`;
const ROWS = 12;

/** Rows of every table with something sealed in each of its sealed columns. */
async function fill(): Promise<void> {
  for (const table of new Set(SEALED.map((one) => one.table))) {
    await db().delete(table);
    for (let number = 0; number < ROWS; number += 1) await db().insert(table).values(rowOf(table, number));
  }
}

function rowOf(table: PgTable, number: number): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const [name, { notNull, hasDefault, dataType }] of Object.entries(getTableColumns(table))) {
    if (!notNull || hasDefault || dataType === 'custom') continue;
    const values: Record<string, unknown> = { number, date: new Date(), boolean: true, json: {} };
    row[name] = name === 'operatorId' ? `op${number}` : (values[dataType] ?? `${name}${number}`);
  }
  for (const { column, purpose } of SEALED.filter((one) => one.table === table))
    row[column] = seal(`${column} ${number}`, purpose(row));
  return row;
}

/** How many rows of the whole database name this key anywhere. */
async function naming(id: string): Promise<number> {
  const { rows } = (await db().execute(sql`select coalesce(sum((xpath('/row/n/text()', query_to_xml(format(
    'select count(*) as n from %I t where to_json(t)::text like %L', tablename, ${`%v1.${id}.%`}::text),
    false, true, '')))[1]::text::int), 0)::int as n from pg_tables where schemaname = 'public'`)) as unknown as {
    rows: [{ n: number }];
  };
  return rows[0].n;
}

async function opened(): Promise<string[]> {
  const texts: string[] = [];
  for (const { table, column, purpose } of SEALED)
    for (const row of (await db().select().from(table)) as Record<string, unknown>[]) {
      const text = row[column];
      if (!('keyId' in row)) texts.push(unseal(String(text), purpose(row)));
    }
  return texts.toSorted();
}

beforeEach(async () => {
  setSecrets(OLD);
  const people = Array.from({ length: ROWS }, (_, number) => ({
    id: `op${number}`,
    email: `${number}@x`,
    name: 'P',
  }));
  await db().insert(operators).values(people).onConflictDoNothing();
  await fill();
  await db().execute(sql`delete from audit_log`);
  await db().execute(sql`delete from audit_head`);
  const folder = process.env.GUICHE_DATA_DIR ?? '';
  for (const file of globSync('audit-head-*', { cwd: folder })) rmSync(join(folder, file));
  delete processState.guicheAuditSeen;
});

it('every sealed column of the schema is sealed anew, and nothing else is', async () => {
  const declared: string[] = [];
  for (const file of globSync('lib/data/schema/*.ts')) {
    const parts = (await import(join(process.cwd(), file))) as Record<string, unknown>;
    for (const table of Object.values(parts).filter((one) => is(one, PgTable)))
      for (const [column, own] of Object.entries(getTableColumns(table as PgTable)))
        if (is(own, PgCustomColumn)) declared.push(`${getTableName(table as PgTable)}.${column}`);
  }
  expect(SEALED.map(nameOf).toSorted()).toEqual(declared.toSorted());
  expect(declared.toSorted()).toEqual([
    'accounts.credentials',
    'closed_failures.note',
    'code_apps.secret',
    'dispute_attachments.bytes',
    'dispute_attachments.name',
    'dispute_drafts.content',
    'dispute_notes.body',
    'dispute_work.receipt',
    'notice_channels.secret',
    'notice_channels.url',
    'notice_messages.sealed',
    'operations.request',
    'retired_keys.sealed',
    'webhook_secrets.sealed',
  ]);
});

describe('rotate-key', () => {
  it('asks for a previous secret', async () => {
    expect(await rotateKeyCommand(null, never)).toEqual({ done: null, refused: 'previous' });
  });

  it('seals all anew, so that the previous secret can be dropped', async () => {
    await db().execute(sql`delete from retired_keys`);
    const before = await opened();
    const codes = await db().transaction((tx) => makeRecoveryCodes(tx, 'op1'));
    await audit(db(), { operatorId: null, accountId: null, action: 'view.create', result: 'ok' });
    const was = keyId();
    expect(await naming(was)).toBeGreaterThan(100);
    setSecrets(NEW, OLD);
    expect(await rotateKeyCommand(null, never)).toEqual({ done: 'rotate-key', values: ROWS * 13, left: 0 });
    expect(await naming(was)).toBe(0);
    setSecrets(NEW);
    expect(await opened()).toEqual(before);
    expect(await verifyAudit()).toMatchObject({ intact: true });
    expect(await takeRecoveryCode('op1', (codes[0] ?? '').replace('-', ''))).toBe(true);
    expect(await takeRecoveryCode('op1', (codes[0] ?? '').replace('-', ''))).toBe(false);
    // And once more: what was retired is sealed anew with the rest.
    setSecrets(OLD, NEW);
    await rotateKeyCommand(null, never);
    setSecrets(OLD);
    expect(await verifyAudit()).toMatchObject({ intact: true });
    expect(await takeRecoveryCode('op1', (codes[1] ?? '').replace('-', ''))).toBe(true);
  });

  it('goes on where it was broken off', async () => {
    const was = keyId();
    setSecrets(NEW, OLD);
    let steps = 0;
    const throwIfAborted = () => {
      steps += 1;
      if (steps > 6) throw new Error('aborted');
    };
    const signal = { throwIfAborted } as AbortSignal;
    await expect(rotateKeyCommand(null, signal)).rejects.toThrow('aborted');
    const half = await naming(was);
    expect(half).toBeGreaterThan(0);
    expect(await rotateKeyCommand(null, never)).toMatchObject({ left: 0 });
    expect(await naming(was)).toBe(0);
  });

  it('says what neither secret opens, and leaves it as it is', async () => {
    setSecrets('a third secret that was lost long ago, sadly');
    const [first] = SEALED;
    await db()
      .update(first?.table as never)
      .set({ credentials: seal('lost', 'credentials:id1') } as never)
      .where(sql`id = 'id1'`);
    setSecrets(NEW, OLD);
    expect(await rotateKeyCommand(null, never)).toMatchObject({ left: 1 });
  });

  it('lets nobody with the old secret write on in the log', async () => {
    await audit(db(), { operatorId: null, accountId: null, action: 'view.create', result: 'ok' });
    setSecrets(NEW, OLD);
    await rotateKeyCommand(null, never);
    setSecrets(NEW);
    expect(await verifyAudit()).toMatchObject({ intact: true });
    const rows = await db().select().from(auditLog).orderBy(auditLog.seq);
    const { hash: _, ...last } = rows.at(-1) as (typeof rows)[number];
    setSecrets(OLD);
    const forged = hashOf({ ...last, action: 'sign-out' });
    setSecrets(NEW);
    await db().update(auditLog).set({ action: 'sign-out', hash: forged }).where(eq(auditLog.seq, last.seq));
    expect(await verifyAudit()).toMatchObject({ intact: false, firstBroken: last.seq, cause: 'key' });
  });
});

it('the previous secret’s sessions, repeats and links hold while it is given', async () => {
  const token = await encode({ token: { sid: 's' }, secret: nextAuthSecret(), maxAge: 60 });
  const device = sign('op1', 'device');
  const intent = { operatorId: 'op1', account: 'a', endpoint: 'e', key: 'k'.repeat(20), body: { a: 1 } };
  await once(intent, async () => ({ status: 201, value: { n: 1 } }));
  const { token: link } = await db().transaction((tx) =>
    newLink(tx, 'reset', { operatorId: 'op1', createdBy: null }),
  );
  setSecrets(NEW, OLD);
  expect(await openSessionToken(token)).toMatchObject({ sid: 's' });
  expect(verifySigned(device, 'device')).toBe('op1');
  expect(await once(intent, () => Promise.reject(new Error('ran again')))).toMatchObject({ status: 201 });
  await expect(once({ ...intent, body: { a: 2 } }, () => Promise.reject())).rejects.toThrow(
    /another request/,
  );
  expect(await findLink(db(), link, ['reset'])).toMatchObject({ operatorId: 'op1' });
  setSecrets(NEW);
  expect(await openSessionToken(token)).toBeNull();
  expect(verifySigned(device, 'device')).toBeNull();
  await expect(once(intent, () => Promise.reject())).rejects.toThrow(/another request/);
  expect(await findLink(db(), link, ['reset'])).toBeNull();
});

describe('npm run admin -- rotate-key', () => {
  it('keeps sessions, repeats and the question about a second payment, and ends with what it did', async () => {
    const dataDir = process.env.GUICHE_DATA_DIR ?? '';
    // The embedded database is this process's; PostgreSQL is opened by the command itself.
    if (embeddedEngine() !== null) listenForCommands(dataDir, { 'rotate-key': rotateKeyCommand });
    const early = await adminCommand({ dataDir, args: ['rotate-key'] });
    expect(early).toMatchObject({ code: 1, text: expect.stringContaining('GUICHE_SECRET_PREVIOUS') });
    const token = await encode({ token: { sid: 's' }, secret: nextAuthSecret(), maxAge: 60 });
    const intent = { operatorId: 'op1', account: 'a', endpoint: 'e', key: 'r'.repeat(20), body: { a: 1 } };
    await once(intent, async () => ({ status: 201, value: { n: 1 } }));
    const payment = { account: { id: 'acc' }, amount: 500 };
    const [subject] = subjectsOf('acc', 'ana@example.com');
    const id = 'op_twin';
    await db()
      .insert(operations)
      .values({
        ...{
          id,
          accountId: 'acc',
          kind: 'withdrawal.key',
          target: 't',
          state: 'unknown',
          amount: 500,
          subject,
        },
        ...{ operatorId: 'op1', createdAt: new Date(), request: seal('{"key":1}', `operation:${id}`) },
      });
    const was = keyId();
    setSecrets(NEW, OLD);
    const done = await adminCommand({ dataDir, args: ['rotate-key'] });
    expect(done).toMatchObject({ code: 0, text: expect.stringContaining('sealed with the new secret') });
    expect(await naming(was)).toBe(0);
    expect(await openSessionToken(token)).toMatchObject({ sid: 's' });
    expect(await once(intent, () => Promise.reject(new Error('ran again')))).toMatchObject({ status: 201 });
    const subjects = subjectsOf('acc', 'ana@example.com');
    const again = db().transaction((tx) => refuseDuplicate(tx, { ...payment, subjects }));
    await expect(again).rejects.toMatchObject({ code: 'conflict', details: { operationId: id } });
    setSecrets(NEW);
    const [row] = await db().select().from(operations).where(eq(operations.id, id));
    expect(openRequest(row as typeof operations.$inferSelect)).toEqual({ key: 1 });
    expect(await verifyAudit()).toMatchObject({ intact: true });
  });
});
