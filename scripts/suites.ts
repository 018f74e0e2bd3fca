import { join } from 'node:path';
import { toldByPlaywright, toldByVitest } from './digest.ts';
import { ROOT } from './install.mjs';
import type { Count, Part } from './parts.ts';

const results = (name: string) => join(ROOT, '.cache/results', `${name}.json`);

const fileNameOf = (name: string) => name.replace(/[^a-zA-Z0-9]+/g, '-');

type VitestJson = { numPassedTests: number; numFailedTests: number; numFailedTestSuites: number };
const countVitest = (json: VitestJson): Count => ({
  passed: json.numPassedTests,
  failed: json.numFailedTests || (json.numPassedTests === 0 ? json.numFailedTestSuites : 0),
});

type PlaywrightJson = { stats: { expected: number; unexpected: number; flaky: number }; errors: unknown[] };
const countPlaywright = ({ stats, errors }: PlaywrightJson): Count => ({
  passed: stats.expected + stats.flaky,
  failed: stats.unexpected + errors.length,
});

/** A project of vitest's: all of it, or under a name of its own the files whose paths hold one of these. */
export function vitest(project: string, { name = project, files = [] as string[], workers = 2 } = {}): Part {
  const file = results(fileNameOf(name));
  const args = [
    'run',
    ...files,
    '--project',
    project,
    `--maxWorkers=${workers}`,
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ];
  return {
    name,
    args: ['node_modules/vitest/vitest.mjs', ...args],
    results: { file, count: countVitest, told: toldByVitest },
  };
}

export const BUILD: Part = { name: 'build', args: ['scripts/product.ts', 'build'] };

/** Everything that needs neither service nor build. */
export const VERIFY: readonly Part[] = [
  vitest('unit*', { name: 'unit' }),
  { name: 'types', args: ['node_modules/typescript/bin/tsc', '--noEmit', '-p', '.'] },
  {
    name: 'format and lint',
    args: ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'],
  },
  { name: 'import rules', args: ['scripts/verify/check.ts', 'architecture'] },
  { name: 'dead code', args: ['node_modules/knip/bin/knip.js', '--no-progress'] },
  { name: 'hygiene', args: ['scripts/verify/check.ts', 'hygiene'] },
];

/** Three workers beside each other on two cores: they wait now and then. The longer part has two of them. */
export const INTEGRATION: readonly Part[] = [
  vitest('integration-postgres*', { name: 'integration on PostgreSQL', workers: 2 }),
  vitest('integration-pglite*', { name: 'integration on the embedded database', workers: 1 }),
];

/** The tests of a started product, by HTTP and in a browser: all, or those of these files. */
export function playwright(name: string, files: readonly string[] = []): Part {
  const file = results(fileNameOf(name));
  return {
    name,
    args: ['node_modules/@playwright/test/cli.js', 'test', ...files],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file },
    results: { file, count: countPlaywright, told: toldByPlaywright },
  };
}
