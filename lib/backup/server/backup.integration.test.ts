import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listenForCommands } from '#lib/admin-socket/server/listen.ts';
import { seal, unseal } from '#lib/auth/server/seal.ts';
import {
  backupCommand,
  makeBackup,
  refusedWhileRunning,
  snapshotOf,
} from '#lib/backup/server/backup-command.ts';
import { connectPostgres, type Engine, openFolder } from '#lib/backup/server/file.ts';
import { restoreBackup } from '#lib/backup/server/restore.ts';
import { appendAudit, audit } from '#lib/data/audit/append.ts';
import { db, embeddedEngine } from '#lib/data/client.ts';
import { dbNow } from '#lib/data/clock.ts';
import { disputeNotes } from '#lib/data/schema/disputes.ts';
import { noticeSteps, notices } from '#lib/data/schema/notifications.ts';
import { grants, operators } from '#lib/data/schema/operators.ts';
import { adminCommand } from '../../../e2e/support/admin-command.ts';
import { copyDatabase } from '../../../e2e/support/database-template.ts';
import { testDatabase, withDatabase } from '../../../e2e/support/test-database.ts';

process.env.LOG_LEVEL = 'silent';
withDatabase();

const never = new AbortController().signal;
const AWKWARD = 'a "b" \\ \n\t\u2028 ção 🌊 {null}';

function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'guiche-backup-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const newFile = () => join(freshFolder(), 'backup');

/** All tables as texts, each with its rows in an order of their own. */
async function everything(engine: Engine): Promise<Record<string, string[]>> {
  const { parts } = await snapshotOf(engine);
  const tables: Record<string, string[]> = {};
  let rows: string[] = [];
  for await (const line of parts) {
    if (line.startsWith('{')) tables[(JSON.parse(line) as { table: string }).table] = rows = [];
    else rows.push(line);
  }
  await engine.query('rollback');
  for (const table of Object.values(tables)) table.sort();
  return tables;
}

/** An empty place for a restore, of the kind of this run, and how to read it afterwards. */
async function emptyPlace() {
  const dataDir = freshFolder();
  if (embeddedEngine() !== null)
    return { databaseUrl: null, dataDir, open: () => openFolder(join(dataDir, 'database')) };
  const { databaseUrl, drop } = await testDatabase({ bare: true });
  onTestFinished(drop);
  return { databaseUrl, dataDir, open: () => connectPostgres(databaseUrl ?? '') };
}

async function reading<T>(place: { open: () => Promise<Engine> }, read: (engine: Engine) => Promise<T>) {
  const engine = await place.open();
  try {
    return await read(engine);
  } finally {
    await engine.end();
  }
}

async function fill(): Promise<void> {
  const person = { email: 'ana@example.com', name: AWKWARD, preferences: { a: [1.5, null, 'x'], b: {} } };
  await db()
    .insert(operators)
    .values({ id: 'op', ...person })
    .onConflictDoNothing();
  await db().insert(grants).values({ operatorId: 'op', account: '*', role: 'admin' }).onConflictDoNothing();
  const note = { id: 'note', accountId: 'acc', disputeId: 'd', operatorId: 'op', at: dbNow };
  await db()
    .insert(disputeNotes)
    .values({ ...note, body: seal(AWKWARD, 'note') })
    .onConflictDoNothing();
  await db().execute(sql`insert into deliveries (account_id, id, delivered, outcome, last_at, created_at,
    response_time_ms, amount, derived) select 'acc', 'd' || i, true, 'delivered', now(), now() - i * interval '1 s',
    i / 7.0, 9007199254740991, array['a,b', '"', null] from generate_series(1, 3000) i on conflict do nothing`);
  await audit(db(), { operatorId: 'op', accountId: null, action: 'view.create', target: 't', result: 'ok' });
}

/** For commands of this test alone. */
function otherDatabase(url: string | null): void {
  const before = process.env.DATABASE_URL;
  process.env.DATABASE_URL = url ?? '';
  onTestFinished(() => {
    process.env.DATABASE_URL = before;
  });
}

const reasonOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'done',
    (error: unknown) => (error as { reason?: string }).reason ?? String(error),
  );

