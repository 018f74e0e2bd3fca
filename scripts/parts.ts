import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './install.mjs';

/** A command whose exit code is one check, or a test run whose `results` file counts. */
export type Part = {
  name: string;
  /** Arguments for this Node; the first is a script below the root. */
  args: string[];
  env?: Record<string, string>;
  results?: { file: string; count: (json: never) => Count };
};
export type Count = { passed: number; failed: number };

const running = new Set<ReturnType<typeof spawn>>();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    for (const child of running) child.kill(signal);
    process.exit(1);
  });

/** Runs parts, so many at a time; a failing part's output is shown whole, a passing one's in a line. */
export async function runParts(parts: readonly Part[], width: number): Promise<Count> {
  const waiting = [...parts];
  const total = { passed: 0, failed: 0 };
  const worker = async () => {
    for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
      const count = await runPart(part);
      total.passed += count.passed;
      total.failed += count.failed;
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
  return total;
}

async function runPart(part: Part): Promise<Count> {
  const began = Date.now();
  mkdirSync(join(ROOT, '.cache/results'), { recursive: true });
  if (part.results) rmSync(part.results.file, { force: true });
  const { code, output } = await execute(part);
  const count = counted(part, code);
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  console.log(
    `${count.failed > 0 ? '✗' : '✓'} ${part.name}: ${count.passed} passed, ${count.failed} failed (${seconds} s)`,
  );
  if (count.failed > 0) console.log(`${output.trimEnd()}\n`);
  return count;
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
function counted(part: Part, code: number): Count {
  if (part.results === undefined) return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 };
  const count = read(part.results);
  const bad = code !== 0 || count.passed === 0;
  return { passed: count.passed, failed: bad ? Math.max(1, count.failed) : count.failed };
}

function read({ file, count }: NonNullable<Part['results']>): Count {
  try {
    return count(JSON.parse(readFileSync(file, 'utf8')) as never);
  } catch {
    return { passed: 0, failed: 0 };
  }
}
