import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { appendAudit, audit, brokenAuditEntry } from '#lib/audit/append.ts';
import { db } from '#lib/db/client.ts';
import { auditLog } from '#lib/db/schema/audit.ts';
import { withDatabase } from '../../e2e/support/test-database.ts';

withDatabase();
const entry = (action: string) => ({ operatorId: 'op', accountId: null, action, result: 'ok' as const });

describe('the audit chain', () => {
  it('holds after parallel appends', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, i) => audit(db(), { ...entry(`a${i}`), after: { b: 1, a: [i, null] } })),
    );
    expect(await brokenAuditEntry(db())).toBeNull();
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

  it('names the first entry that was altered or removed', async () => {
    await db().update(auditLog).set({ result: 'refused' }).where(eq(auditLog.seq, 7));
    expect(await brokenAuditEntry(db())).toBe(7);
    await db().update(auditLog).set({ result: 'ok' }).where(eq(auditLog.seq, 7));
    expect(await brokenAuditEntry(db())).toBeNull();
    await db().execute(sql`delete from audit_log where seq = 4`);
    expect(await brokenAuditEntry(db())).toBe(5);
  });
});
