import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { messagePatterns } from './messages.ts';

const FOLDER = import.meta.dirname;

const keys = readdirSync(FOLDER)
  .filter((file) => !file.endsWith('.test.ts'))
  .flatMap((file) => [
    ...readFileSync(join(FOLDER, file), 'utf8').matchAll(/\btext(?:\.\w+)?\(\s*'([^']+)'/g),
  ])
  .map(([, key = '']) => key);

test('the gallery finds controls by messages that exist in both languages', () => {
  expect(keys.length).toBeGreaterThan(30);
  for (const locale of ['pt-BR', 'en'])
    for (const key of keys) expect(messagePatterns(locale)(key)).toBeInstanceOf(RegExp);
});
