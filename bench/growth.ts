import { interleaved, median, timed } from './measure.ts';
import type { Bench } from './products.ts';
import { ms, type Row, times } from './report.ts';

const LIST = '/api/accounts/pix/transactions?limit=100';
const PAGE = '/pix/transactions';

/** The first page of the transactions with few at the provider, and with very many. */
export async function growthRows(few: Bench, many: Bench, quick: boolean): Promise<Row[]> {
  for (const bench of [few, many])
    for (let warm = 0; warm < 30; warm += 1) {
      await bench.dashboard(LIST);
      await bench.dashboard(PAGE);
    }
  const rounds = quick ? 60 : 300;
  return [
    await compare('first page of the list', LIST, { few, many, rounds }),
    await compare('first page of the list, as a page (HTML)', PAGE, { few, many, rounds }),
  ];
}

type Sides = { few: Bench; many: Bench; rounds: number };

async function compare(what: string, path: string, { few, many, rounds }: Sides): Promise<Row> {
  const figures = await interleaved(rounds, {
    few: () => timed(() => few.dashboard(path)),
    many: () => timed(() => many.dashboard(path)),
  });
  const [small, large] = [median(figures.few), median(figures.many)];
  return {
    what: `${what}, 10,000,000 rows`,
    measured: `${ms(large)}, ${times(large / small)}`,
    reference: `10,000 rows ${ms(small)}`,
    goal: '≤ 1.2 ×',
    met: large / small <= 1.2,
    figures: { few: small, many: large, ratio: large / small },
  };
}
