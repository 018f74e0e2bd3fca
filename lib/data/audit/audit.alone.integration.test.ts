import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asc, desc, eq, gt, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { listenForCommands } from '#lib/admin-socket/server/listen.ts';
import { type AuditEntry, appendAudit, appendAuditNow, audit } from '#lib/data/audit/append.ts';
import { FIRST_HASH, plainHashOf, sealHead } from '#lib/data/audit/chain.ts';
import { plainRows } from '#lib/data/audit/testing/plain-rows.ts';
import {
  lastVerdict,
  requestVerification,
  runningVerification,
  stepVerification,
  verifyAtStart,
  verifyAudit,
  verifyAuditCommand,
} from '#lib/data/audit/verify.ts';
import { db } from '#lib/data/client.ts';
import { auditHead, auditLog, auditVerification } from '#lib/data/schema/audit.ts';
import { adminCommand } from '../../../e2e/support/admin-command.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

process.env.LOG_LEVEL = 'silent';
/** Steps are made by the tests; that the queue makes them, lib/audit-log shows. */
vi.mock('#lib/data/jobs/queue.ts', () => ({ enqueue: async () => undefined }));
withDatabase();
const never = new AbortController().signal;
const entry = (target: string): AuditEntry => ({
  operatorId: 'op',
  accountId: null,
  action: 'view.create',
  target,
  result: 'ok',
});

const INTACT = { intact: true, firstBroken: null, cause: null };
const processState = globalThis as { guicheAuditSeen?: unknown };
const seenFiles = () =>
  readdirSync(process.env.GUICHE_DATA_DIR ?? '').filter((name) => name.startsWith('audit-head-'));

/** As a first start finds it: no entry, no head, nothing seen. */
async function empty(): Promise<void> {
  await db().delete(auditLog);
  await db().delete(auditHead);
  for (const file of seenFiles()) rmSync(join(process.env.GUICHE_DATA_DIR ?? '', file));
  delete processState.guicheAuditSeen;
}

async function append(count: number): Promise<void> {
  for (let at = 1; at <= count; at += 1) await audit(db(), entry(`t${at}`));
}

const headNow = async () => (await db().select().from(auditHead))[0];

async function verdictOf(more: AuditEntry) {
  await audit(db(), more);
  const [row] = await db().select().from(auditLog).orderBy(desc(auditLog.seq)).limit(1);
  return { row, verdict: await verifyAudit() };
}

describe('the audit chain', () => {
  it('holds after parallel appends', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, i) => audit(db(), { ...entry(`t${i}`), after: { b: 1, a: [i, null] } })),
    );
    expect(await verifyAudit()).toMatchObject({ entries: 20, ...INTACT });
    const rows = await db().select().from(auditLog).orderBy(auditLog.seq);
    expect(rows.map((row) => row.seq)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
    expect(await lastVerdict()).toMatchObject({ entries: 20, ...INTACT });
  });

  it('loses the entry with the change it belongs to', async () => {
    const before = await db().$count(auditLog);
    const head = await headNow();
    await expect(
      db().transaction(async (tx) => {
        await appendAudit(tx, entry('undone'));
        await appendAudit(tx, entry('undone too'));
        throw new Error('change failed');
      }),
    ).rejects.toThrow('change failed');
    expect(await db().$count(auditLog)).toBe(before);
    expect(await headNow()).toEqual(head);
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
    expect(verdict).toMatchObject(INTACT);
    expect(JSON.stringify(row)).not.toMatch(/\\u0000|\\ud[89a-f]/i);
  });

  it('is never older than the entry before it, whatever the clock says', async () => {
    const later = new Date(Date.now() + 3_600_000);
    await db()
      .transaction(async (tx) => {
        await appendAuditNow(tx, entry('first'));
        await tx.execute(sql`update audit_log set at = ${later.toISOString()}::timestamptz
        where seq = (select max(seq) from audit_log)`);
        await appendAuditNow(tx, entry('second'));
        const [row] = await tx.select().from(auditLog).orderBy(desc(auditLog.seq)).limit(1);
        expect(row?.at).toEqual(later);
        throw new Error('undo');
      })
      .catch((error: Error) => expect(error.message).toBe('undo'));
  });
});

