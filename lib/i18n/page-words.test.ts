import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PAGE_WORDS, wordsEverywhere, wordsOf } from './page-words.ts';

const everywhere = Object.keys(wordsEverywhere('pt-BR'));
const texts = new Map<string, string>();
const textOf = (file: string) =>
  texts.get(file) ?? texts.set(file, readFileSync(file, 'utf8')).get(file) ?? '';

/** Files a file loads, now or later; types leave nothing behind. */
function importsOf(file: string): string[] {
  const specifiers = [...textOf(file).matchAll(/(import type\b[^;]*?)?(?:from|import\()\s*'([#.][^']+)'/g)];
  return specifiers
    .filter(([, type]) => type === undefined)
    .map(([, , name = '']) => (name.startsWith('#') ? name.slice(1) : join(dirname(file), name)))
    .filter((path) => /\.tsx?$/.test(path) && existsSync(path));
}

/** Namespaces that a file's components and all they load ask for. */
function wordsAskedBy(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return new Set();
  seen.add(file);
  const own = [...textOf(file).matchAll(/useTranslations\(\s*'([a-z-]+)/g)].map(([, name = '']) => name);
  return new Set([...own, ...importsOf(file).flatMap((path) => [...wordsAskedBy(path, seen)])]);
}

/** Namespaces that the layouts around a file of `app/` bring. */
function wordsBroughtTo(file: string): string[] {
  const layout = join(dirname(file), 'layout.tsx');
  const given = existsSync(layout) ? /withWords\(([^)]*)\)/.exec(textOf(layout))?.[1] : '';
  const here = [...(given ?? '').matchAll(/'([a-z-]+)'/g)].map(([, name = '']) => name);
  return dirname(file) === 'app' ? here : [...here, ...wordsBroughtTo(dirname(file))];
}

const files = readdirSync('app', { recursive: true, encoding: 'utf8' })
  .map((name) => join('app', name))
  .filter((name) => /(page|layout|loading|error|not-found|template)\.tsx$/.test(name));
const pages = files.filter((name) => !name.endsWith('layout.tsx'));

describe('words of a page', () => {
  it('are known by their imports', () => {
    expect(pages.length).toBeGreaterThan(8);
    expect(wordsAskedBy('app/(console)/[account]/transactions/(list)/page.tsx')).toContain('transactions');
  });

  it.each(files.map((file) => relative('app', file)))('are all brought to %s', (name) => {
    const file = join('app', name);
    const brought = new Set([...everywhere, ...wordsBroughtTo(file)]);
    expect([...wordsAskedBy(file)].filter((asked) => !brought.has(asked))).toEqual([]);
  });

  it('are brought with no other page: what one part alone asks for stands in PAGE_WORDS', () => {
    const partOf = (file: string) => file.replaceAll(/\([^)]*\)\/|\[account\]\//g, '').split('/')[1];
    const shell = files
      .filter((file) => file.endsWith('layout.tsx'))
      .flatMap((file) => [...wordsAskedBy(file)]);
    const alone = everywhere.filter((name) => {
      const parts = pages.filter((file) => wordsAskedBy(file).has(name)).map(partOf);
      return !shell.includes(name) && new Set(parts).size <= 1;
    });
    expect(alone).toEqual([]);
  });

  it.each(pages.map((file) => relative('app', file)))('have a title for %s in both languages', (name) => {
    const title = /title: '([a-z-]+)\.([\w.]+)'/.exec(textOf(join('app', name)));
    if (title === null) return;
    const [, part = '', path = ''] = title;
    for (const locale of ['pt-BR', 'en']) {
      const words: unknown = JSON.parse(readFileSync(`messages/${locale}/${part}.json`, 'utf8'));
      const found = path.split('.').reduce((at, key) => (at as Record<string, unknown>)?.[key], words);
      expect(found, `${locale} ${part}.${path}`).toBeTypeOf('string');
    }
  });

  it('are there in both languages', () => {
    for (const locale of ['pt-BR', 'en'] as const)
      for (const words of Object.values(wordsOf(locale, PAGE_WORDS)))
        expect(Object.keys(words).length).toBeGreaterThan(0);
  });
});
