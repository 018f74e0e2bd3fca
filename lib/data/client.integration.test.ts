import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { sql } from 'drizzle-orm';
import { expect, it, onTestFinished, vi } from 'vitest';
import { settings } from '#lib/core/env/settings.ts';
import { db, embeddedEngine, openDatabase } from '#lib/data/client.ts';
import { checkQueue, startQueue } from '#lib/data/jobs/queue.ts';
import { endOpen, testDatabase } from '../../e2e/support/test-database.ts';

process.env.LOG_LEVEL = 'silent';

it('M17: a database that no longer answers holds nobody for ever', async () => {
  const database = await testDatabase();
  const { databaseUrl, dataDir } = database;
  const open: Socket[] = [];
  onTestFinished(async () => {
    vi.useRealTimers();
    for (const socket of open) socket.destroy();
    await endOpen();
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
  const between = createServer((client) => {
    const far = connect(there);
    open.push(client, far);
    client.on('data', (data) => silent || far.write(data));
    far.on('data', (data) => silent || client.write(data));
    for (const socket of [client, far]) socket.on('error', () => undefined);
  });
  await new Promise<void>((ready) => between.listen(0, '127.0.0.1', ready));
  onTestFinished(() => void between.close());
  target.hostname = '127.0.0.1';
  target.port = String((between.address() as AddressInfo).port);
  await openDatabase({ databaseUrl: target.href, dataDir });
  await db().execute(sql`select 1`);
  Object.assign(globalThis, { guicheSettings: { ...settings(), databaseUrl: target.href } });
  await startQueue([]);
  await checkQueue();

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  silent = true;
  const messageOf = (query: Promise<unknown>) =>
    query.then(
      () => 'answered',
      (error: unknown) => `${(error as Error).message} ${String((error as Error).cause)}`,
    );
  const queries = [db().execute(sql`select 1`), checkQueue()].map(messageOf);
  // A moment for the question to leave, then half a minute.
  await new Promise((resolve) => setImmediate(resolve));
  await vi.advanceTimersByTimeAsync(30_000);
  for (const answer of await Promise.all(queries)) expect(answer).toContain('timeout');
  silent = false;
});
