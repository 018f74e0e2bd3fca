import { eq, gt } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { plainRows } from '#lib/data/audit/testing/plain-rows.ts';
import {
  lastVerdict,
  requestVerification,
  runningVerification,
  stepVerification,
} from '#lib/data/audit/verify.ts';
import { db } from '#lib/data/client.ts';
import { auditHead, auditLog, auditVerification } from '#lib/data/schema/audit.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

process.env.LOG_LEVEL = 'silent';
/** Steps are made by the tests; that the queue makes them, lib/audit-log shows. */
vi.mock('#lib/data/jobs/queue.ts', () => ({ enqueue: async () => undefined }));
withDatabase();

const never = new AbortController().signal;
const INTACT = { intact: true, firstBroken: null, cause: null };

describe('M10: a long audit log', () => {
  const by = { operatorId: 'op', accountId: null, action: 'audit.verify', result: 'ok' } as const;
  /** A piece at a time, as if each step's time were over at once, and no step came by itself. */
  const step = (run: string) => stepVerification(run, never, 0.001);
  beforeEach(async () => {
    for (const table of [auditLog, auditHead, auditVerification]) await db().delete(table);
    await db().insert(auditLog).values(plainRows(1_201));
  });

  it('is verified a step at a time, once for all who ask on whichever instance, and each of them is told', async () => {
    const run = await requestVerification(by);
    expect(await requestVerification({ ...by, operatorId: 'other' })).toBe(run);
    const checked: number[] = [];
    while ((await step(run)) !== null) checked.push((await runningVerification())?.checked ?? 0);
    expect(checked).toEqual([500, 1_000, 1_201]);
    expect(await lastVerdict()).toMatchObject({ entries: 1_201, ...INTACT });
    const entries = await db().select().from(auditLog).where(gt(auditLog.seq, 1_201)).orderBy(auditLog.seq);
    expect(entries.map(({ operatorId, result }) => [operatorId, result])).toEqual([
      ['op', 'ok'],
      ['other', 'ok'],
    ]);
    // A step of a run that ended, or that another took the place of, does nothing.
    expect(await step(run)).toBeNull();
  });

  it('goes on where it was after its instance died; one that nobody goes on with is begun anew', async () => {
    const run = await requestVerification(by);
    await step(run);
    const dying = new AbortController();
    dying.abort(new Error('gone'));
    await expect(stepVerification(run, dying.signal)).rejects.toThrow('gone');
    await step(run);
    expect(await runningVerification()).toMatchObject({ run, checked: 1_000 });
    await db()
      .update(auditVerification)
      .set({ steppedAt: new Date(Date.now() - 3_600_000) });
    expect(await runningVerification(), 'nobody goes on with it').toBeNull();
    const anew = await requestVerification(null);
    expect(anew).not.toBe(run);
    expect(await runningVerification()).toEqual({ run: anew, checked: 0 });
    expect(await step(run)).toBeNull();
  });

  it('a place or an asker that the product did not sign for this run counts for nothing', async () => {
    const first = await requestVerification(by);
    await step(first);
    await step(first);
    const [{ place, askedBy } = { place: null, askedBy: [] }] = await db().select().from(auditVerification);
    await db().delete(auditVerification);
    const run = await requestVerification(null);
    const forged = JSON.stringify({ run, by: { ...by, operatorId: 'forged' } });
    await db()
      .update(auditVerification)
      .set({ place, askedBy: [...askedBy, forged, `k1.0.0 ${forged}`] });
    await db().update(auditLog).set({ action: 'b' }).where(eq(auditLog.seq, 101));
    await step(run);
    expect(await lastVerdict()).toMatchObject({ intact: false, firstBroken: 101 });
    expect((await db().select().from(auditLog).where(gt(auditLog.seq, 1_201))).length).toBe(0);
  });
});
