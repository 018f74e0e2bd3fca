import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type Account, accountBySlug } from '#lib/accounts/server/account.ts';
import { syncAccounts } from '#lib/accounts/server/sync-accounts.ts';
import { type Ctx, Reply } from '#lib/api/context.ts';
import { callContext } from '#lib/api/testing/calls.ts';
import type { Permission } from '#lib/auth/permissions.ts';
import { provenSession, sessionOf } from '#lib/auth/server/testing/proven-session.ts';
import { db } from '#lib/data/client.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { grants, operators } from '#lib/data/schema/operators.ts';
import { type OperationRow, registerOperationKinds } from '#lib/operations/server/kind.ts';
import { lookUpOperation } from '#lib/operations/server/look-up.ts';
import { PAYMENT_KINDS } from '#lib/payments/server/payment-kinds.ts';
import { startTestSimulator, type TestSimulator } from '#lib/providers/pix/testing/test-simulator.ts';
import { withDatabase } from '../../../../e2e/support/test-database.ts';

export const FINANCE: Permission[] = ['read', 'reveal', 'charge', 'refund', 'withdraw', 'approve'];
const PEOPLE = { marina: 'Marina Lopes', otto: 'Otto Reis', davi: 'Davi Moura' } as const;
export type Person = keyof typeof PEOPLE;

/** A payment as the Pix account's provider stores it. Amounts are BRL. */
export type ProviderPayment = {
  id: string;
  amount: number;
  status: string;
  clientReference: string | null;
  refundAmount: number | string | null;
};
export type Bench = {
  simulator: TestSimulator;
  account: Account;
  /** The Hub's account, the second one. */
  hub: Account;
  /** A call by this person; `settings` of the account as they would be. */
  context: (who?: Person, settings?: Record<string, string>, permissions?: Permission[]) => Ctx;
  /** The same on the Hub's account. */
  onHub: (who?: Person, settings?: Record<string, string>, permissions?: Permission[]) => Ctx;
  /** Any GET below the Hub's base address. */
  readHub: (path: string) => Promise<Record<string, unknown>>;
  /** A call past the product: from the merchant's own systems, or the provider's panel. */
  post: (path: string, body: object) => Promise<ProviderPayment>;
  /** Any GET below the provider's base address. */
  read: (path: string) => Promise<unknown>;
  /** The provider's payments with a reference. */
  paymentsWith: (clientReference: string) => Promise<ProviderPayment[]>;
  /** The provider's payments of a type since the test file began. */
  ledger: (type: string) => Promise<ProviderPayment[]>;
  /** A paid charge. Cents. */
  paid: (amount: number) => Promise<string>;
  /** How many calls of a kind the provider got since the test began. */
  calls: (method: string, path: string) => Promise<number>;
};

/** An empty database, a simulator whose time stands still, short limits. No fault is armed when a test begins. */
export function withMoney(options: Record<string, string | number> = {}): () => Bench {
  process.env.GUICHE_READ_MS = '1500';
  process.env.GUICHE_CHANGE_MS = '1500';
  withDatabase();
  let bench: Bench | null = null;
  let since = 0;
  beforeAll(async () => {
    const simulator = await startTestSimulator(options);
    registerOperationKinds(PAYMENT_KINDS);
    bench = await benchOf(simulator, () => since);
    await simulator.control('state', { dailyLimit: 90_000_000 });
  });
  beforeEach(async () => {
    await bench?.simulator.control('clear', { all: true });
    since = await requestsOf(bench).then((all) => all.length);
  });
  afterAll(async () => bench?.simulator.stop());
  return () => {
    if (bench === null) throw new Error('The bench stands only while tests run.');
    return bench;
  };
}

async function benchOf(simulator: TestSimulator, since: () => number): Promise<Bench> {
  const { account, hub } = await accountsOf(simulator);
  const provider = providerOf(simulator);
  const { nowMs } = (await simulator.control('state')).clock as { nowMs: number };
  const list = async (query: Record<string, string>) => {
    const all = await provider.read(`/user/transactions?${new URLSearchParams({ limit: '1000', ...query })}`);
    return (all as { transactions: ProviderPayment[] }).transactions;
  };
  const on =
    (one: Account, usual: Permission[]): Bench['context'] =>
    (who = 'marina', settings = {}, permissions = usual) =>
      contextOf({ ...one, settings: { ...one.settings, ...settings } }, who, permissions);
  return {
    simulator,
    account,
    hub,
    ...provider,
    context: on(account, FINANCE),
    onHub: on(hub, [...FINANCE, 'manage']),
    paymentsWith: (clientReference) => list({ clientReference }),
    ledger: (type) => list({ type, dateFrom: new Date(nowMs - 1000).toISOString() }),
    calls: async (method, path) => {
      const all = await requestsOf({ simulator });
      return all.slice(since()).filter((one) => one.method === method && one.path === path).length;
    },
  };
}

