import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './install.mjs';

/** Notes how long each file of Playwright's took in the last `GUICHE_WHOLE=1 npm test`, for `share.ts` to deal by. */

type Try = { duration: number };
type Suite = { file?: string; suites?: Suite[]; specs?: { tests: { results: Try[] }[] }[] };

const { suites } = JSON.parse(readFileSync(join(ROOT, '.cache/results/started-product.json'), 'utf8')) as {
  suites: Suite[];
};
const seconds: Record<string, number> = {};

/** A test that was tried again counts as in its last try. */
function weigh({ file = '', suites: inner = [], specs = [] }: Suite): void {
  const tests = specs.flatMap((spec) => spec.tests);
  const ms = tests.reduce((sum, { results }) => sum + (results.at(-1)?.duration ?? 0), 0);
  const path = `e2e/${file}`;
  if (tests.length > 0) seconds[path] = (seconds[path] ?? 0) + ms / 1000;
  for (const suite of inner) weigh({ file, ...suite });
}

for (const suite of suites) weigh(suite);
const noted = Object.entries(seconds).map(([path, took]) => [path, Math.max(1, Math.round(took))] as const);
writeFileSync(
  join(ROOT, 'scripts/share-seconds.json'),
  `${JSON.stringify(Object.fromEntries(noted.toSorted(([a], [b]) => (a < b ? -1 : 1))), null, 2)}\n`,
);
