import { randomUUID } from 'node:crypto';
import { accountById } from '#lib/accounts/server/account.ts';
import type { Ctx } from '#lib/api/context.ts';
import { callContext } from '#lib/api/testing/calls.ts';
import type { Permission } from '#lib/auth/permissions.ts';
import { seal } from '#lib/auth/server/seal.ts';
import { provenSession } from '#lib/auth/server/testing/proven-session.ts';
import { invalidateAfter } from '#lib/data/cache.ts';
import { db } from '#lib/data/client.ts';
import { accounts } from '#lib/data/schema/accounts.ts';
import { operators } from '#lib/data/schema/operators.ts';
import type { TestSimulator } from '#lib/providers/pix/testing/test-simulator.ts';

type Over = { operator?: string; permissions?: Permission[]; settings?: Record<string, string> };

/** An account of its own on the simulator (its own circuit and budget too), and a call's context on it. */
export function simulatorContext(simulator: TestSimulator, over: Over = {}): Promise<Ctx> {
  const { pix, sandboxPix, controlUrl } = simulator;
  const credentials = { accessToken: pix.accessToken, sandboxToken: sandboxPix.token };
  const settings = { sandboxUrl: sandboxPix.url, controlUrl, ...over.settings };
  return contextOfNew({ kind: 'pix', name: 'Pix', baseUrl: pix.baseUrl, credentials, settings }, over);
}

/** A Hub account of its own on the simulator. */
export function hubContext(simulator: TestSimulator): Promise<Ctx> {
  const { hub, controlUrl } = simulator;
  const { baseUrl, clientId, clientSecret } = hub;
  const credentials = { clientId, clientSecret, auth: 'token' };
  return contextOfNew({ kind: 'hub', name: 'Hub', baseUrl, credentials, settings: { controlUrl } });
}

type NewAccount = Pick<typeof accounts.$inferInsert, 'kind' | 'name' | 'baseUrl' | 'settings'> & {
  credentials: object;
};

async function contextOfNew({ credentials, ...account }: NewAccount, over: Over = {}): Promise<Ctx> {
  const id = randomUUID();
  await invalidateAfter('accounts', () =>
    db()
      .insert(accounts)
      .values({
        ...account,
        id,
        slug: `${account.kind === 'hub' ? 'h' : 'a'}${id.slice(0, 8)}`,
        environment: 'sandbox',
        simulator: true,
        origin: 'simulator',
        credentials: seal(JSON.stringify(credentials), `credentials:${id}`),
      }),
  );
  return contextOn(id, over);
}

/** A call of this operator on an account that exists. */
export async function contextOn(accountId: string, over: Over = {}): Promise<Ctx> {
  const account = await accountById(accountId);
  if (account === null) throw new Error('No such account.');
  const { operator = 'op', permissions = ['read', 'webhook'] } = over;
  const who = { id: operator, name: `Name of ${operator}`, email: `${operator}@b.example` };
  await db().insert(operators).values(who).onConflictDoNothing();
  return callContext(account, who, permissions, {
    sessionId: await provenSession(operator),
    locale: 'en',
  });
}

type Answer = {
  status: number;
  operation: { id: string; state: string };
  result?: {
    id: string;
    secret?: string;
    secretId: string | null;
    secretLost?: boolean;
    forgotten?: boolean;
  };
};

/** The HTTP answer of a changing call. */
export async function answered(call: Promise<{ status: number; value: unknown }>): Promise<Answer> {
  const { status, value } = await call;
  return { status, ...(value as Omit<Answer, 'status'>) };
}

/** Has a charge paid, so that the simulator signs and delivers; its id. */
export async function payment(simulator: TestSimulator, callbackUrl?: string): Promise<string> {
  const { baseUrl, accessToken } = simulator.pix;
  const answer = await fetch(`${baseUrl}/pix`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ amount: 12.34, ...(callbackUrl === undefined ? {} : { callbackUrl }) }),
  });
  const { id } = (await answer.json()) as { id: string };
  await simulator.control('pay', { id });
  // Its time stands still between the tests' own steps.
  await simulator.control('time', { advanceMs: 30_000 });
  return id;
}
