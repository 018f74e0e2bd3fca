import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, inArray, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { verifyAudit } from '#lib/audit/verify.ts';
import { db, openDatabase } from '#lib/db/client.ts';
import { auditLog } from '#lib/db/schema/audit.ts';
import { operations } from '#lib/db/schema/operations.ts';
import { registerOperationKinds } from '#lib/operations/server/kind.ts';
import { lookUpOperation } from '#lib/operations/server/look-up.ts';
import { recoverOperations } from '#lib/operations/server/recover.ts';
import { PAYMENT_KINDS } from '#lib/payments/server/payment-kinds.ts';
import { startTestSimulator, type TestSimulator } from '#lib/providers/pix/test-simulator.ts';
import { outliving } from '../../../e2e/support/outliving-provider.ts';
import { type Product, startProduct } from '../../../e2e/support/product.ts';
import { type TestDatabase, testDatabase } from '../../../e2e/support/test-database.ts';
import { tellFigures } from '../../../scripts/faults/figures.ts';
import { operatorOf, type Told, underLoad } from './testing/load.ts';

/**
 * The whole product, killed again and again (kill -9) while operators send money, on a provider that outlives it. Only
 * by `npm run faults`, which has built the product: GUICHE_KILLS says how often.
 */
const KILLS = Number(process.env.GUICHE_KILLS ?? 0);
const INSTANCES = Number(process.env.GUICHE_INSTANCES ?? 1);
const ENGINE = process.env.GUICHE_TEST_ENGINE === 'postgres' ? 'postgres' : 'pglite';
const HOUR = 3_600_000;
const SECRET = 'a secret of thirty-two bytes or more';

test.skipIf(KILLS === 0 || INSTANCES !== 1)(`killed ${KILLS} times`, () => run('kills', 1), HOUR * 6);
test.skipIf(KILLS === 0 || INSTANCES !== 2 || ENGINE === 'pglite')(
  `two instances, one of them killed in turn, ${KILLS} times`,
  () => run('instances', 2),
  HOUR * 6,
);

async function run(part: string, instances: number): Promise<void> {
  const [simulator, database] = await Promise.all([
    startTestSimulator({ transactions: 100 }),
    testDatabase(),
  ]);
  const folders = Array.from({ length: instances }, (_, at) =>
    at === 0 ? database.dataDir : mkdtempSync(join(tmpdir(), 'guiche-kills-')),
  );
  try {
    await simulator.control('state', { dailyLimit: 90_000_000 });
    await simulator.control('fault', {
      kind: 'latency',
      ms: 60,
      percent: 60,
      method: 'POST',
      untilCleared: true,
    });
    const start = starter(simulator, database);
    const { told, reopened } = await killAgainAndAgain(folders, start);
    const left = await judge(database, simulator, told);
    tellFigures(`${part} ${ENGINE}`, {
      kills: KILLS,
      'answers that confirmed': told.filter(({ state }) => state === 'confirmed').length,
      ...left,
      'reopened in s, median': (median(reopened) / 1000).toFixed(1),
      'reopened in s, longest': (Math.max(...reopened) / 1000).toFixed(1),
    });
  } finally {
    await simulator.stop();
    await database.drop();
    for (const folder of folders.slice(1)) rmSync(folder, { recursive: true, force: true });
  }
}

const median = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;

type Start = (dataDir: string) => Promise<Product>;

function starter(simulator: TestSimulator, { databaseUrl }: TestDatabase): Start {
  const env = {
    ...outliving(simulator).env,
    ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
    GUICHE_SECRET: SECRET,
    GUICHE_CHANGE_MS: '2000',
  };
  return (dataDir) => startProduct({ dataDir, env });
}

