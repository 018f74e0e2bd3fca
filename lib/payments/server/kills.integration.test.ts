import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startTestSimulator, type TestSimulator } from '#lib/providers/pix/testing/test-simulator.ts';
import { outliving } from '../../../e2e/support/outliving-provider.ts';
import { type Product, startProduct } from '../../../e2e/support/product.ts';
import { type TestDatabase, testDatabase } from '../../../e2e/support/test-database.ts';
import { recordFigures } from '../../../scripts/faults/figures.ts';
import { operatorOf, type ReportedOutcome, underLoad } from './testing/load.ts';
import { matchLedger, SECRET } from './testing/match-ledger.ts';

/**
 * The whole product, killed again and again (kill -9) while operators send money, on a provider that outlives it. Only
 * by `npm run faults`, which has built the product: GUICHE_KILLS sets how often.
 */
const KILLS = Number(process.env.GUICHE_KILLS ?? 0);
const INSTANCES = Number(process.env.GUICHE_INSTANCES ?? 1);
const ENGINE = process.env.GUICHE_TEST_ENGINE === 'postgres' ? 'postgres' : 'pglite';
const HOUR = 3_600_000;

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
    const { reported, reopened } = await killAgainAndAgain(folders, start);
    const left = await matchLedger(database, simulator, reported);
    expect(left.confirmed, 'there was a load').toBeGreaterThan(KILLS);
    recordFigures(`${part} ${ENGINE}`, {
      kills: KILLS,
      'answers that confirmed': reported.filter(({ state }) => state === 'confirmed').length,
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
  const reported: ReportedOutcome[] = [];
  const reopened: number[] = [];
  const running: Product[] = [];
  for (const folder of folders) running.push(await start(folder));
  try {
    for (let kill = 0; kill < KILLS; kill += 1) {
      const at = kill % running.length;
      const operators = await Promise.all(running.map((product) => operatorOf(product)));
      const load = underLoad(operators, reported);
      await new Promise((done) => setTimeout(done, 400 + Math.random() * 1_600));
      await running[at]?.kill();
      const gone = Date.now();
      running[at] = await start(folders[at] as string);
      reopened.push(Date.now() - gone);
      await load.end();
    }
    // The next process takes up at once the operations that a killed one left.
    await new Promise((done) => setTimeout(done, 15_000));
  } finally {
    await Promise.all(running.map((product) => product.stop()));
  }
  return { reported, reopened };
}
