import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { accountBySlug, listAccounts } from '#lib/accounts/server/account.ts';
import { cached, invalidateAfter } from '#lib/data/cache.ts';
import { db } from '#lib/data/client.ts';
import { unattended } from '#lib/data/jobs/background.ts';
import { accounts } from '#lib/data/schema/accounts.ts';
import { withDatabase } from '../../e2e/support/test-database.ts';

withDatabase();
const shared = process.env.GUICHE_TEST_ENGINE === 'postgres';
const rename = (name: string) => db().update(accounts).set({ name });

afterEach(() => void vi.useRealTimers());

describe('what is remembered of the database', () => {
  it('is read once, and anew at once after a write here', async () => {
    await invalidateAfter('accounts', () =>
      db()
        .insert(accounts)
        .values({
          ...{ id: 'a', slug: 'pix', kind: 'pix', name: 'Before', environment: 'sandbox' },
          ...{ origin: 'environment', baseUrl: 'https://api.example/v1', credentials: 'sealed' },
        }),
    );
    expect((await accountBySlug('pix'))?.name).toBe('Before');
    await rename('By nobody who tells');
    expect((await listAccounts())[0]?.name).toBe('Before');
    await invalidateAfter('accounts', () => rename('After'));
    expect((await accountBySlug('pix'))?.name).toBe('After');
  });

  it('is at most 3 s old where another instance may write', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    // lru-cache takes a time of 0 for none.
    vi.advanceTimersByTime(1);
    await invalidateAfter('accounts', () => rename('Old'));
    await listAccounts();
    await rename('Written elsewhere');
    vi.advanceTimersByTime(2_999);
    expect((await listAccounts())[0]?.name).toBe('Old');
    vi.advanceTimersByTime(2);
    expect((await listAccounts())[0]?.name).toBe(shared ? 'Written elsewhere' : 'Old');
  });

  it('is forgotten by a write that fails: it may have been done', async () => {
    await invalidateAfter('accounts', () => rename('Old'));
    await listAccounts();
    await rename('Done, and the answer lost');
    const lost = invalidateAfter('accounts', () => Promise.reject(new Error('Connection terminated')));
    await expect(lost).rejects.toThrow('terminated');
    expect((await listAccounts())[0]?.name).toBe('Done, and the answer lost');
  });

  it('does not keep a reading that a write overtook', async () => {
    let answer = (_: string) => {};
    const slow = cached('people', 'x', () => new Promise<string>((resolve) => (answer = resolve)));
    await invalidateAfter('people', () => Promise.resolve());
    answer('before the write');
    expect(await slow).toBe('before the write');
    expect(await cached('people', 'x', async () => 'after it')).toBe('after it');
  });

  it('is read once for all who ask at the same time, but not with who works in the background', async () => {
    let reads = 0;
    const read = async () => {
      reads += 1;
      return 'here';
    };
    const ask = () => cached('people', 'shared', read);
    await Promise.all([unattended(ask), ask(), ask()]);
    expect(reads).toBe(2);
  });

  it('does not keep that there is nothing', async () => {
    expect(await cached('people', 'new', async () => null)).toBeNull();
    expect(await cached('people', 'new', async () => 'here')).toBe('here');
  });
});

describe('every file that writes to a remembered table', () => {
  const TABLES = { people: ['sessions', 'operators', 'grants'], accounts: ['accounts'] };
  const files = ['lib', 'app', 'scripts'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  const sources = files.filter(
    (name) => /\.tsx?$/.test(name) && !/\.test\.|migrations|\/testing\//.test(name),
  );

  it.each(Object.entries(TABLES))('says so: %s', (what, tables) => {
    const names = tables.join('|');
    const writes = new RegExp(
      `\\.(insert|update|delete)\\(\\s*(${names})\\s*\\)|(update|insert into|delete from) "?(${names})\\b`,
      'i',
    );
    const writers = sources.filter((file) => writes.test(readFileSync(file, 'utf8')));
    expect(writers.length).toBeGreaterThan(0);
    // `changePeople` is `invalidateAfter('people', …)` around a transaction, `changeAccounts` likewise.
    const invalidates = (file: string) =>
      [`invalidateAfter('${what}'`, what === 'people' ? 'changePeople(' : 'changeAccounts('].some((call) =>
        readFileSync(file, 'utf8').includes(call),
      );
    // A file that writes within the caller's transaction leaves `writing` to the caller.
    const callersInvalidate = (file: string) => {
      const callers = sources.filter((other) => readFileSync(other, 'utf8').includes(`from '#${file}'`));
      return callers.length > 0 && callers.every(invalidates);
    };
    expect(writers.filter((file) => !invalidates(file) && !callersInvalidate(file))).toEqual([]);
  });
});