/** With one instance everything goes and comes back; with two the other works on while one is away. */
async function killAgainAndAgain(folders: string[], start: Start) {
  const told: Told[] = [];
  const reopened: number[] = [];
  const running: Product[] = [];
  for (const folder of folders) running.push(await start(folder));
  try {
    for (let kill = 0; kill < KILLS; kill += 1) {
      const at = kill % running.length;
      const operators = await Promise.all(running.map((product) => operatorOf(product)));
      const load = underLoad(operators, told);
      await new Promise((done) => setTimeout(done, 400 + Math.random() * 1_600));
      await running[at]?.kill();
      const gone = Date.now();
      running[at] = await start(folders[at] as string);
      reopened.push(Date.now() - gone);
      await load.end();
    }
    // What a killed one left is taken up at once by the next.
    await new Promise((done) => setTimeout(done, 15_000));
  } finally {
    await Promise.all(running.map((product) => product.stop()));
  }
  return { told, reopened };
}

async function judge(database: TestDatabase, simulator: TestSimulator, told: Told[]) {
  process.env.GUICHE_SECRET = SECRET;
  process.env.GUICHE_DATA_DIR = database.dataDir;
  process.env.DATABASE_URL = database.databaseUrl ?? '';
  await openDatabase(database);
  try {
    registerOperationKinds(PAYMENT_KINDS);
    const before = await all();
    const undecided = before.filter(({ state }) => !['confirmed', 'rejected'].includes(state));
    await settleAll();
    return { ...(await compare(simulator, told)), 'undecided after the last start': undecided.length };
  } finally {
    const ends = (globalThis as { __guicheShutdown?: { end: () => Promise<unknown> }[] }).__guicheShutdown;
    for (const part of ends?.splice(0).toReversed() ?? []) await part.end();
    for (const name of ['guicheDatabase', 'guicheOpening', 'guicheEmbedded', 'guichePorts'])
      delete (globalThis as Record<string, unknown>)[name];
  }
}

const all = () => db().select().from(operations);

/** An hour of finding nothing lies behind what never arrived. */
async function settleAll(): Promise<void> {
  await recoverOperations({ everything: true });
  const unknown = eq(operations.state, 'unknown');
  await db().update(operations).set({ absentSince: sql`now() - interval '2 hours'` }).where(unknown);
  for (const { id } of await db().select({ id: operations.id }).from(operations).where(unknown))
    await lookUpOperation(id, { due: false });
}

async function compare(simulator: TestSimulator, told: Told[]) {
  const rows = await all();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const open = rows.filter(({ state }) => !['confirmed', 'rejected'].includes(state));
  expect(open, 'every intent has its end').toEqual([]);
  const lost = told.filter(({ operation, state }) => {
    const row = byId.get(operation);
    return row === undefined || (state === 'confirmed' && row.state !== 'confirmed');
  });
  expect(lost, 'no acknowledged write is lost').toEqual([]);
  expect(Math.max(...rows.map(({ attempts }) => attempts)), 'nothing is sent twice').toBe(1);
  const confirmed = rows.filter(({ state }) => state === 'confirmed').map((row) => row.clientReference ?? '');
  const held = await ledger(simulator);
  expect(held.toSorted(), 'the ledger holds what is confirmed, once').toEqual(confirmed.toSorted());
  expect(new Set(held).size).toBe(held.length);
  expect(await verifyAudit(), 'the audit chain holds').toMatchObject({ intact: true });
  const ends = await db()
    .select({ target: auditLog.target })
    .from(auditLog)
    .where(inArray(auditLog.action, ['charge.create.confirmed', 'withdrawal.key.confirmed']));
  expect(ends.map(({ target }) => target ?? '').toSorted(), 'each end is in the audit').toEqual(
    confirmed.toSorted(),
  );
  expect(confirmed.length, 'there was a load').toBeGreaterThan(KILLS);
  return { operations: rows.length, confirmed: confirmed.length, 'ledger rows': held.length };
}

/** Client references of everything that the product made at the provider. */
async function ledger({ pix }: TestSimulator): Promise<string[]> {
  const headers = { authorization: `Bearer ${pix.accessToken}` };
  const found: string[] = [];
  for (let page = 1; ; page += 1) {
    const answer = await fetch(`${pix.baseUrl}/user/transactions?limit=500&page=${page}`, { headers });
    const { transactions } = (await answer.json()) as { transactions: { clientReference: string | null }[] };
    if (transactions.length === 0) return found;
    const references = transactions.map(({ clientReference }) => clientReference ?? '');
    found.push(...references.filter((reference) => reference.startsWith('gch_')));
  }
}
