import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('U23: the root loads the style sheet of every part', () => {
  const loaded = [...readFileSync('app/part-styles.ts', 'utf8').matchAll(/'#(.+\.css)'/g)].map(
    ([, path]) => path,
  );
  expect(loaded.toSorted()).toEqual(globSync('components/**/*.module.css').toSorted());
});