describe('a backup', () => {
  it('is one moment, however much is written meanwhile', async () => {
    await fill();
    let writing = true;
    let written = 0;
    const writer = (async () => {
      while (writing) {
        written += 1;
        const [cause, at] = [`c${written}`, dbNow];
        await db().transaction(async (tx) => {
          await tx.insert(noticeSteps).values({ cause, step: 's', event: 'e', at });
          await tx.insert(notices).values({ id: cause, operatorId: 'op', cause, event: 'e', at });
          const note = { id: cause, accountId: 'acc', disputeId: cause, operatorId: 'op', at };
          await tx.insert(disputeNotes).values({ ...note, body: seal(cause, cause) });
          await appendAudit(tx, { operatorId: 'op', accountId: null, action: 'dispute.note', result: 'ok' });
        });
        // The embedded database works in this process: without a pause the backup would wait for thousands of rows.
        await setTimeout(50);
      }
    })();
    const file = newFile();
    const { bytes, rows } = await makeBackup(file, never).finally(() => {
      writing = false;
    });
    await writer;
    expect(bytes).toBe(readFileSync(file).length);
    const place = await emptyPlace();
    expect(await restoreBackup(file, place)).toMatchObject({ rows, seenBefore: null });
    const back = await reading(place, everything);
    const causes = (back.notices ?? []).map((line) => (JSON.parse(line) as string[])[2]);
    expect(causes.toSorted()).toEqual(
      (back.notice_steps ?? []).map((line) => (JSON.parse(line) as string[])[0]).toSorted(),
    );
    // The writer's rows up to that moment, and none after it.
    expect(new Set(causes)).toEqual(new Set(causes.map((_, place) => `c${place + 1}`)));
    expect(causes.length).toBeLessThan(written);
    await reading(place, async (engine) => {
      const notes = await engine.query<{ id: string; body: string }>(
        `select id, body from dispute_notes where id <> 'note'`,
      );
      expect(notes.map(({ id, body }) => unseal(body, id)).toSorted()).toEqual(causes.toSorted());
    });
    otherDatabase(place.databaseUrl);
    expect((await adminCommand({ dataDir: place.dataDir, args: ['verify-audit'] })).text).toMatch(
      /the chain holds/,
    );
    expect(existsSync(join(process.env.GUICHE_DATA_DIR ?? '', 'backup-copy'))).toBe(false);
  });

  it('comes back with every row as it was, sequences and secrets too, and a chain that holds', async () => {
    await fill();
    const file = newFile();
    await makeBackup(file, never);
    const place = await emptyPlace();
    await restoreBackup(file, place);
    const { audit_log: log = [], audit_head: _, ...same } = await reading(place, everything);
    const own = newFile();
    await makeBackup(own, never);
    const lines = gunzipSync(readFileSync(own)).toString().split('\n');
    const there = new Set(lines);
    for (const [table, rows] of Object.entries(same)) {
      expect(
        rows.filter((row) => !there.has(row)),
        table,
      ).toEqual([]);
    }
    expect(Object.values(same).flat().length).toBeGreaterThan(3_000);
    expect(log.filter((row) => !there.has(row))).toHaveLength(1);
    await reading(place, async (engine) => {
      const [note] = await engine.query<{ body: string }>('select body from dispute_notes');
      expect(unseal(note?.body ?? '', 'note')).toBe(AWKWARD);
      const [next] = await engine.query<{ fresh: boolean }>(
        `select nextval('deliveries_seq_seq') > (select max(seq) from deliveries) as fresh`,
      );
      expect(next?.fresh).toBe(true);
    });
    const { databaseUrl, dataDir } = place;
    otherDatabase(databaseUrl);
    const { text } = await adminCommand({ dataDir, args: ['verify-audit'] });
    expect(text).toMatch(/the chain holds/);
    // It is not empty any more.
    expect(await reasonOf(restoreBackup(file, place))).toBe('notEmpty');
  });

  it('goes from one kind of database to the other', async () => {
    await fill();
    const file = newFile();
    await makeBackup(file, never);
    const dataDir = freshFolder();
    await restoreBackup(file, { databaseUrl: null, dataDir });
    const rows = await reading({ open: () => openFolder(join(dataDir, 'database')) }, everything);
    expect(rows.deliveries).toHaveLength(3_000);
    expect(readdirSync(dataDir).toSorted()).toEqual(['audit-head-embedded', 'database']);
  });
});

