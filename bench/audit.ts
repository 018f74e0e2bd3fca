import { startPostgres } from '../scripts/postgres.ts';
import { runInside } from './inside.ts';
import { median, residentBytes, timed, watchMemory } from './measure.ts';
import { type Bench, openBench, SECRET } from './products.ts';
import { ms, type Row } from './report.ts';

const MOST_MS = 300;
const MOST_MB = 100;
const API = '/api/audit?limit=50';
/** Each of its filters, common and rare, alone and together. */
const FILTERS: Readonly<Record<string, string>> = {
  nothing: API,
  'one busy person': `${API}&operator=ready-finance`,
  'one rare person': `${API}&operator=rare`,
  'one account': `${API}&account=pix`,
  'a common group': `${API}&action=money`,
  'a rare action': `${API}&action=account.credential`,
  'what was refused': `${API}&result=refused`,
  'one session': `${API}&session=s00042`,
  'one thing': `${API}&target=thing-4711`,
  'an old day': `${API}&from=2025-02-03&to=2025-02-03`,
  'a rare person on an old day': `${API}&operator=rare&from=2025-02-03&to=2025-02-03`,
  'all of them': `${API}&operator=ready-finance&account=pix&action=money&result=failed&from=2025-01-10&to=2025-11-20`,
};

/** The audit log's page and its filters with so many entries, on PostgreSQL. */
export async function auditRows(entries: number, quick: boolean): Promise<Row[]> {
  const postgres = await startPostgres();
  const env = { DATABASE_URL: postgres.url, GUICHE_SECRET: SECRET };
  const bench = await openBench(1_000, { env });
  try {
    // A year of entries behind those of the start.
    await runInside('audit-fill.ts', [postgres.url, String(entries)], { GUICHE_SECRET: SECRET });
    return [...(await measured(bench, entries, quick ? 10 : 40)), await verified(bench, entries)];
  } finally {
    await bench.stop();
    await postgres.stop();
  }
}

async function measured({ dashboard }: Bench, entries: number, rounds: number): Promise<Row[]> {
  const medianOf = async (path: string) => {
    await dashboard(path);
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) times.push(await timed(() => dashboard(path)));
    return median(times);
  };
  const page = await medianOf('/settings/audit');
  const figures: Record<string, number> = {};
  for (const [name, path] of Object.entries(FILTERS)) figures[name] = await medianOf(path);
  const [slowest, most] = Object.entries(figures).toSorted(([, a], [, b]) => b - a)[0] ?? ['', 0];
  const row = (what: string, time: number, more: Record<string, number>): Row => ({
    what: `audit of ${entries.toLocaleString('en')} entries: ${what}`,
    measured: ms(time),
    reference: '',
    goal: `≤ ${MOST_MS} ms`,
    met: time <= MOST_MS,
    figures: more,
  });
  return [
    row('page (HTML)', page, { page }),
    { ...row('slowest filter', most, figures), reference: slowest },
  ];
}

type Verdict = { entries: number; intact: boolean; running: boolean };

/** From the first entry to the last, in a server that is in use; nobody else asks meanwhile. */
async function verified({ product: { url, pid }, cookie }: Bench, entries: number): Promise<Row> {
  const [before, memory] = [residentBytes(pid), watchMemory(pid)];
  const begun = performance.now();
  let verdict: Verdict;
  // Each call joins the one that is under way and waits eight seconds for its end.
  do {
    const answer = await fetch(`${url}/api/audit/verify`, {
      method: 'POST',
      headers: { cookie, origin: url },
    });
    verdict = (await answer.json()) as Verdict;
  } while (verdict.running);
  const seconds = (performance.now() - begun) / 1000;
  if (!verdict.intact || verdict.entries < entries)
    throw new Error(`The chain does not hold: ${JSON.stringify(verdict)}`);
  const grown = (memory.stop() - before) / 1024 ** 2;
  return {
    what: `audit of ${entries.toLocaleString('en')} entries: verified from the first to the last`,
    measured: `${seconds.toFixed(0)} s, + ${grown.toFixed(0)} MB`,
    reference: '',
    goal: `memory ≤ + ${MOST_MB} MB`,
    met: grown <= MOST_MB,
    figures: { seconds, perSecond: verdict.entries / seconds, grown },
  };
}
