import { runInside } from './inside.ts';
import { ms, type Row, times } from './report.ts';

/** Milliseconds of `bench/numbers-parse.ts`, each the median of its rounds. */
type Parsed = { plain: number; one: number; all: number };

/**
 * A page of 1,000 transactions whose fees have more digits than a double holds: one such number once sent the whole
 * page through a reviver.
 */
export async function numberRows(quick: boolean): Promise<Row[]> {
  const written = await runInside('numbers-parse.ts', [String(quick ? 100 : 500)]);
  const { plain, one, all } = JSON.parse(written) as Parsed;
  const row = (what: string, taken: number): Row => ({
    what: `1,000 transactions parsed, ${what}`,
    measured: `${ms(taken)}, ${times(taken / plain)}`,
    reference: `short fees ${ms(plain)}`,
    goal: '',
    met: null,
    figures: { plain, taken, ratio: taken / plain },
  });
  return [row('one fee of 20 digits', one), row('each fee of 20 digits', all)];
}
