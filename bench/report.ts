import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../scripts/install.mjs';
import { SECTIONS, type SectionName, type Spent } from './sections.ts';

/** One line of the table: what was measured, beside its reference of the same run. */
export type Row = {
  what: string;
  measured: string;
  reference: string;
  goal: string;
  /** Null where the figure has no goal of its own. */
  met: boolean | null;
  /** Everything behind the words, for results.json. */
  figures: Record<string, number | readonly number[]>;
};

export function printHead(): void {
  console.log(line(['what', 'measured', 'reference', 'goal', '']));
  console.log('-'.repeat(150));
}

export function printRow(row: Row): void {
  const mark = row.met === null ? ' ' : row.met ? '✓' : '✗';
  console.log(line([row.what, row.measured, row.reference, row.goal, mark]));
}

/** Beside what each section was said to take, and the sections that gave no figures. */
export function printDurations(spent: Spent, none: { left: SectionName[]; failed: SectionName[] }): void {
  const said = (name: SectionName) => `${SECTIONS[name].minutes} min`;
  console.log('');
  for (const { name, minutes } of spent)
    console.log(line([name, `${minutes.toFixed(1)} min`, `said: ${said(name)}`]));
  const whole = spent.reduce((sum, { minutes }) => sum + minutes, 0);
  console.log(line(['all of it', `${whole.toFixed(1)} min`]));
  for (const name of none.left)
    console.log(`Left out, for the run would take too long: ${name} (--only=${name})`);
  for (const name of none.failed) console.log(`Failed: ${name}`);
}

const WIDTHS = [52, 30, 34, 30, 1];
const line = (cells: string[]) =>
  cells
    .map((cell, index) => cell.padEnd(WIDTHS[index] ?? 0))
    .join(' ')
    .trimEnd();

/** bench/results.json: the rows with the commit and the machine they belong to. */
export function writeResults(rows: readonly Row[], options: object): string {
  const file = join(ROOT, 'bench/results.json');
  const machine = { cores: cpus().length, cpu: cpus()[0]?.model ?? '', memoryMb: mb(totalmem()) };
  const results = {
    at: new Date().toISOString(),
    commit: commit(),
    node: process.version,
    machine,
    options,
    rows,
  };
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
  return file;
}

function commit(): string {
  try {
    return execFileSync('git', ['describe', '--always', '--dirty'], { cwd: ROOT, encoding: 'utf8' }).trim();
  } catch {
    return 'unknown';
  }
}

export const mb = (bytes: number) => Math.round(bytes / 1_048_576);
export const kb = (bytes: number) => `${(bytes / 1024).toFixed(0)} KB`;
export const ms = (value: number) => `${value.toFixed(value < 20 ? 1 : 0)} ms`;
export const times = (value: number) => `${value.toFixed(2)} ×`;
