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
