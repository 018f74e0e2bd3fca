import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { dealt, every, playwrightFiles, SHARES, secondsOf, shareOf } from './share.ts';

const ALWAYS = ['e2e/journeys', 'e2e/people', 'e2e/sign-in', 'e2e/every-width', 'e2e/api/authorization'];

test('the shares together are all files, and those that always run are in each', () => {
  const all = ['e2e', 'e2e/api', 'e2e/security'].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.spec.ts'))
      .map((name) => `${folder}/${name}`),
  );
  const shares = Array.from({ length: SHARES }, (_, at) => playwrightFiles(at + 1));
  expect(new Set(shares.flat())).toEqual(new Set(all));
  const met = (path: string) => shares.filter((files) => files.includes(path)).length;
  for (const path of ALWAYS) expect(met(`${path}.spec.ts`), path).toBe(SHARES);
  expect(met('e2e/disputes.spec.ts')).toBe(1);
  expect(met('e2e/api/disputes.spec.ts')).toBe(2);
  for (const files of shares) expect(new Set(files).size).toBe(files.length);
});

test('the shares take about as long as each other, by the seconds that were noted', () => {
  const lengths = Array.from({ length: SHARES }, (_, at) =>
    playwrightFiles(at + 1).reduce((sum, path) => sum + secondsOf(path), 0),
  );
  expect(Math.max(...lengths) / Math.min(...lengths)).toBeLessThan(1.15);
});

test('files are dealt alike each time, whatever their order, and the longest do not meet', () => {
  const files = [
    'e2e/accessibility.spec.ts',
    'e2e/webhooks.spec.ts',
    'e2e/keyboard.spec.ts',
    'e2e/new.spec.ts',
  ];
  const [first, second] = dealt(files, 2);
  expect(dealt(files.toReversed(), 2)).toEqual([first, second]);
  expect(first).toContain('e2e/accessibility.spec.ts');
  expect(second).toContain('e2e/webhooks.spec.ts');
  expect([first, second].flat().toSorted()).toEqual(files.toSorted());
});

test('of a half each file is in every second share', () => {
  const files = ['b', 'a', 'c'];
  expect([1, 2, 3, 4].map((share) => every(2, files, share))).toEqual([['a', 'c'], ['b'], ['a', 'c'], ['b']]);
});

test('a tree is judged alike each time, and a share may be named', () => {
  expect(shareOf({})).toBe(shareOf({}));
  expect(shareOf({ GUICHE_TEST_SHARE: '3' })).toBe(3);
  expect(shareOf({ GUICHE_TEST_SHARE: '9' })).toBe(shareOf({}));
});
