import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { desc, eq, sql } from 'drizzle-orm';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type AuditEntry, appendAudit, audit, FIRST_HASH, hashOf } from '#lib/audit/append.ts';
import { lastVerdict, verifyAudit } from '#lib/audit/verify.ts';
import { verifyAuditCommand } from '#lib/audit/verify-command.ts';
import { listenForCommands } from '#lib/control/server/listen.ts';
import { db } from '#lib/db/client.ts';
import { auditLog } from '#lib/db/schema/audit.ts';
import { withDatabase } from '../../e2e/support/test-database.ts';

withDatabase();
const entry = (action: string) => ({ operatorId: 'op', accountId: null, action, result: 'ok' as const });

async function verdictOf(more: AuditEntry) {
  await audit(db(), more);
  const [row] = await db().select().from(auditLog).orderBy(desc(auditLog.seq)).limit(1);
  return { row, verdict: await verifyAudit() };
}

describe('the audit chain', () => {
  it('holds after parallel appends', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, i) => audit(db(), { ...entry(`a${i}`), after: { b: 1, a: [i, null] } })),
    );
    expect(await verifyAudit()).toEqual({ entries: 20, intact: true, firstBroken: null });
    const rows = await db().select().from(auditLog).orderBy(auditLog.seq);
    expect(rows.map((row) => row.seq)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
  });

  it('loses the entry with the change it belongs to', async () => {
    const before = await db().$count(auditLog);
    await expect(
      db().transaction(async (tx) => {
        await appendAudit(tx, entry('undone'));
        throw new Error('change failed');
      }),
    ).rejects.toThrow('change failed');
    expect(await db().$count(auditLog)).toBe(before);
  });

  it.each([
    ['half a surrogate in a text', { userAgent: 'a\u{d83d}b', target: '\u{de00}', address: 'x\u{d83d}' }],
    ['U+0000 in a text', { userAgent: 'a\0b', target: 't\0' }],
    ['an emoji at the cut', { userAgent: `${'a'.repeat(299)}😀` }],
    [
      'both inside values and names',
      { after: { 'k\0': ['\u{d83d}', { 'n\u{de00}': 'v\0' }] }, before: '\0' },
    ],
    [
      'values that JSON writes otherwise',
      { after: { at: new Date(0), none: undefined, list: [undefined, -0] } },
    ],
    ['numbers at their limits', { after: [1e21, 5e-324, 0.1 + 0.2, Number.NaN, 2 ** 53] }],
  ])('M10: holds with %s', async (_, more) => {
    const { row, verdict } = await verdictOf({ ...entry('odd'), ...more });
    expect(verdict).toMatchObject({ intact: true, firstBroken: null });
    expect(JSON.stringify(row)).not.toMatch(/\\u0000|\\ud[89a-f]/i);
  });

  it('names the first entry that was altered or removed', async () => {
    await db().update(auditLog).set({ result: 'refused' }).where(eq(auditLog.seq, 7));
    expect(await verifyAudit()).toMatchObject({ intact: false, firstBroken: 7 });
    expect(lastVerdict()).toMatchObject({ intact: false, firstBroken: 7 });
    await db().update(auditLog).set({ result: 'ok' }).where(eq(auditLog.seq, 7));
    expect(await verifyAudit()).toMatchObject({ intact: true });
    expect(lastVerdict()).toMatchObject({ intact: true });
    await db().execute(sql`delete from audit_log where seq = 4`);
    expect(await verifyAudit()).toMatchObject({ intact: false, firstBroken: 5 });
  });
});

describe('M10: npm run admin -- verify-audit', () => {
  it('asks the running server, and ends with 1 where the chain does not hold', async () => {
    const dataDir = freshFolder();
    listenForCommands(dataDir, { 'verify-audit': verifyAuditCommand });
    const { code, text } = await admin(dataDir, 'verify-audit');
    expect(text).toContain('number 5 is the first that does not hold');
    expect(code).toBe(1);
  });

  it('takes the lock itself where no server runs', async () => {
    const { code, text } = await admin(freshFolder(), 'verify-audit');
    // The embedded database is the folder's own, a PostgreSQL the one of before.
    const shared = process.env.DATABASE_URL !== '';
    expect(text).toContain(shared ? 'number 5 is the first' : 'The audit log is empty.');
    expect(code).toBe(shared ? 1 : 0);
  });

  it('names what there is for a command that there is not', async () => {
    const { code, text } = await admin(freshFolder(), 'toString');
    expect([code, text]).toEqual([1, expect.stringContaining('Name a command: verify-audit.')]);
  });
});

describe('M10: a long audit log', () => {
  it('is verified a piece at a time, and ends when nobody waits any more', async () => {
    await db().delete(auditLog);
    const rows: (typeof auditLog.$inferSelect)[] = [];
    const at = new Date('2026-11-22T12:00:00.000Z');
    const none = {
      operatorId: null,
      accountId: null,
      target: null,
      before: null,
      after: null,
      address: null,
    };
    for (let seq = 1; seq <= 1_201; seq += 1) {
      const previousHash = rows.at(-1)?.hash ?? FIRST_HASH;
      const bare = {
        seq,
        at,
        action: 'a',
        result: 'ok',
        userAgent: null,
        providerRequestId: null,
        previousHash,
      };
      rows.push({ ...none, ...bare, hash: hashOf({ ...none, ...bare }) });
    }
    await db().insert(auditLog).values(rows);
    expect(await verifyAudit()).toEqual({ entries: 1_201, intact: true, firstBroken: null });
    await db().update(auditLog).set({ action: 'b' }).where(eq(auditLog.seq, 1_101));
    expect(await verifyAudit()).toEqual({ entries: 1_201, intact: false, firstBroken: 1_101 });
    const gone = new AbortController();
    const running = verifyAudit(gone.signal);
    gone.abort(new Error('gone'));
    await expect(running).rejects.toThrow('gone');
  });
});

function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'guiche-admin-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function admin(dataDir: string, command: string): Promise<{ code: number | null; text: string }> {
  const own = { GUICHE_DATA_DIR: dataDir, LANG: 'en_US.UTF-8', LC_ALL: '' };
  const child = spawn(process.execPath, ['scripts/admin.ts', command], {
    env: { ...process.env, ...own },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part) => {
      if (!/ExperimentalWarning|trace-warnings/.test(String(part))) text += String(part);
    });
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, text })));
}
