import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTranslator } from 'next-intl';
import { describe, expect, it } from 'vitest';
import { LOCALES } from '#lib/core/i18n/locales.ts';
import { MESSAGES } from '#lib/core/i18n/messages.ts';
import { lookupTable, messagesWithoutPrototype } from '#lib/core/lookup-table.ts';
import { objectReader, text } from '#lib/providers/fields.ts';
import { directionOf } from '#lib/transactions/rules.ts';

const WORDS = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'];

describe('A10: words from outside', () => {
  it.each(WORDS)('%s is found in no table', (word) => {
    expect(lookupTable({ PAID: 'ok' })[word]).toBeUndefined();
    expect(directionOf({ status: 'COMPLETED', type: word })).toBe('still');
  });

  it.each(WORDS)('%s is no message, at any level', (word) => {
    for (const locale of LOCALES) {
      const messages = messagesWithoutPrototype(MESSAGES[locale]) as never;
      const t = createTranslator({ locale, messages, namespace: 'common' as never });
      for (const key of [word, `status.${word}`, `${word}.name`, `status.${word}.${word}`])
        expect(t.has(key as never), key).toBe(false);
      expect(t.has('status.COMPLETED' as never)).toBe(true);
    }
  });

  it('stay fields when they are names', () => {
    const read = objectReader({ id: text() });
    const { fields, other } = read(JSON.parse('{"id":"a","__proto__":["b"],"toString":1}'));
    expect(fields).toEqual({ id: 'a' });
    expect(Object.getPrototypeOf(other)).toBe(Object.prototype);
    expect(Object.entries(other)).toEqual([
      ['__proto__', ['b']],
      ['toString', 1],
    ]);
  });

  it('are looked up in no plain object: every table of words is made by lookupTable', () => {
    const plain = /^(?:export )?const [A-Z_]+: (?:Readonly<)?Record<string,.*= \{/m;
    const found = ['lib', 'components', 'app'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .map((name) => join(folder, name))
        .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|\/testing\//.test(name))
        .filter((name) => plain.test(readFileSync(name, 'utf8'))),
    );
    expect(found).toEqual([]);
  });
});
