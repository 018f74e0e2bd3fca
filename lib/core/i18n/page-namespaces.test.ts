import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PAGE_NAMESPACES, pageMessages, type Segment, sharedMessages } from './messages.ts';

const shared = Object.keys(sharedMessages('pt-BR'));
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

/** Namespaces that the components of a file and of all it loads use in the browser; a page's own file is the server's. */
function namespacesUsedBy(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return new Set();
  seen.add(file);
  const uses = file.startsWith('app/') && !textOf(file).startsWith("'use client'") ? '' : textOf(file);
  const own = [...uses.matchAll(/useTranslations\(\s*['`]([a-z-]+)/g)].map(([, name = '']) => name);
  return new Set([...own, ...importsOf(file).flatMap((path) => [...namespacesUsedBy(path, seen)])]);
}

const NAMES_SEGMENT =
  /(?:accountPage|operatorPage)\(\{\s*segment: '([a-z-]+)'|paymentsPage\('([a-z-]+)'|loadingPage\('([a-z-]+)'|<PageMessages segment="([a-z-]+)"/;
const segmentNamedBy = (file: string) => NAMES_SEGMENT.exec(textOf(file))?.slice(1).find(Boolean);

/** The segment whose messages a file of `app/` receives: by itself, or by the layout of its group. */
const segmentOf = (file: string) =>
  segmentNamedBy(file) ??
  (file.startsWith('app/(auth)/') ? segmentNamedBy('app/(auth)/layout.tsx') : undefined);

function namespacesProvidedTo(file: string): string[] {
  const segment = segmentOf(file);
  return [...shared, ...(segment === undefined ? [] : Object.keys(pageMessages('en', segment as Segment)))];
}

/** Segment of the address: the first after groups, the account and `settings`. */
const addressOf = (file: string) =>
  file
    .replace(/^app\//, '')
    .replaceAll(/\([^)]*\)\/|\[account\]\/|settings\//g, '')
    .split('/')[0];

const files = readdirSync('app', { recursive: true, encoding: 'utf8' })
  .map((name) => join('app', name))
  .filter((name) => /(page|layout|loading|error|not-found|template)\.tsx$/.test(name));
const pages = files.filter((name) => !name.endsWith('layout.tsx'));

describe('messages of a page', () => {
  it('are known by its imports', () => {
    expect(pages.length).toBeGreaterThan(8);
    expect(namespacesUsedBy('app/(console)/[account]/transactions/(list)/page.tsx')).toContain(
      'transactions',
    );
  });

  it.each(files.map((file) => relative('app', file)))('are all given to %s', (name) => {
    const file = join('app', name);
    const provided = new Set(namespacesProvidedTo(file));
    expect([...namespacesUsedBy(file)].filter((used) => !provided.has(used))).toEqual([]);
  });

  it('are those of its own segment', () => {
    const own = pages.filter((file) => segmentNamedBy(file) !== undefined);
    expect(own.map((file) => [file, segmentNamedBy(file)])).toEqual(
      own.map((file) => [file, addressOf(file)]),
    );
  });

  it.each(Object.keys(PAGE_NAMESPACES) as Segment[])('are all used by a page of %s', (segment) => {
    const used = pages
      .filter((file) => segmentOf(file) === segment)
      .flatMap((file) => [...namespacesUsedBy(file)]);
    expect(
      PAGE_NAMESPACES[segment].filter((name) => !used.includes(name)),
      segment,
    ).toEqual([]);
  });

  it('are shared where the shell or several segments use them', () => {
    const shell = files
      .filter((file) => file.endsWith('layout.tsx'))
      .flatMap((file) => [...namespacesUsedBy(file)]);
    const alone = shared.filter((name) => {
      const segments = pages.filter((file) => namespacesUsedBy(file).has(name)).map(addressOf);
      return !shell.includes(name) && new Set(segments).size <= 1;
    });
    expect(alone).toEqual([]);
  });

  it.each(pages.map((file) => relative('app', file)))('have a title for %s in both languages', (name) => {
    const title = /title: '([a-z-]+)\.([\w.]+)'/.exec(textOf(join('app', name)));
    if (title === null) return;
    const [, part = '', path = ''] = title;
    for (const locale of ['pt-BR', 'en']) {
      const messages: unknown = JSON.parse(readFileSync(`messages/${locale}/${part}.json`, 'utf8'));
      const found = path.split('.').reduce((at, key) => (at as Record<string, unknown>)?.[key], messages);
      expect(found, `${locale} ${part}.${path}`).toBeTypeOf('string');
    }
  });

  it('are there in both languages', () => {
    for (const locale of ['pt-BR', 'en'] as const)
      for (const segment of Object.keys(PAGE_NAMESPACES) as Segment[])
        for (const messages of Object.values({ ...sharedMessages(locale), ...pageMessages(locale, segment) }))
          expect(Object.keys(messages).length).toBeGreaterThan(0);
  });
});
