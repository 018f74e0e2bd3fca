import { expect, it, vi } from 'vitest';

process.env.LOG_LEVEL = 'silent';
const done = vi.hoisted(() => [] as string[]);
const synced = vi.hoisted(() => ({ slugs: [] as string[] }));
vi.mock('#lib/data/client.ts', () => ({ openDatabase: async () => void done.push('database') }));
vi.mock('#lib/accounts/server/sync-accounts.ts', () => ({
  syncAccounts: async (given: { slug: string }[]) => {
    done.push('accounts');
    synced.slugs = given.map(({ slug }) => slug);
  },
}));
vi.mock('#lib/accounts/server/entered-address.ts', () => ({ markEntered: vi.fn() }));
vi.mock('#lib/data/audit/verify.ts', () => ({ verifyAtStart: vi.fn(), verifyAuditCommand: vi.fn() }));
vi.mock('#lib/auth/server/session-cookies.ts', () => ({ readDevice: () => [] }));
vi.mock('#lib/auth/server/first-admin.ts', () => ({
  prepareFirstAdmin: async () => null,
  prepareReadySignIns: vi.fn(),
  readySignIns: async () => [],
}));
vi.mock('#lib/auth/server/rotate-key.ts', () => ({ rotateKeyCommand: vi.fn() }));
vi.mock('#lib/background.ts', () => ({ startBackground: async () => void done.push('background') }));
vi.mock('#lib/backup/server/backup-command.ts', () => ({
  backupCommand: vi.fn(),
  refusedWhileRunning: vi.fn(),
}));
vi.mock('#lib/admin-socket/server/listen.ts', () => ({ listenForCommands: vi.fn() }));
vi.mock('#lib/doctor/server/examine.ts', () => ({ doctorCommand: vi.fn() }));
vi.mock('#lib/retention/server/erase-command.ts', () => ({ eraseCommand: vi.fn() }));
vi.mock('#lib/team/server/keeper.ts', () => ({
  createCommand: vi.fn(),
  disableCommand: vi.fn(),
  resetCommand: vi.fn(),
}));

const left = globalThis as { __guicheSimulator?: Promise<unknown>; __guicheSetUpLink?: string | null };

it('the database opens while the simulator starts; accounts, and what needs them, wait for its line', async () => {
  const { boot } = await import('#lib/boot.ts');
  const simulator = Promise.withResolvers<void>();
  left.__guicheSimulator = simulator.promise;
  const booted = boot();
  await vi.waitFor(() => expect(done).toEqual(['database']));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(done).toEqual(['database']);
  expect(left.__guicheSetUpLink, 'nothing is ready yet').toBeUndefined();
  process.env.GUICHE_SIMULATOR = JSON.stringify({
    pix: { baseUrl: 'http://127.0.0.1:9/v1', accessToken: 't' },
  });
  simulator.resolve();
  await booted;
  expect(done).toEqual(['database', 'accounts', 'background']);
  expect(synced.slugs).toEqual(['pix']);
  expect(left.__guicheSetUpLink).toBeNull();
});

it('a simulator that does not start is why the product does not', async () => {
  const { boot } = await import('#lib/boot.ts');
  left.__guicheSimulator = Promise.reject(new Error('The simulator ended with 1 before it was ready.'));
  await expect(boot()).rejects.toThrow('The simulator ended with 1');
});
