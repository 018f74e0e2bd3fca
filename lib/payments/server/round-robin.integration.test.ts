import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { startTestSimulator } from '#lib/providers/pix/testing/test-simulator.ts';
import { outliving } from '../../../e2e/support/outliving-provider.ts';
import { type Product, startProduct } from '../../../e2e/support/product.ts';
import { startRoundRobin } from '../../../e2e/support/round-robin.ts';
import { recordFigures } from '../../../scripts/faults/figures.ts';
import { freePort } from '../../../scripts/port.ts';
import { type Postgres, startPostgres } from '../../../scripts/postgres.ts';
import { operatorOf, sendAll } from './testing/load.ts';
import { matchLedger, SECRET } from './testing/match-ledger.ts';

/**
 * Instances behind a proxy that knows nothing of them, on one PostgreSQL, while withdrawals are sent and the worst
 * happens one after the other. Only by `npm run faults`, which has built the product.
 */
const WITHDRAWALS = Number(process.env.GUICHE_ROUND_ROBIN ?? 0);
const INSTANCES = Number(process.env.GUICHE_INSTANCES ?? 2);
const HOUR = 3_600_000;
const AWAY_MS = 30_000;
const FULL_MS = 15_000;
const DISK = '320m';
const CLOCK = resolve(import.meta.dirname, '../../../e2e/support/jumping-clock.mjs');

test.skipIf(WITHDRAWALS === 0)(`${INSTANCES} instances: ${WITHDRAWALS} withdrawals`, run, HOUR * 2);

async function run(): Promise<void> {
  const undo: (() => unknown)[] = [];
  const later = <T>(thing: T, end: (thing: T) => unknown): T => {
    undo.push(() => end(thing));
    return thing;
  };
  try {
    const folder = later(mkdtempSync(join(tmpdir(), 'guiche-round-robin-')), (at) =>
      rmSync(at, { recursive: true, force: true }),
    );
    // PostgreSQL runs as somebody else.
    chmodSync(folder, 0o711);
    const disk = later(smallDisk(folder), (at) => at?.unmount());
    const simulator = later(await startTestSimulator({ transactions: 100 }), (one) => one.stop());
    const postgres = later(
      await startPostgres(['fsync=off', 'min_wal_size=2MB', 'max_wal_size=8MB'], {
        dataFolder: disk?.folder ?? folder,
        make: ['--wal-segsize=1'],
      }),
      (one) => one.stop(),
    );
    // The products announce the proxy's address.
    const ports = await Promise.all(Array.from({ length: INSTANCES }, freePort));
    const products = later<Product[]>([], (all) => Promise.all(all.map((product) => product.stop())));
    const proxy = later(await startRoundRobin(ports), (one) => one.stop());
    await simulator.control('state', { dailyLimit: 90_000_000_000 });
    await simulator.control('fault', {
      kind: 'latency',
      ms: 60,
      percent: 60,
      method: 'POST',
      untilCleared: true,
    });
    const clock = (at: number) => join(folder, `clock-${at}`);
    const start = (at: number) =>
      startProduct({
        dataDir: join(folder, `data-${at}`),
        env: {
          ...outliving(simulator).env,
          PORT: String(ports[at]),
          DATABASE_URL: postgres.url,
          GUICHE_SECRET: SECRET,
          GUICHE_CHANGE_MS: '2000',
          GUICHE_URL: proxy.url,
          GUICHE_TEST_CLOCK: clock(at),
          NODE_OPTIONS: `--import=${CLOCK}`,
        },
      });
    for (let at = 0; at < INSTANCES; at += 1) {
      mkdirSync(join(folder, `data-${at}`));
      // The first is three minutes late from the start.
      writeFileSync(clock(at), at === 0 ? '-180000' : '0');
      products.push(await start(at));
    }
    const operator = await operatorOf(products[0] as Product);
    const events = withLease([
      async () => {
        await products[1]?.kill();
        products[1] = await start(1);
      },
      () => away(postgres),
      async () => writeFileSync(clock(1), String(HOUR)),
      () => (disk === null ? undefined : fill(disk, postgres)),
      async () => writeFileSync(clock(1), String(-HOUR)),
      () => proofsGrowOld(postgres),
    ]);
    const began = Date.now();
    const { reported, repeats } = await sendAll(operator, {
      password: products[0]?.signIns.find(({ role }) => role === 'finance')?.password ?? '',
      count: WITHDRAWALS,
      atOnce: 4 * INSTANCES,
      passed: (answered) => events.reached(answered / WITHDRAWALS),
    });
    const seconds = (Date.now() - began) / 1000;
    await events.end();
    await operator.dispose();
    // The other instances take up the operations that one left behind.
    await sleep(15_000);
    await Promise.all(products.splice(0).map((product) => product.stop()));
    const left = await matchLedger(
      { databaseUrl: postgres.url, dataDir: join(folder, 'data-0') },
      simulator,
      reported,
    );
    expect(new Set(reported.map(({ operation }) => operation)).size, 'an operation for each').toBe(
      WITHDRAWALS,
    );
    expect(left.operations, 'and none besides').toBe(WITHDRAWALS);
    recordFigures(`round-robin ${INSTANCES}`, {
      withdrawals: WITHDRAWALS,
      ...left,
      seconds: Math.round(seconds),
      'asked again': Object.entries(repeats)
        .map(([status, times]) => `${times} × ${status === '0' ? 'no answer' : status}`)
        .join(', '),
      'disk full': disk === null ? 'not tried: no right to mount one' : `${FULL_MS / 1000} s`,
    });
  } finally {
    for (const end of undo.toReversed()) await end();
  }
}

/** Each event once its share of the withdrawals is reached, one after the other. */
function withLease(events: (() => Promise<unknown> | undefined)[]) {
  let begun = 0;
  let last: Promise<unknown> = Promise.resolve();
  return {
    reached(share: number) {
      while (begun < events.length && share >= (begun + 1) / (events.length + 1)) {
        const event = events[begun];
        begun += 1;
        last = last.then(() => event?.());
        last.catch(() => undefined);
      }
    },
    end: () => last,
  };
}

async function away(postgres: Postgres): Promise<void> {
  const back = await postgres.away();
  await sleep(AWAY_MS);
  await back();
}

/** As after ten minutes: each withdrawal from now on requires a new proof of who sends it. */
async function proofsGrowOld({ url }: Postgres): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`update sessions set proved_at = proved_at - interval '11 minutes'`);
  await client.end();
}

type Disk = { folder: string; unmount: () => void };

/** A file system of its own for the database; null where one may not mount any. */
function smallDisk(folder: string): Disk | null {
  const at = join(folder, 'disk');
  mkdirSync(at);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK}`, 'tmpfs', at], { stdio: 'pipe' });
    return { folder: at, unmount: () => execFileSync('umount', [at]) };
  } catch {
    return null;
  }
}

/** Not a block left; the server ends by itself or not, and is started again once there is free space. */
async function fill({ folder }: Disk, postgres: Postgres): Promise<void> {
  const ballast = join(folder, 'ballast');
  const { bavail, bsize } = statfsSync(folder);
  try {
    writeFileSync(ballast, Buffer.alloc(bavail * bsize));
  } catch {
    // The server took the last of it.
  }
  await sleep(FULL_MS);
  rmSync(ballast);
  const back = await postgres.away();
  await back();
}
