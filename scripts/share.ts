import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './install.mjs';
import SECONDS from './share-seconds.json' with { type: 'json' };

export const SHARES = 8;
/** Met by every commit: the operator's whole days, sign-in, people, every page at every width, who may call what. */
const ALWAYS = ['journeys', 'people', 'sign-in', 'every-width', 'authorization'];

/**
 * The share of the longest tests that one run of `npm test` meets. The commit says which, by its hash
 * (GUICHE_TEST_SHARE=1..8 chooses), so that the same tree is always judged alike and a few commits meet all;
 * docs/decisions/0038.
 */
export function shareOf(env: Record<string, string | undefined> = process.env): number {
  const named = Number(env.GUICHE_TEST_SHARE);
  if (named >= 1 && named <= SHARES) return Math.trunc(named);
  return (createHash('sha256').update(commit()).digest().readUInt32BE() % SHARES) + 1;
}

/** Neighbours in the alphabet, often of one feature, go to different shares. */
export const every = (nth: number, paths: readonly string[], share: number): string[] =>
  paths.toSorted().filter((_, index) => index % nth === (share - 1) % nth);

/** Deals files so that each share takes about as long: the longest first, each to the share that has least by then. */
export function dealt(paths: readonly string[], shares: number): string[][] {
  const piles = Array.from({ length: shares }, () => ({ seconds: 0, files: [] as string[] }));
  for (const path of paths.toSorted((a, b) => secondsOf(b) - secondsOf(a) || (a < b ? -1 : 1))) {
    const least = piles.reduce((one, other) => (other.seconds < one.seconds ? other : one));
    least.files.push(path);
    least.seconds += secondsOf(path);
  }
  return piles.map(({ files }) => files);
}

/** As `scripts/weigh-shares.ts` noted them; one that is new is taken for a short one of those with pages. */
export const secondsOf = (path: string): number => (SECONDS as Record<string, number>)[path] ?? 40;

/** Files of Playwright's: always some, of those that open a browser an eighth, of those that speak HTTP a quarter. */
export function playwrightFiles(share: number): string[] {
  const isAlways = (path: string) => ALWAYS.some((name) => path.endsWith(`/${name}.spec.ts`));
  const [pages, calls] = [specsIn('e2e'), [...specsIn('e2e/api'), ...specsIn('e2e/security')]];
  const rest = (paths: readonly string[]) => paths.filter((path) => !isAlways(path));
  const shareOfRest = (paths: readonly string[], shares: number) =>
    dealt(rest(paths), shares)[(share - 1) % shares] ?? [];
  return [
    ...[...pages, ...calls].filter(isAlways),
    ...shareOfRest(pages, SHARES),
    ...shareOfRest(calls, SHARES / 2),
  ];
}

const specsIn = (folder: string) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.spec.ts'))
    .map((name) => `${folder}/${name}`);

/** Without a repository, as in an unpacked archive, there is none to tell. */
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
