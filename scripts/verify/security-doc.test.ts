import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const DOC = readFileSync('docs/security.md', 'utf8');
const [, MAP = ''] = DOC.split('\n## OWASP ASVS 5, level 2');
const [TABLE = '', WRITTEN = ''] = MAP.split('\n### What is written down');

const rowsOf = (table: string) =>
  table
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
    .map((line) => line.split('|').slice(1, -1))
    .map(([section = '', code = '', tried = '']) => ({ section: section.trim(), code, tried }));

/** Files that a text names in code marks, as a pattern too. */
const pathsIn = (text: string) =>
  [...text.matchAll(/`([^`\s]+)`/g)]
    .map(([, path = '']) => path)
    .filter((path) =>
      /^(app|components|deploy|e2e|lib|scripts)\/|^[\w.-]+\.(tsx?|mjs|json)$|^\.npmrc$/.test(path),
    );
const exists = (path: string) => (path.includes('*') ? globSync(path).length > 0 : existsSync(path));
const isTest = (path: string) => /\.(test|spec)\.tsx?$/.test(path);

/** `7.2 to 7.4`, `1.2, 1.3`: each section, as chapter and number. */
function sectionsOf(text: string): string[] {
  const [numbers = ''] = /^\d+\.\d+(?:(?:, | to )\d+\.\d+)*/.exec(text) ?? [];
  return numbers.split(',').flatMap((part) => {
    const [from = '', to = from] = part.trim().split(' to ');
    const [chapter, first] = from.split('.').map(Number);
    const last = Number(to.trim().split('.')[1]);
    return Array.from({ length: last - (first ?? 0) + 1 }, (_, more) => `${chapter}.${(first ?? 0) + more}`);
  });
}

/** How many sections each chapter of ASVS 5.0 has; the first of each requires documentation. */
const SECTIONS = [5, 4, 7, 4, 4, 8, 6, 4, 2, 7, 7, 3, 4, 3, 4, 5, 3];
/**
 * Chapters that Guichê has no part of, or that only level 3 requires, as the text before the table states.
 */
const LEFT_OUT = [
  ...['1.4', '3.6', '4.3', '4.4', '6.6', '11.7', '17.1', '17.2', '17.3'],
  ...['10.3', '10.4', '10.6', '10.7'],
];

describe('docs/security.md maps ASVS to what there is', () => {
  const rows = rowsOf(TABLE);

  it.each(rows)('$section names code and a test', ({ code, tried }) => {
    expect(pathsIn(code).filter((path) => !isTest(path))).not.toEqual([]);
    expect(pathsIn(tried).filter(isTest)).not.toEqual([]);
  });

  it.each([...rows, ...rowsOf(WRITTEN)])('$section: every path named exists', ({ code, tried }) => {
    expect([...pathsIn(code), ...pathsIn(tried)].filter((path) => !exists(path))).toEqual([]);
  });

  it('every section stands in a table, or is said to be left out', () => {
    const all = SECTIONS.flatMap((count, chapter) =>
      Array.from({ length: count }, (_, section) => `${chapter + 1}.${section + 1}`),
    );
    const mapped = [...rows, ...rowsOf(WRITTEN)].flatMap(({ section }) => sectionsOf(section));
    const missing = all.filter((section) => !mapped.includes(section) && !LEFT_OUT.includes(section));
    expect(missing).toEqual([]);
    expect(mapped.filter((section) => !all.includes(section))).toEqual([]);
  });
});
