import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './install.mjs';

/**
 * One child process of `npm test`: a check whose exit code counts as one test, or a runner that writes
 * `results`.
 */
export type Step = {
  name: string;
  /** Arguments for this Node; the first is a script below the root. */
  args: string[];
  env?: Record<string, string>;
  /** Path of the runner's JSON report. */
  results?: string;
};
export type Ended = { name: string; passed: number; failed: number; tail: string };

const RESULTS = join(ROOT, '.cache/results');
/** Enough lines for a runner's own summary of failures. */
const TAIL = 100;

/** Projects of vitest.config.ts: all of their files, or those whose path contains one of `files`. */
export function vitest(name: string, projects: readonly string[], files: readonly string[] = []): Step {
  const results = join(RESULTS, 'vitest.json');
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${results}`];
  const chosen = projects.map((project) => `--project=${project}`);
  // Three workers on two cores, because integration tests often wait.
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...files, ...chosen, '--maxWorkers=3', ...reporters];
  return { name, args, env: { NO_COLOR: '1' }, results };
}

/** Tests of playwright.config.ts; `chosen`: its `--project` or files. */
export const playwright = (name: string, chosen: readonly string[] = []): Step => ({
  name,
  args: ['node_modules/@playwright/test/cli.js', 'test', ...chosen],
  results: join(RESULTS, 'playwright.json'),
});

const running = new Set<ChildProcess>();
for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const)
  process.on(event, () => {
    for (const child of running) child.kill(event === 'disconnect' ? 'SIGTERM' : event);
    process.exit(1);
  });
process.channel?.unref();

/** Runs a step and shows its output, then one line with its result. */
export async function runStep({ name, args, env, results }: Step): Promise<Ended> {
  const began = Date.now();
  mkdirSync(RESULTS, { recursive: true });
  if (results !== undefined) rmSync(results, { force: true });
  console.log(`\n— ${name}`);
  const { code, output } = await execute(args, env);
  const testCounts = results === undefined ? { passed: code === 0 ? 1 : 0, failed: 0 } : countOf(results);
  // A non-zero exit has at least one failure, and so has a run without a passed test.
  const failed = code !== 0 || testCounts.passed === 0 ? Math.max(1, testCounts.failed) : testCounts.failed;
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  console.log(
    `${failed > 0 ? '✗' : '✓'} ${name}: ${testCounts.passed} passed, ${failed} failed (${seconds} s)`,
  );
  return {
    name,
    passed: testCounts.passed,
    failed,
    tail: output.trimEnd().split('\n').slice(-TAIL).join('\n'),
  };
}

function execute([script = '', ...rest]: string[], env: Step['env']) {
  const child = spawn(process.execPath, [join(ROOT, script), ...rest], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      process.stdout.write(text);
    });
  return new Promise<{ code: number; output: string }>((resolve) => {
    child.once('close', (code) => {
      running.delete(child);
      resolve({ code: code ?? 1, output });
    });
  });
}

type Report = {
  numPassedTests: number;
  numFailedTests: number;
  stats?: { expected: number; unexpected: number; flaky: number };
  errors: unknown[];
};

/** Counts from vitest's report or Playwright's, which has `stats`; zero without a report. */
function countOf(results: string): { passed: number; failed: number } {
  try {
    const { stats, ...report } = JSON.parse(readFileSync(results, 'utf8')) as Report;
    if (stats === undefined) return { passed: report.numPassedTests, failed: report.numFailedTests };
    return { passed: stats.expected + stats.flaky, failed: stats.unexpected + report.errors.length };
  } catch {
    return { passed: 0, failed: 0 };
  }
}

/** Shows the end of each failing step's output again; the last line is the sum. */
export function conclude(ended: readonly Ended[]): void {
  for (const { name, tail } of ended.filter((one) => one.failed > 0)) console.log(`\n✗ ${name}\n${tail}`);
  const sum = (of: 'passed' | 'failed') => ended.reduce((total, one) => total + one[of], 0);
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
  process.exitCode = sum('failed') > 0 || sum('passed') === 0 ? 1 : 0;
}
