import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Account, accountById } from '#lib/accounts/server/account.ts';
import { seal } from '#lib/auth/server/seal.ts';
import { settings } from '#lib/core/env/settings.ts';
import { invalidateAfter } from '#lib/data/cache.ts';
import { db } from '#lib/data/client.ts';
import { accounts } from '#lib/data/schema/accounts.ts';
import { portFor } from '#lib/providers/registry.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

withDatabase();

const CREDENTIALS = { accessToken: 't', clientId: 'c', clientSecret: 's', auth: 'token' };
let localServer: Server;
let reached = 0;
beforeAll(async () => {
  localServer = createServer((_, response) => response.end('{"available":1,"bid":"5.0","ask":"5.1"}'));
  // A connection of an earlier test may stay open: what comes over it counts too.
  for (const what of ['connection', 'request'])
    localServer.on(what, () => {
      reached += 1;
    });
  localServer.listen(0, '127.0.0.1');
  await once(localServer, 'listening');
});
afterAll(() => localServer.close());
beforeEach(() => {
  reached = 0;
});
afterEach(() => {
  Object.assign(settings(), { allowPrivateAddresses: false });
});

type From = 'environment' | 'simulator' | 'settings';
/** An account on this machine's own port, as it is read from its row. */
async function accountFrom(origin: From, kind: Account['kind'], host = '127.0.0.1'): Promise<Account> {
  const id = randomUUID();
  const { port } = localServer.address() as AddressInfo;
  const row = {
    ...{ id, slug: `g${id.slice(0, 8)}`, kind, name: 'Near', environment: 'production', origin },
    ...{ simulator: origin === 'simulator', baseUrl: `http://${host}:${port}/v1`, settings: {} },
    credentials: seal(JSON.stringify(CREDENTIALS), `credentials:${id}`),
  };
  await invalidateAfter('accounts', () => db().insert(accounts).values(row));
  const account = await accountById(id);
  if (account === null) throw new Error('No such account.');
  return account;
}
const callProvider = (account: Account) => {
  const port = portFor(account);
  return (port.card?.rate('USD', {}) ?? port.balance?.({}) ?? Promise.resolve()).then(
    () => 'answered',
    ({ code }: { code: string }) => code,
  );
};

describe('A11: the guard on the connections of an account', () => {
  it.each(['pix', 'hub', 'card'] as const)(
    '%s: one that a person entered opens none to a near address',
    async (kind) => {
      for (const host of ['127.0.0.1', 'localhost'])
        expect(await callProvider(await accountFrom('settings', kind, host))).toBe('provider_unavailable');
      expect(reached).toBe(0);
    },
  );

  it.each(['environment', 'simulator'] as const)('those of the %s stand where they say', async (origin) => {
    for (const kind of ['pix', 'hub', 'card'] as const) await callProvider(await accountFrom(origin, kind));
    expect(reached).toBeGreaterThan(0);
  });

  it('the setting opens near addresses to entered ones', async () => {
    Object.assign(settings(), { allowPrivateAddresses: true });
    const open = await accountFrom('settings', 'pix');
    expect(await callProvider(open)).toBe('answered');
    expect(reached).toBeGreaterThan(0);
  });

  it('an account that the environment takes over is guarded no longer, and one that a person enters is', async () => {
    const account = await accountFrom('environment', 'pix');
    expect(await callProvider(account)).toBe('answered');
    expect(await callProvider({ ...account, entered: true })).toBe('provider_unavailable');
    expect(await callProvider(account)).toBe('answered');
  });
});
