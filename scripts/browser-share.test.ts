import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { browserShare, filesOf } from './browser-share.ts';

test('the shares together are all browser tests, and none but the named files is in two', () => {
  const all = readdirSync('e2e').filter((name) => name.endsWith('.spec.ts'));
  const shares = [1, 2, 3, 4].map((share) => filesOf(all, share));
  const met = shares.flat().filter((path) => path.endsWith('.ts'));
  expect(new Set(met)).toEqual(new Set(all.map((name) => `e2e/${name}`)));
  const twice = met.filter((path, index) => met.indexOf(path) !== index);
  expect([...new Set(twice)].toSorted()).toEqual(
    ['journeys', 'people', 'sign-in', 'widths'].map((name) => `e2e/${name}.spec.ts`),
  );
  for (const files of shares) expect(files).toEqual(expect.arrayContaining(['e2e/api/', 'e2e/security/']));
});

test('a tree is judged alike each time, and a share may be named', () => {
  expect(browserShare({})).toEqual(browserShare({}));
  expect(browserShare({ GUICHE_TEST_SHARE: '3' }).share).toBe(3);
  expect(browserShare({ GUICHE_TEST_SHARE: '9' })).toEqual(browserShare({}));
});
