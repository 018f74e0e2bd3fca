import type { Bench } from './products.ts';
import type { Row } from './report.ts';

const OPERATORS = 20;
/** Reads of the provider that an overview makes, and the route by which the simulator counts each. */
const READS = [
  ['/balance', 'GET /user/balance'],
  ['/profile', 'GET /user'],
  ['/transactions?limit=10', 'GET /user/transactions'],
] as const;

/** Twenty operators open the overview at once: how often the provider is asked for each reading. */
export async function sharedRows({ dashboard, control }: Bench): Promise<Row[]> {
  const counts = async () => (await control('/state')).requests as Record<string, number>;
  const asked: number[] = [];
  for (const [path, route] of READS) {
    // Slow enough that all twenty are there before the first is answered.
    await control('/fault', { kind: 'latency', ms: 1000, path: route.slice(4), untilCleared: true });
    const before = (await counts())[route] ?? 0;
    await Promise.all(Array.from({ length: OPERATORS }, () => dashboard(`/api/accounts/pix${path}`)));
    asked.push(((await counts())[route] ?? 0) - before);
    await control('/clear', { all: true });
  }
  const most = Math.max(...asked);
  return [
    {
      what: `${OPERATORS} operators on the overview at once`,
      measured: `${asked.join(', ')} provider calls`,
      reference: `${READS.length} readings × ${OPERATORS}`,
      goal: 'one call for each reading',
      met: most === 1,
      figures: { balance: asked[0] ?? 0, profile: asked[1] ?? 0, transactions: asked[2] ?? 0 },
    },
  ];
}