/** The simulator's Pix account and the Hub's, as the environment describes them. */
export function moneyAccounts({ pix, hub, controlUrl }: TestSimulator) {
  const common = { environment: 'sandbox', simulator: true, settings: { controlUrl } } as const;
  const { clientId, clientSecret } = hub;
  return [
    {
      ...common,
      ...({ slug: 'pix', kind: 'pix', baseUrl: pix.baseUrl } as const),
      credentials: { accessToken: pix.accessToken },
    },
    {
      ...common,
      ...({ slug: 'hub', kind: 'hub', baseUrl: hub.baseUrl } as const),
      credentials: { clientId, clientSecret, auth: 'token' },
    },
  ];
}

async function accountsOf(simulator: TestSimulator): Promise<{ account: Account; hub: Account }> {
  await syncAccounts(moneyAccounts(simulator));
  for (const [id, name] of Object.entries(PEOPLE)) {
    await db()
      .insert(operators)
      .values({ id, name, email: `${id}@guiche.example` });
    await db().insert(grants).values({ operatorId: id, account: '*', role: 'finance' });
    await provenSession(id);
  }
  const [first, second] = await Promise.all([accountBySlug('pix'), accountBySlug('hub')]);
  if (first === null || second === null) throw new Error('An account is not there.');
  return { account: first, hub: second };
}

/** The provider, called past the product. */
function providerOf({ pix, hub, control }: TestSimulator): Pick<Bench, 'read' | 'readHub' | 'paid' | 'post'> {
  const headers = { authorization: `Bearer ${pix.accessToken}`, 'content-type': 'application/json' };
  const basic = `Basic ${Buffer.from(`${hub.clientId}:${hub.clientSecret}`).toString('base64')}`;
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${pix.baseUrl}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return (await answer.json()) as ProviderPayment;
  };
  return {
    post,
    read: async (path) => (await fetch(`${pix.baseUrl}${path}`, { headers })).json(),
    async readHub(path) {
      const answer = await fetch(`${hub.baseUrl}${path}`, { headers: { authorization: basic } });
      return (await answer.json()) as Record<string, unknown>;
    },
    async paid(amount) {
      const { id } = await post('/pix', { amount: amount / 100 });
      await control('pay', { transactionId: id });
      return id;
    },
  };
}

type Seen = { method: string; path: string };

async function requestsOf(bench: Pick<Bench, 'simulator'> | null): Promise<Seen[]> {
  if (bench === null) return [];
  const { requests } = (await bench.simulator.control('requests')) as { requests: Seen[] };
  return requests;
}

function contextOf(account: Account, id: Person, permissions: Permission[]): Ctx {
  return callContext(account, { id, name: PEOPLE[id], email: `${id}@guiche.example` }, permissions, {
    sessionId: sessionOf(id),
    request: { id: randomUUID(), address: null, userAgent: null },
  });
}

export type Answer = {
  status: number;
  operation: { id: string; state: string; kind: string };
  result?: Record<string, { id: string; status: string; clientReference: string }>;
};

export async function answerOf(reply: Promise<Reply>): Promise<Answer> {
  const answer = await reply;
  if (!(answer instanceof Reply)) throw new Error('No reply.');
  return { status: answer.status, ...(answer.value as Omit<Answer, 'status'>) };
}

export async function rowOf(operation: string): Promise<OperationRow> {
  const [row] = await db().select().from(operations).where(eq(operations.id, operation));
  if (row === undefined) throw new Error('No such operation.');
  return row;
}

/** Its look-ups have found nothing for an hour. */
export const longAbsent = (operation: string) =>
  db()
    .update(operations)
    .set({ absentSince: new Date(Date.now() - 3_601_000) })
    .where(eq(operations.id, operation));

/** Looks it up as the job does, without its waits; `patience` is how often. */
export async function resolve(operation: string, patience = 20): Promise<OperationRow> {
  for (let round = 0; round < patience; round += 1) {
    await lookUpOperation(operation, { due: false });
    const row = await rowOf(operation);
    if (row.state !== 'unknown') return row;
    await new Promise((done) => setTimeout(done, 50));
  }
  return rowOf(operation);
}
