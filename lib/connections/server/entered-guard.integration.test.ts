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
let near: Server;
let reached = 0;
beforeAll(async () => {
  near = createServer((_, response) => response.end('{"available":1,"bid":"5.0","ask":"5.1"}'));
  // A connection of an earlier test may stay open: what comes over it counts too.
  for (const what of ['connection', 'request'])
    near.on(what, () => {
      reached += 1;
    });
  near.listen(0, '127.0.0.1');
  await once(near, 'listening');
});
afterAll(() => near.close());
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
  const { port } = near.address() as AddressInfo;
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
const ask = (account: Account) => {
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
        expect(await ask(await accountFrom('settings', kind, host))).toBe('provider_unavailable');
      expect(reached).toBe(0);
    },
  );

  it.each(['environment', 'simulator'] as const)('those of the %s stand where they say', async (origin) => {
    for (const kind of ['pix', 'hub', 'card'] as const) await ask(await accountFrom(origin, kind));
    expect(reached).toBeGreaterThan(0);
  });

  it('the setting opens near addresses to entered ones', async () => {
    Object.assign(settings(), { allowPrivateAddresses: true });
    const open = await accountFrom('settings', 'pix');
    expect(await ask(open)).toBe('answered');
    expect(reached).toBeGreaterThan(0);
  });

  it('an account that the environment takes over is guarded no longer, and one that a person enters is', async () => {
    const account = await accountFrom('environment', 'pix');
    expect(await ask(account)).toBe('answered');
    expect(await ask({ ...account, entered: true })).toBe('provider_unavailable');
    expect(await ask(account)).toBe('answered');
  });
});
