import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../scripts/install.mjs';

/** One line of the table: a figure, its reference from the same run, and its goal. */
export type Row = {
  what: string;
  measured: string;
  reference: string;
  goal: string;
  /** Null when the figure has no goal. */
  met: boolean | null;
  /** The numbers behind the text, for results.json. */
  figures: Record<string, number | readonly number[]>;
};

export const median = (values: readonly number[]) => percentile(values, 50);

/** The nearest-rank percentile; NaN for an empty list. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN;
}

/** Milliseconds that `run` takes. */
export async function timed(run: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await run();
  return performance.now() - began;
}

/** Runs each function once per round, so the machine's noise affects all of them equally. */
export async function interleaved<K extends string>(
  rounds: number,
  runs: Record<K, (round: number) => Promise<number>>,
): Promise<Record<K, number[]>> {
  const names = Object.keys(runs) as K[];
  const figures = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<K, number[]>;
  for (let round = 0; round < rounds; round += 1)
    for (const name of names) figures[name].push(await runs[name](round));
  return figures;
}

/** Starts one call every 1/rate s, whether earlier ones have ended or not; returns each call's ms. */
export async function paced(perSecond: number, seconds: number, run: () => Promise<unknown>) {
  const began = performance.now();
  const calls = Array.from({ length: perSecond * seconds }, async (_, index) => {
    await sleep(began + (index * 1000) / perSecond - performance.now());
    return timed(run);
  });
  return Promise.all(calls);
}

export const sleep = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, Math.max(0, milliseconds));
  });

/** Resident bytes of a process (Linux; NaN elsewhere). */
export function residentBytes(pid: number): number {
  try {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kilobytes) * 1024;
  } catch {
    return Number.NaN;
  }
}

/** The peak memory of a process until `stop` is called, in bytes. */
export function watchMemory(pid: number): { stop: () => number } {
  let most = residentBytes(pid);
  const timer = setInterval(() => {
    most = Math.max(most, residentBytes(pid));
  }, 50);
  return {
    stop: () => {
      clearInterval(timer);
      return most;
    },
  };
}

export const mb = (bytes: number) => Math.round(bytes / 1_048_576);
export const kb = (bytes: number) => `${(bytes / 1024).toFixed(0)} KB`;
export const ms = (value: number) => `${value.toFixed(value < 20 ? 1 : 0)} ms`;
export const times = (value: number) => `${value.toFixed(2)} ×`;

type Comparison = { what: string; small: number; large: number; reference: string; most?: number };

/** A time that must not grow with the amount of data: at most 1.2 times the reference. */
export function flatRow({ what, small, large, reference, most = Number.POSITIVE_INFINITY }: Comparison): Row {
  const ratio = large / small;
  return {
    what,
    measured: `${ms(large)}, ${times(ratio)}`,
    reference: `${reference} ${ms(small)}`,
    goal: Number.isFinite(most) ? `≤ 1.2 ×, ≤ ${most} ms` : '≤ 1.2 ×',
    met: ratio <= 1.2 && large <= most,
    figures: { small, large, ratio },
  };
}

const WIDTHS = [56, 30, 34, 30, 1];
const line = (cells: readonly string[]) =>
  cells
    .map((cell, index) => cell.padEnd(WIDTHS[index] ?? 0))
    .join(' ')
    .trimEnd();

export function printHead(): void {
  console.log(line(['what', 'measured', 'reference', 'goal', '']));
  console.log('-'.repeat(154));
}

export function printRow({ what, measured, reference, goal, met }: Row): void {
  console.log(line([what, measured, reference, goal, met === null ? ' ' : met ? '✓' : '✗']));
}

/** Writes bench/results.json: the rows with their commit and machine. Returns its path. */
export function writeResults(rows: readonly Row[], options: object): string {
  const file = join(ROOT, 'bench/results.json');
  const commit = execFileSync('git', ['describe', '--always', '--dirty'], { cwd: ROOT, encoding: 'utf8' });
  const machine = { cores: cpus().length, cpu: cpus()[0]?.model ?? '', memoryMb: mb(totalmem()) };
  const results = { at: new Date().toISOString(), commit: commit.trim(), machine, options, rows };
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
  return file;
}
