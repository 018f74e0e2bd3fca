import { Pool } from 'undici';
import { startBare } from './bare.ts';
import { interleaved, median, paced, percentile, processorMs, throughput, timed } from './measure.ts';
import { againList, type Bench, get, nextList, settled } from './products.ts';
import { ms, type Row, times } from './report.ts';

const RATE = 50;
const WIDTH = 16;

/** A list of 100 transactions: what the dashboard adds to the provider's own time, and how many it serves. */
export async function listRows(bench: Bench, quick: boolean): Promise<Row[]> {
  await settled(bench);
  for (let warm = 0; warm < 200; warm += 1) await bench.dashboard(nextList().dashboard);
  return [
    await addedMedian(bench, quick),
    await addedTail(bench, quick),
    await mostRequests(bench, quick, { what: 'never asked before', ask: nextList, goal: 0.3 }),
    await mostRequests(bench, quick, { what: 'asked again', ask: againList, goal: 0.5 }),
  ];
}

async function addedMedian({ dashboard, straight, product }: Bench, quick: boolean): Promise<Row> {
  const pairs = quick ? 200 : 1000;
  const before = processorMs(product.pid);
  const figures = await interleaved(pairs, {
    straight: () => timed(() => straight(nextList().straight)),
    dashboard: () => timed(() => dashboard(nextList().dashboard)),
  });
  const processor = (processorMs(product.pid) - before) / pairs;
  const [own, whole] = [median(figures.straight), median(figures.dashboard)];
  return {
    what: 'list of 100: added median',
    measured: `${ms(whole - own)} (${ms(processor)} processor)`,
    reference: `straight ${ms(own)}`,
    goal: '≤ 3 ms added',
    met: whole - own <= 3,
    figures: { straight: own, dashboard: whole, added: whole - own, processor },
  };
}

async function addedTail({ dashboard, straight }: Bench, quick: boolean): Promise<Row> {
  const seconds = quick ? 3 : 10;
  const all = { straight: [] as number[], dashboard: [] as number[] };
  for (let round = 0; round < 3; round += 1) {
    all.straight.push(...(await paced(RATE, seconds, () => straight(nextList().straight))));
    all.dashboard.push(...(await paced(RATE, seconds, () => dashboard(nextList().dashboard))));
  }
  const [own, whole] = [percentile(all.straight, 99), percentile(all.dashboard, 99)];
  return {
    what: `list of 100: added 99th percentile at ${RATE} requests/s`,
    measured: ms(whole - own),
    reference: `straight ${ms(own)}`,
    goal: '≤ 15 ms added',
    met: whole - own <= 15,
    figures: { straight: own, dashboard: whole, added: whole - own },
  };
}

type Asked = { what: string; ask: typeof nextList; goal: number };

async function mostRequests(
  { dashboard, straight, product }: Bench,
  quick: boolean,
  { what, ask, goal }: Asked,
): Promise<Row> {
  const { baseUrl = '', accessToken = '' } = product.simulator?.pix ?? {};
  const bare = await startBare('bare-proxy.ts', [new URL(baseUrl).origin, accessToken]);
  const pool = new Pool(bare.url, { connections: 64 });
  const seconds = quick ? 2 : 5;
  const figures = await interleaved(3, {
    straight: () => throughput(WIDTH, seconds, () => straight(ask().straight)),
    proxy: () => throughput(WIDTH, seconds, () => get(pool, `/v1${ask().straight}`, {})),
    dashboard: () => throughput(WIDTH, seconds, () => dashboard(ask().dashboard)),
  });
  await pool.close();
  bare.stop();
  const [own, proxy, whole] = [median(figures.straight), median(figures.proxy), median(figures.dashboard)];
  return {
    what: `list of 100, ${what}: most requests/s`,
    measured: `${whole.toFixed(0)}/s, ${times(whole / proxy)}`,
    reference: `bare proxy ${proxy.toFixed(0)}/s (straight ${own.toFixed(0)}/s)`,
    goal: `≥ ${goal} × the proxy`,
    met: whole / proxy >= goal,
    figures: { straight: own, proxy, dashboard: whole, ratio: whole / proxy },
  };
}
