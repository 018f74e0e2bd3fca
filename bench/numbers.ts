import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ms, type Row, times } from './report.ts';

/** Milliseconds of `bench/numbers-parse.ts`, each the median of its rounds. */
type Parsed = { plain: number; one: number; all: number };

/**
 * A page of 1,000 transactions whose fees have more digits than a double holds: one such number once sent the whole
 * page through a reviver.
 */
export async function numberRows(quick: boolean): Promise<Row[]> {
  const file = join(import.meta.dirname, 'numbers-parse.ts');
  const args = ['--disable-warning=ExperimentalWarning', '--conditions=react-server', file];
  const { stdout } = await promisify(execFile)(process.execPath, [...args, String(quick ? 100 : 500)]);
  const { plain, one, all } = JSON.parse(stdout) as Parsed;
  // A reviver for one number took 2.5 times as long; what each number costs by itself has no bound.
  const row = (what: string, taken: number, most: number | null): Row => ({
    what: `1,000 transactions parsed, ${what}`,
    measured: `${ms(taken)}, ${times(taken / plain)}`,
    reference: `short fees ${ms(plain)}`,
    goal: most === null ? '' : `≤ ${most} ×`,
    met: most === null ? null : taken / plain <= most,
    figures: { plain, taken, ratio: taken / plain },
  });
  return [row('one fee of 20 digits', one, 2), row('each fee of 20 digits', all, null)];
}
