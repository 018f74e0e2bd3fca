import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './install.mjs';

export type BrowserShare = { share: number; of: number; files: string[] };

const OF = 4;
/** Met by every commit: the operator's whole days, sign-in, people, every page at every width. */
const ALWAYS = ['journeys', 'people', 'sign-in', 'widths'];

/**
 * The browser's tests of one run of `npm test`: all that speak HTTP only, some always, and of the rest every fourth file.
 * The commit says, by its hash, which fourth (GUICHE_TEST_SHARE=1..4 chooses), so that the same tree is always judged
 * alike and a few commits meet all; docs/decisions/0038.
 */
export function browserShare(env: Record<string, string | undefined> = process.env): BrowserShare {
  const named = Number(env.GUICHE_TEST_SHARE);
  const share = named >= 1 && named <= OF ? Math.trunc(named) : shareOf(commit());
  return { share, of: OF, files: filesOf(featureFiles(), share) };
}

/** Exported for its test: neighbours in the alphabet, often of one feature, go to different shares. */
export function filesOf(features: readonly string[], share: number): string[] {
  const isAlways = (name: string) => ALWAYS.includes(name.replace(/\.spec\.ts$/, ''));
  const rest = features.filter((name) => !isAlways(name)).toSorted();
  const chosen = rest.filter((_, index) => index % OF === share - 1);
  return [
    'e2e/api/',
    'e2e/security/',
    ...[...features.filter(isAlways), ...chosen].map((name) => `e2e/${name}`),
  ];
}

const shareOf = (commit: string) => (createHash('sha256').update(commit).digest().readUInt32BE() % OF) + 1;
const featureFiles = () => readdirSync(join(ROOT, 'e2e')).filter((name) => name.endsWith('.spec.ts'));

/** Without a repository, as in an unpacked archive, the first share's tests run. */
function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return '';
  }
}
