import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { db } from '#lib/data/client.ts';
import { beat, thisInstance } from '#lib/data/jobs/instance.ts';
import { startQueue } from '#lib/data/jobs/queue.ts';
import { checkReady } from '#lib/system/server/check-ready.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

withDatabase();
const missing = (field: string) => ({ code: 'unavailable', details: { fields: [{ field }] } });

it('M16: ready asks the database, its migrations and the jobs', async () => {
  await expect(checkReady(), 'nothing runs yet').rejects.toMatchObject(missing('jobs'));
  await beat();
  await expect(checkReady(), 'no queue yet').rejects.toMatchObject(missing('jobs'));
  await startQueue([]);
  expect(await checkReady()).toEqual({ ready: true });

  const me = thisInstance();
  const { seen } = me;
  me.seen = { wall: Date.now() - 60_000, steady: performance.now() - 60_000 };
  await expect(checkReady(), 'ticks stand still').rejects.toMatchObject(missing('jobs'));
  me.seen = seen;
  expect(await checkReady()).toEqual({ ready: true });

  await db().execute(sql`update drizzle.__drizzle_migrations set created_at = created_at - 1`);
  await expect(checkReady(), 'an older database').rejects.toMatchObject(missing('migrations'));
  await db().execute(sql`update drizzle.__drizzle_migrations set created_at = created_at + 2`);
  expect(await checkReady(), 'a newer one').toEqual({ ready: true });
  await db().execute(sql`drop table drizzle.__drizzle_migrations`);
  await expect(checkReady(), 'another one').rejects.toMatchObject(missing('migrations'));
});
