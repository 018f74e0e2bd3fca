import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { sql } from 'drizzle-orm';
import { expect, it, onTestFinished, vi } from 'vitest';
import { db, embeddedEngine, openDatabase } from '#lib/db/client.ts';
import { testDatabase } from '../../e2e/support/test-database.ts';

it('M17: a database that no longer answers holds nobody for ever', async () => {
  const database = await testDatabase();
  const { databaseUrl, dataDir } = database;
  const open: Socket[] = [];
  onTestFinished(async () => {
    vi.useRealTimers();
    for (const socket of open) socket.destroy();
    const left = (globalThis as { __guicheShutdown?: { end: () => Promise<unknown> }[] }).__guicheShutdown;
    for (const part of left?.splice(0) ?? []) await part.end();
    await database.drop();
  });
  if (databaseUrl === null) {
    // The embedded one is in this process: nothing stands between.
    await openDatabase({ databaseUrl, dataDir });
    expect(embeddedEngine()).not.toBeNull();
    return;
  }
  const target = new URL(databaseUrl);
  const there = { port: Number(target.port), host: target.hostname };
  let silent = false;
  const between = createServer((near) => {
    const far = connect(there);
    open.push(near, far);
    near.on('data', (data) => silent || far.write(data));
    far.on('data', (data) => silent || near.write(data));
    for (const socket of [near, far]) socket.on('error', () => undefined);
  });
  await new Promise<void>((ready) => between.listen(0, '127.0.0.1', ready));
  onTestFinished(() => void between.close());
  target.hostname = '127.0.0.1';
  target.port = String((between.address() as AddressInfo).port);
  await openDatabase({ databaseUrl: target.href, dataDir });
  await db().execute(sql`select 1`);

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  silent = true;
  const asked = db()
    .execute(sql`select 1`)
    .then(
      () => 'answered',
      (error: unknown) => `${(error as Error).message} ${String((error as Error).cause)}`,
    );
  // A moment for the question to leave, then half a minute.
  await new Promise((resolve) => setImmediate(resolve));
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await asked).toContain('timeout');
});