describe('what was done to the log is named', () => {
  beforeEach(async () => {
    await empty();
    await append(8);
    expect(await verifyAudit()).toMatchObject({ entries: 8, ...INTACT });
  });
  afterEach(empty);

  const expectVerdict = async (firstBroken: number | null, cause: string) => {
    expect(await verifyAudit()).toMatchObject({ intact: false, firstBroken, cause });
    expect(await lastVerdict()).toMatchObject({ intact: false, firstBroken, cause });
  };
  const renumber = (from: number, to: number) =>
    db().update(auditLog).set({ seq: to }).where(eq(auditLog.seq, from));

  it('an entry that was changed', async () => {
    await db().update(auditLog).set({ result: 'refused' }).where(eq(auditLog.seq, 5));
    await expectVerdict(5, 'changed');
    await db().update(auditLog).set({ result: 'ok' }).where(eq(auditLog.seq, 5));
    expect(await verifyAudit()).toMatchObject(INTACT);
  });

  it('one that was changed with all hashes after it made anew: the key is not in the database', async () => {
    const rows = await db().select().from(auditLog).where(gt(auditLog.seq, 4)).orderBy(asc(auditLog.seq));
    let previousHash = (await db().select().from(auditLog).where(eq(auditLog.seq, 4)))[0]?.hash ?? '';
    for (const { hash: _, ...row } of rows) {
      const changed = { ...row, previousHash, operatorId: 'somebody else' };
      previousHash = plainHashOf(changed);
      await db()
        .update(auditLog)
        .set({ ...changed, hash: previousHash })
        .where(eq(auditLog.seq, row.seq));
    }
    await expectVerdict(5, 'changed');
  });

  it('one that was removed, with and without closing the gap', async () => {
    await db().delete(auditLog).where(eq(auditLog.seq, 4));
    await expectVerdict(5, 'removed');
    for (const seq of [5, 6, 7, 8]) await renumber(seq, seq - 1);
    await expectVerdict(4, 'changed');
  });

  it('two that changed places, and one that was put elsewhere', async () => {
    await renumber(3, 100);
    await renumber(6, 3);
    await renumber(100, 6);
    await expectVerdict(3, 'reordered');
    await renumber(6, 100);
    await expectVerdict(3, 'reordered');
  });

  it('a tail that was cut, also after the log went on', async () => {
    await db().delete(auditLog).where(gt(auditLog.seq, 6));
    await expectVerdict(7, 'cut');
    await append(1);
    await expectVerdict(9, 'removed');
  });

  it('a cut tail with an old head put back: the data folder knows a greater one', async () => {
    const old = await headNow();
    await append(3);
    await verifyAudit();
    await db().delete(auditLog).where(gt(auditLog.seq, 8));
    await db()
      .update(auditHead)
      .set(old ?? {});
    await expectVerdict(9, 'cut');
    // Gone on from there, the log has other entries than those that were seen.
    await append(5);
    await expectVerdict(11, 'rewound');
  });

  it('the same where nobody verified in between: what was appended is taken note of', async () => {
    const old = await headNow();
    await append(3);
    await expect
      .poll(() =>
        seenFiles().map(
          (file) => JSON.parse(readFileSync(join(process.env.GUICHE_DATA_DIR ?? '', file), 'utf8')).seq,
        ),
      )
      .toEqual([11]);
    await db().delete(auditLog).where(gt(auditLog.seq, 8));
    await db()
      .update(auditHead)
      .set(old ?? {});
    // Another start of the same instance.
    delete processState.guicheAuditSeen;
    await expectVerdict(9, 'cut');
  });

  it('a head that was taken away, forged, or is behind', async () => {
    const head = await headNow();
    await db().delete(auditHead);
    await expectVerdict(null, 'head');
    // Going on does not make it hold.
    await append(1);
    await expectVerdict(null, 'head');
    await db().delete(auditLog).where(eq(auditLog.seq, 9));
    await db()
      .update(auditHead)
      .set({ ...head, keyedFrom: 5 });
    await expectVerdict(null, 'head');
    await db()
      .update(auditHead)
      .set(head ?? {});
    expect(await verifyAudit()).toMatchObject(INTACT);
    await db()
      .update(auditHead)
      .set(sealHead({ seq: 6, hash: 'x', keyedFrom: 1 }));
    await expectVerdict(7, 'added');
  });

  it('entries without a key where the chain has one', async () => {
    const rows = await db().select().from(auditLog).orderBy(asc(auditLog.seq));
    let previousHash = FIRST_HASH;
    for (const { hash: _, ...row } of rows) {
      const plain = { ...row, previousHash };
      previousHash = plainHashOf(plain);
      await db().update(auditLog).set({ previousHash, hash: previousHash }).where(eq(auditLog.seq, row.seq));
      await db().update(auditLog).set({ previousHash: plain.previousHash }).where(eq(auditLog.seq, row.seq));
    }
    await db().delete(auditHead);
    expect(await verifyAudit()).toMatchObject({ intact: false, firstBroken: 1, cause: 'changed' });
  });

  it('a file of another installation says nothing', async () => {
    const [file = ''] = seenFiles();
    const forged = { seq: 900, hash: 'x', keyedFrom: 1, mac: 'k1.00000000.00' };
    writeFileSync(join(process.env.GUICHE_DATA_DIR ?? '', file), JSON.stringify(forged));
    delete processState.guicheAuditSeen;
    expect(await verifyAudit()).toMatchObject(INTACT);
  });
});

