import { createHash } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { callContext } from '#lib/api/testing/calls.ts';
import type { Permission } from '#lib/auth/permissions.ts';
import { seal } from '#lib/auth/server/seal.ts';
import { invalidateAfter } from '#lib/data/cache.ts';
import { db } from '#lib/data/client.ts';
import { accounts } from '#lib/data/schema/accounts.ts';
import { grants, operators } from '#lib/data/schema/operators.ts';
import { DEFENSE } from '#lib/disputes/server/send-defense.ts';
import { registerOperationKinds } from '#lib/operations/server/kind.ts';
import { startTestSimulator, type TestSimulator } from '#lib/providers/pix/testing/test-simulator.ts';
import { withDatabase } from '../../../../e2e/support/test-database.ts';

const PEOPLE = [
  { id: 'livia', name: 'Lívia Prates', role: 'analyst' },
  { id: 'caio', name: 'Caio Fontes', role: 'analyst' },
  { id: 'davi', name: 'Davi Moura', role: 'viewer' },
] as const;
export const ANALYST: Permission[] = ['read', 'reveal', 'export', 'dispute', 'resend'];

type Infraction = {
  id: string;
  status: string;
  expiresAt: string;
  defenseHistory: { id: string; defense: string }[];
};
export type Bench = ReturnType<typeof benchOf>;

/** An empty database with one account at a simulator of its own, and three people. Time limits are short. */
export function withBench(transactions = 600): () => Bench {
  process.env.GUICHE_READ_MS = '1500';
  process.env.GUICHE_CHANGE_MS = '1500';
  withDatabase();
  let simulator: TestSimulator | null = null;
  let bench: Bench | null = null;
  beforeAll(async () => {
    simulator = await startTestSimulator({ transactions });
    registerOperationKinds([DEFENSE]);
    bench = benchOf(simulator, await fill(simulator));
  });
  afterAll(async () => simulator?.stop());
  return () => {
    if (bench === null) throw new Error('The bench stands only while tests run.');
    return bench;
  };
}

async function fill({ pix }: TestSimulator): Promise<Ctx['account']> {
  const account = {
    id: `acc-${createHash('sha256').update(pix.baseUrl).digest('hex').slice(0, 8)}`,
    ...({ slug: 'pix', kind: 'pix', name: 'Pix', environment: 'sandbox', simulator: true } as const),
    origin: 'simulator',
    baseUrl: pix.baseUrl,
    settings: {},
  };
  const credentials = seal(JSON.stringify({ accessToken: pix.accessToken }), `credentials:${account.id}`);
  await invalidateAfter('accounts', () =>
    db()
      .insert(accounts)
      .values({ ...account, credentials }),
  );
  for (const { id, name, role } of PEOPLE) {
    await db()
      .insert(operators)
      .values({ id, name, email: `${id}@guiche.example` });
    await db().insert(grants).values({ operatorId: id, account: '*', role });
  }
  return { ...account, sealedCredentials: credentials };
}

let made = 0;

function benchOf({ pix, control }: TestSimulator, account: Ctx['account']) {
  const headers = { authorization: `Bearer ${pix.accessToken}`, 'content-type': 'application/json' };
  /** Any GET below the provider's base address. */
  const read = async (path: string): Promise<unknown> =>
    (await fetch(`${pix.baseUrl}${path}`, { headers })).json();
  /** Opens a dispute on a charge that was paid for it. */
  const open = async (more: object = {}) => {
    made += 1;
    const body = JSON.stringify({ amount: 100 + made, clientReference: `bench-${Date.now()}-${made}` });
    const charge = await fetch(`${pix.baseUrl}/pix`, { method: 'POST', headers, body });
    const { id: transactionId } = (await charge.json()) as { id: string };
    await control('pay', { transactionId });
    const { dispute } = (await control('dispute', { transactionId, ...more })) as { dispute: { id: string } };
    return { id: dispute.id, transactionId };
  };
  return {
    control,
    read,
    open,
    /** The dispute as the provider stores it. */
    stored: async (id: string) => (await read(`/user/infractions/${id}`)) as Infraction,
    context: (who: (typeof PEOPLE)[number]['id'] = 'livia', permissions = ANALYST) =>
      contextOf(account, who, permissions),
    /** How many calls of a kind the provider got. */
    calls: async (method: string, part: string) => {
      const { requests } = (await control('requests')) as { requests: { method: string; path: string }[] };
      return requests.filter((one) => one.method === method && one.path.includes(part)).length;
    },
    /** Somebody answers the dispute in the provider's own panel. */
    defendElsewhere: async (id: string, text: string) => {
      const body = new FormData();
      body.append('defense', text);
      const { authorization } = headers;
      const url = `${pix.baseUrl}/user/infractions/${id}/defenses`;
      const answer = await fetch(url, { method: 'POST', headers: { authorization }, body });
      if (answer.status !== 201) throw new Error(await answer.text());
    },
  };
}

function contextOf(account: Ctx['account'], id: string, permissions: Permission[]): Ctx {
  const name = PEOPLE.find((one) => one.id === id)?.name ?? id;
  return callContext(account, { id, name, email: `${id}@guiche.example` }, permissions);
}
