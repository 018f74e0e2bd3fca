import { join } from 'node:path';
import { toldByPlaywright, toldByVitest } from './digest.ts';
import { ROOT } from './install.mjs';
import type { Count, Part } from './parts.ts';

const results = (name: string) => join(ROOT, '.cache/results', `${name}.json`);

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

function vitest(project: string): Part {
  const file = results(project);
  const args = [
    'run',
    '--project',
    project,
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ];
  return {
    name: project,
    args: ['node_modules/vitest/vitest.mjs', ...args],
    results: { file, count: countVitest, told: toldByVitest },
  };
}

/** Everything that needs neither service nor build. */
export const VERIFY: readonly Part[] = [
  vitest('unit'),
  { name: 'types', args: ['node_modules/typescript/bin/tsc', '--noEmit', '-p', '.'] },
  {
    name: 'format and lint',
    args: ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'],
  },
  { name: 'import rules', args: ['scripts/verify/check.ts', 'architecture'] },
  { name: 'dead code', args: ['node_modules/knip/bin/knip.js', '--no-progress'] },
  { name: 'hygiene', args: ['scripts/verify/check.ts', 'hygiene'] },
];

export const INTEGRATION: readonly Part[] = [vitest('integration-pglite'), vitest('integration-postgres')];

export const END_TO_END: Part = {
  name: 'end to end',
  args: ['node_modules/@playwright/test/cli.js', 'test'],
  env: { PLAYWRIGHT_JSON_OUTPUT_NAME: results('end-to-end') },
  results: { file: results('end-to-end'), count: countPlaywright, told: toldByPlaywright },
};
