import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { words } from './words.ts';

const FOLDER = import.meta.dirname;

const said = readdirSync(FOLDER)
  .filter((file) => !file.endsWith('.test.ts'))
  .flatMap((file) => [...readFileSync(join(FOLDER, file), 'utf8').matchAll(/\bsay(?:\.\w+)?\(\s*'([^']+)'/g)])
  .map(([, key = '']) => key);

test('the gallery finds its way by messages that exist in both languages', () => {
  expect(said.length).toBeGreaterThan(30);
  for (const locale of ['pt-BR', 'en'])
    for (const key of said) expect(words(locale)(key)).toBeInstanceOf(RegExp);
});
