import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const FOLDER = new URL('.', import.meta.url);
const readers = ['', 'client/', 'pix/', 'hub/', 'card/'].flatMap((folder) =>
  readdirSync(new URL(`./${folder}`, FOLDER))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => folder + file)
    .filter((file) => !/^(?:meanings|parties|fields)\.ts$/.test(file)),
);

/** A list of spellings, as the builders of a field take one: more than one name in quotes. */
const OWN_LIST = /\b(?:text|number|instant|flag|raw)\(\s*(?:\.\.\.\[)?'[^']*',\s*'/;

test.each(readers)('R7: %s has no list of names of its own', (file) => {
  expect(readFileSync(new URL(`./${file}`, FOLDER), 'utf8').match(OWN_LIST)?.[0]).toBeUndefined();
});
