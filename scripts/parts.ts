import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { digest, type Told } from './digest.ts';
import { ROOT } from './install.mjs';

/** A command whose exit code is one check, or a test run whose `results` file counts. */
export type Part = {
  name: string;
  /** Arguments for this Node; the first is a script below the root. */
  args: string[];
  env?: Record<string, string>;
  results?: { file: string; count: (json: never) => Count; told: (json: never) => Told[] };
};
export type Count = { passed: number; failed: number };

const running = new Set<ReturnType<typeof spawn>>();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    for (const child of running) child.kill(signal);
    process.exit(1);
  });

/**
 * Runs parts, so many at a time; a failing part's output is shown whole, a passing one's in a line. What failed is
 * said again at the end: of a long output often only that is kept.
 */
export async function runParts(parts: readonly Part[], width: number): Promise<Count> {
  const waiting = [...parts];
  const total = { passed: 0, failed: 0 };
  const told: Told[] = [];
  const worker = async () => {
    for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
      const ended = await runPart(part);
      total.passed += ended.count.passed;
      total.failed += ended.count.failed;
      told.push(...ended.told);
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
  if (told.length > 0) console.log(digest(told));
  return total;
}

async function runPart(part: Part): Promise<{ count: Count; told: Told[] }> {
  const began = Date.now();
  mkdirSync(join(ROOT, '.cache/results'), { recursive: true });
  if (part.results) rmSync(part.results.file, { force: true });
  const { code, output } = await execute(part);
  const json = part.results === undefined ? null : read(part.results.file);
  const count = counted(part, code, json);
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  console.log(
    `${count.failed > 0 ? '✗' : '✓'} ${part.name}: ${count.passed} passed, ${count.failed} failed (${seconds} s)`,
  );
  if (count.failed > 0) console.log(`${output.trimEnd()}\n`);
  return { count, told: toldOf(part, count, json, output) };
}

function execute(part: Part): Promise<{ code: number; output: string }> {
  const [script = '', ...rest] = part.args;
  const child = spawn(process.execPath, [join(ROOT, script), ...rest], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1', ...part.env },
  });
  running.add(child);
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve) => {
    child.once('close', (code) => {
      running.delete(child);
      resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString() });
    });
  });
}

/** A run that ended badly has at least one failure, and one that counted nothing has failed. */
function counted(part: Part, code: number, json: object | null): Count {
  if (part.results === undefined) return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 };
  const count = json === null ? { passed: 0, failed: 0 } : part.results.count(json as never);
  const bad = code !== 0 || count.passed === 0;
  return { passed: count.passed, failed: bad ? Math.max(1, count.failed) : count.failed };
}

/** A part that failed without naming a test tells by its output: a check by its begin, a test run by its end. */
function toldOf(part: Part, count: Count, json: object | null, output: string): Told[] {
  const told = json === null ? [] : (part.results?.told(json as never) ?? []);
  if (count.failed === 0 || told.some(({ kind }) => kind === 'failed')) return told;
  const words = part.results === undefined ? output : output.trimEnd().split('\n').slice(-25).join('\n');
  return [...told, { kind: 'failed', title: part.name, file: '', errors: [words] }];
}

function read(file: string): object | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as object;
  } catch {
    return null;
  }
}
