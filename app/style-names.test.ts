import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const IMPORTED = /import (\w+) from '([^']+\.module\.css)'/g;

/** Names that a component takes from its style sheet and that are not there: in the page they read `undefined`. */
function unknownNames(file: string): string[] {
  const source = readFileSync(file, 'utf8');
  const body = source.replace(/^import [^;]+;/gm, '');
  return [...source.matchAll(IMPORTED)].flatMap(([, styles, path = '']) => {
    const sheet = readFileSync(path.startsWith('#') ? path.slice(1) : join(dirname(file), path), 'utf8');
    const known = new Set([...sheet.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name]) => name));
    const used = body.matchAll(new RegExp(`\\b${styles}\\.(\\w+)`, 'g'));
    return [...used].flatMap(([, name = '']) => (known.has(name) ? [] : [`${file}: ${styles}.${name}`]));
  });
}

test('each class that a component names stands in its style sheet', () => {
  expect(globSync('components/**/*.tsx').flatMap(unknownNames)).toEqual([]);
});
