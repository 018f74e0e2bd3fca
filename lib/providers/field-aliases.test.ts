import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const ROOT = new URL('../../', import.meta.url);
const read = (file: string) => readFileSync(new URL(file, ROOT), 'utf8');
/** Whoever reads what a service wrote, wherever it stands. */
const readers = globSync('lib/**/*.ts', { cwd: ROOT })
  .filter(
    (file) => !file.endsWith('.test.ts') && !/providers\/(?:field-aliases|parties|fields)\.ts$/.test(file),
  )
  .filter((file) => file.startsWith('lib/providers/') || read(file).includes('#lib/providers/fields.ts'))
  .sort();

/** A list of spellings, as the builders of a field take one: more than one name in quotes. */
const OWN_LIST = /\b(?:text|number|instant|flag|raw)\(\s*(?:\.\.\.\[)?'[^']*',\s*'/;
/** The builders themselves: outside of lib/providers even a single name of one's own is the table's. */
const BUILDERS = /\b(?:text|number|instant|flag|raw)\(\s*'/;
/** A list of names in quotes that keys are compared with. */
const OWN_NAMES = /'\s*,?\s*\]\s*,?\s*\]?\s*\.map\(plainKey\)/;

test.each(readers)('R7: %s has no list of names of its own', (file) => {
  const code = read(file);
  expect(code.match(OWN_LIST)?.[0]).toBeUndefined();
  expect(code.match(OWN_NAMES)?.[0]).toBeUndefined();
  if (!file.startsWith('lib/providers/')) expect(code.match(BUILDERS)?.[0]).toBeUndefined();
});

test('R7: the readers of callbacks and of delivered bodies are among them', () => {
  expect(readers).toEqual(
    expect.arrayContaining([
      ...['lib/webhooks/callback-body.ts', 'lib/deliveries/server/store-records.ts'],
      ...['lib/providers/client/webhooks.ts', 'lib/providers/shared-readers.ts'],
    ]),
  );
});
