import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { endpoints } from '#lib/endpoints.ts';

/** Document 1's half of it. */
const DOC = readFileSync('docs/providers.md', 'utf8').split('\n## Hub API')[0] ?? '';
/** In the order of lib/providers/pix: what of it calls the provider. */
const ADAPTER = [
  ...['adapter', 'deliveries', 'disputes', 'resends', 'webhooks', 'transactions', 'operations'],
  ...['statement', 'pending-deposits', 'reports', 'summary'],
].map((name) => readFileSync(`lib/providers/pix/${name}.ts`, 'utf8'));

type Row = { route: string; page: string; handler: string; port: string; test: string };
const rowsOf = (text: string): Row[] =>
  text.split('\n').flatMap((line) => {
    const [, route, , page = '', handler = '', port = '', test = ''] = line
      .split('|')
      .map((cell) => cell.trim());
    const name = /^`([A-Z]+ \/.*)`$/.exec(route ?? '')?.[1];
    return name === undefined ? [] : [{ route: name, page, handler, port, test }];
  });
const rows = rowsOf(DOC);

/** Parameters as `{id}`, so that a path of the code and one of the table are the same text. */
const plain = (path: string) => path.replace(/\$?\{[^}]*\}/g, '{id}');

const PATH = /path = `(?<made>\/[^`]*)`/;
const CALL =
  /client\.(?:read|readFile|change)\(\s*(?:'(?<method>[A-Z]+)',\s*)?(?:(?<quote>['`])(?<path>\/.*?)\k<quote>|(?<variable>path)\b)/;

/** Methods and paths that a file requests; a variable is the path that was written last before it. */
function routesIn(source: string): string[] {
  let last = '';
  return [...source.matchAll(new RegExp(`${PATH.source}|${CALL.source}`, 'g'))].flatMap(({ groups = {} }) => {
    if (groups.made !== undefined) last = groups.made;
    if (groups.made !== undefined) return [];
    return [`${groups.method ?? 'GET'} ${plain(groups.path ?? last)}`];
  });
}

const codeIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

describe('docs/providers.md', () => {
  it('names every route once, 35 of them of document 1', () => {
    const routes = rows.map((row) => row.route);
    expect(new Set(routes).size).toBe(routes.length);
    expect(rowsOf(DOC.split('## Beyond document 1')[0] ?? '')).toHaveLength(35);
  });

  it('has a row for each route that the adapter asks for, and no row in use that it does not', () => {
    const routes = new Set(ADAPTER.flatMap(routesIn));
    expect(routes.size).toBeGreaterThan(20);
    expect([...routes].toSorted()).toEqual(rows.map((row) => plain(row.route)).toSorted());
    const calls = ADAPTER.flatMap((source) => source.match(/client\.(?:read|readFile|change)\(/g) ?? []);
    expect(ADAPTER.flatMap(routesIn)).toHaveLength(calls.length);
  });

  it('names a page, members of the port that the adapter fills, handlers that exist and tests that exist', () => {
    for (const { route, page, handler, port, test } of rows) {
      expect(page, route).toMatch(/^[a-z]/);
      for (const member of codeIn(port).flatMap((name) => name.split('.')))
        expect(ADAPTER.join('\n'), `${route}: ${member}`).toMatch(new RegExp(`\\b${member}\\b\\s*[:(]`));
      expect(codeIn(handler).length, route).toBeGreaterThan(0);
      expect(codeIn(test).length, route).toBeGreaterThan(0);
      for (const key of codeIn(handler)) expect(Object.keys(endpoints), route).toContain(key);
      for (const path of codeIn(test)) expect(existsSync(path), path).toBe(true);
    }
  });
});