describe('a log from before the chain had a key', () => {
  it('stays valid, and what follows is sealed', async () => {
    await empty();
    const rows = plainRows(3);
    await db().insert(auditLog).values(rows);
    expect(await verifyAudit()).toMatchObject({ entries: 3, ...INTACT });
    await append(2);
    expect(await verifyAudit()).toMatchObject({ entries: 5, ...INTACT });
    expect(await headNow()).toMatchObject({ seq: 5, keyedFrom: 4 });
    await db().update(auditLog).set({ target: 'x' }).where(eq(auditLog.seq, 2));
    expect(await verifyAudit()).toMatchObject({ firstBroken: 2, cause: 'changed' });
  });
});

it('M10: an instance that has seen more than there is tells it by itself, also while another verifies', async () => {
  await empty();
  await append(3);
  await verifyAudit();
  await requestVerification(null);
  await db().delete(auditLog).where(eq(auditLog.seq, 3));
  verifyAtStart();
  await vi.waitFor(async () => expect(await lastVerdict()).toMatchObject({ intact: false, cause: 'cut' }));
  await db().delete(auditVerification);
});

it('M10: is verified at the start, beside everything else', async () => {
  await empty();
  await append(3);
  await db().update(auditLog).set({ target: 'x' }).where(eq(auditLog.seq, 2));
  verifyAtStart();
  await vi.waitFor(async () => expect(await runningVerification()).toMatchObject({ checked: 0 }));
  await stepVerification((await runningVerification())?.run ?? '', never);
  expect(await lastVerdict()).toMatchObject({ firstBroken: 2 });
  expect(await runningVerification()).toBeNull();
});

describe('M10: npm run admin -- verify-audit', () => {
  it('asks the running server, and ends with 1 where the chain does not hold', async () => {
    const dataDir = freshFolder();
    listenForCommands(dataDir, { 'verify-audit': verifyAuditCommand });
    const { code, text } = await adminCommand({ dataDir, args: ['verify-audit'] });
    expect(text).toContain('number 2 is the first that does not hold: it was changed');
    expect(code).toBe(1);
  });

  it('takes the lock itself where no server runs', async () => {
    const { code, text } = await adminCommand({ dataDir: freshFolder(), args: ['verify-audit'] });
    // The embedded database is the folder's own, a PostgreSQL the one of before.
    const shared = process.env.DATABASE_URL !== '';
    expect(text).toContain(shared ? 'number 2 is the first' : 'The audit log is empty.');
    expect(code).toBe(shared ? 1 : 0);
  });

  it('names what there is for a command that there is not', async () => {
    const { code, text } = await adminCommand({ dataDir: freshFolder(), args: ['toString'] });
    expect([code, text]).toEqual([
      1,
      expect.stringContaining(
        'Name a command: create, reset, disable, verify-audit, rotate-key, backup, restore, move, erase.',
      ),
    ]);
  });
});

function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'guiche-admin-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
