import { Pool } from 'undici';
import { median, sleep, timed } from './measure.ts';
import { type Bench, nextList } from './products.ts';
import { ms, type Row, times } from './report.ts';

/** Of set-ups and of sign-ins, each: what a reviewer's flood made everybody wait a second and a half with was 34. */
const PER_SECOND = 40;
const ROUNDS = 3;

/** A signed-in reader's list, quiet and while strangers try passwords and set-up links, in turn. */
export async function floodRows(bench: Bench, quick: boolean): Promise<Row[]> {
  const seconds = quick ? 3 : 10;
  for (let warm = 0; warm < 100; warm += 1) await bench.dashboard(nextList().dashboard);
  const quiet: number[] = [];
  const flooded: number[] = [];
  const answered = new Map<number, number>();
  for (let round = 0; round < ROUNDS; round += 1) {
    quiet.push(...(await readFor(bench, seconds)));
    const flood = await startFlood(bench, answered);
    flooded.push(...(await readFor(bench, seconds)));
    await flood.stop();
  }
  const [own, during] = [median(quiet), median(flooded)];
  const told = [...answered].map(([status, count]) => `${count} × ${status}`).join(', ');
  return [
    {
      what: `a reader during ${PER_SECOND} set-ups and ${PER_SECOND} sign-ins a second`,
      measured: `${ms(during)}, ${times(during / own)}`,
      reference: `quiet ${ms(own)} (${told})`,
      goal: '≤ 2 ×',
      met: during / own <= 2,
      figures: { quiet: own, flooded: during, ratio: during / own },
    },
  ];
}

async function readFor(bench: Bench, seconds: number): Promise<number[]> {
  const taken: number[] = [];
  for (const until = performance.now() + seconds * 1000; performance.now() < until; )
    taken.push(await timed(() => bench.dashboard(nextList().dashboard)));
  return taken;
}

/** Posts at a fixed pace, whether or not earlier ones were answered. */
async function startFlood({ product: { url } }: Bench, answered: Map<number, number>) {
  const csrf = await fetch(`${url}/api/auth/csrf`);
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const cookie = csrf.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
  const pool = new Pool(url, { connections: 256 });
  const post = async (path: string, type: string, body: string) => {
    const headers = { origin: url, cookie, 'content-type': type };
    const { statusCode, body: given } = await pool.request({ path, method: 'POST', headers, body });
    await given.dump();
    answered.set(statusCode, (answered.get(statusCode) ?? 0) + 1);
  };
  const person = { name: 'x', email: 'x@example.test', password: 'três-gatos-no-telhado' };
  const running = new Set<Promise<void>>();
  let tries = 0;
  const timer = setInterval(() => {
    tries += 1;
    const email = `nobody-${tries}@example.test`;
    const form = new URLSearchParams({ email, password: 'guess', csrfToken, json: 'true' }).toString();
    const link = JSON.stringify({ ...person, token: `no-such-link-${tries}-xxxxxxxx` });
    for (const sent of [
      post('/api/auth/callback/credentials', 'application/x-www-form-urlencoded', form),
      post('/api/set-up', 'application/json', link),
    ]) {
      running.add(sent);
      void sent.finally(() => running.delete(sent));
    }
  }, 1000 / PER_SECOND);
  // The first answers are those that are judged; the flood is what comes after, too.
  await sleep(200);
  return {
    stop: async () => {
      clearInterval(timer);
      await Promise.allSettled(running);
      await pool.close();
    },
  };
}