describe('a file that is none, or is not whole', () => {
  it('is refused, and nothing is written', async () => {
    await fill();
    const file = newFile();
    await makeBackup(file, never);
    const whole = readFileSync(file);
    const plain = gunzipSync(whole).toString();
    const [header = '', ...lines] = plain.split('\n');
    const cases: [string, Buffer][] = [
      ['damaged', whole.subarray(0, whole.length / 2)],
      ['damaged', whole.subarray(0, whole.length - 1)],
      ['damaged', gzipSync(plain.replace('ana@example.com', 'eva@example.com'))],
      ['damaged', gzipSync([header, ...lines.slice(0, 2), ...lines.slice(3)].join('\n'))],
      ['damaged', gzipSync([header, ...lines.slice(0, -2), ''].join('\n'))],
      ['damaged', gzipSync(`${plain}${lines[1]}\n`)],
      ['damaged', gzipSync(plain.replace(/"product":"[^"]*"/, '"product":"9"'))],
      ['newer', gzipSync(plain.replace(/"schema":\d+/, '"schema":9999999999999'))],
      ['secret', gzipSync(plain.replace(/"key":"\w+"/, '"key":"00000000"'))],
      ['notBackup', gzipSync('{}\n')],
      ['damaged', Buffer.from('text')],
    ];
    const place = await emptyPlace();
    for (const [at, [reason, bytes]] of cases.entries()) {
      writeFileSync(file, bytes);
      expect([at, await reasonOf(restoreBackup(file, place))]).toEqual([at, reason]);
    }
    expect(await reasonOf(restoreBackup(`${file}-none`, place))).toBe('file');
    expect(readdirSync(place.dataDir)).toEqual([]);
    writeFileSync(file, whole);
    expect(await reasonOf(restoreBackup(file, place))).toBe('done');
  });

  it('is not made where there is one, nor two at a time', async () => {
    const [file, other] = [newFile(), newFile()];
    const first = makeBackup(file, never);
    expect(await reasonOf(makeBackup(other, never))).toBe('busy');
    await first;
    expect(await reasonOf(makeBackup(file, never))).toBe('exists');
    expect(await reasonOf(makeBackup(join(other, 'no', 'folder'), never))).toBe('write');
    const gone = new AbortController();
    const left = reasonOf(makeBackup(other, gone.signal));
    gone.abort();
    expect(await left).toMatch(/Abort/);
    expect([existsSync(other), existsSync(`${other}.part`)]).toEqual([false, false]);
  });
});

describe('npm run admin', () => {
  it('backs up by the running server, and restores and moves only without one', async () => {
    const dataDir = freshFolder();
    listenForCommands(dataDir, { backup: backupCommand, restore: refusedWhileRunning });
    const file = newFile();
    const made = await adminCommand({ dataDir, args: ['backup', file] });
    expect(made).toMatchObject({ code: 0, text: expect.stringContaining(`${file} holds everything as of`) });
    expect((await adminCommand({ dataDir, args: ['backup', file] })).text).toContain('exists');
    expect((await adminCommand({ dataDir, args: ['restore', file] })).text).toContain('Stop it first');
    expect((await adminCommand({ dataDir, args: ['backup'] })).text).toContain(
      'npm run admin -- backup FILE',
    );
  });

  it('restores alone into an empty place', async () => {
    await fill();
    const file = newFile();
    await makeBackup(file, never);
    const { databaseUrl, dataDir } = await emptyPlace();
    otherDatabase(databaseUrl);
    const back = await adminCommand({ dataDir, args: ['restore', file] });
    expect(back).toMatchObject({ code: 0, text: expect.stringContaining('is back') });
    const again = await adminCommand({ dataDir, args: ['restore', file] });
    expect(again).toMatchObject({ code: 1, text: expect.stringContaining('not empty') });
  });

  it('moves from the embedded database to PostgreSQL', async () => {
    const from = freshFolder();
    await copyDatabase(from);
    await reading({ open: () => openFolder(join(from, 'database')) }, (engine) =>
      engine.query(`insert into operators (id, email, name) values ('m', 'm@example.com', 'M')`),
    );
    otherDatabase(null);
    expect((await adminCommand({ dataDir: from, args: ['move', 'mysql://x'] })).text).toContain(
      'must begin with postgres://',
    );
    if (embeddedEngine() !== null) return;
    const place = await emptyPlace();
    const moved = await adminCommand({ dataDir: from, args: ['move', place.databaseUrl ?? ''] });
    expect(moved).toMatchObject({ code: 0, text: expect.stringContaining('in the PostgreSQL database now') });
    expect(readdirSync(from).filter((name) => name.startsWith('move-'))).toEqual([]);
    const rows = await reading(place, (engine) => engine.query('select email from operators'));
    expect(rows).toEqual([{ email: 'm@example.com' }]);
    process.env.DATABASE_URL = place.databaseUrl ?? '';
    expect((await adminCommand({ dataDir: from, args: ['verify-audit'] })).text).toMatch(/the chain holds/);
  });
});
