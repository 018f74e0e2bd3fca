import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { endpoints } from '#lib/endpoints.ts';

const DOC = readFileSync('docs/providers.md', 'utf8');
const ADAPTER = readFileSync('lib/providers/pix/adapter.ts', 'utf8');

type Row = { route: string; handler: string; port: string; test: string };
const rows: Row[] = DOC.split('\n').flatMap((line) => {
  const [, route, , , handler = '', port = '', test = ''] = line.split('|').map((cell) => cell.trim());
  const name = /^`([A-Z]+ \/.*)`$/.exec(route ?? '')?.[1];
  return name === undefined ? [] : [{ route: name, handler, port, test }];
});
const inUse = rows.filter((row) => row.port !== 'later');

/** Paths that the adapter asks for, their parameters as `{id}`. */
function pathsOf(source: string): Set<string> {
  const written = source.matchAll(/(?:read\(|path = )\s*(['`])(\/[^'`]*)\1/g);
  return new Set([...written].map(([, , path = '']) => path.replace(/\$\{[^}]*\}/g, '{id}')));
}

const codeIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

describe('docs/providers.md', () => {
  it('names every route once, 35 of them of document 1', () => {
    const routes = rows.map((row) => row.route);
    expect(new Set(routes).size).toBe(routes.length);
    expect(routes.filter((route) => route !== 'GET /user/summary')).toHaveLength(35);
  });

  it('has a row for each path that the adapter asks for, and no row in use that it does not', () => {
    const asked = [...pathsOf(ADAPTER)].map((path) => `GET ${path}`);
    expect(asked.length).toBeGreaterThan(3);
    expect(asked.toSorted()).toEqual(inUse.map((row) => row.route).toSorted());
    expect(ADAPTER.match(/client\.(?!read\b)\w+\(/g), 'only reads so far').toBeNull();
  });

  it('names members of the port that the adapter fills, handlers that exist and tests that exist', () => {
    for (const { route, handler, port, test } of inUse) {
      for (const member of codeIn(port).flatMap((name) => name.split('.')))
        expect(ADAPTER, `${route}: ${member}`).toMatch(new RegExp(`\\b${member}\\b\\s*[:(]`));
      expect(codeIn(handler).length, route).toBeGreaterThan(0);
      for (const key of codeIn(handler)) expect(Object.keys(endpoints), route).toContain(key);
      for (const path of codeIn(test)) expect(existsSync(path), path).toBe(true);
    }
  });

  it('says of a route that is not used that all of it comes later', () => {
    for (const { route, handler, port, test } of rows.filter((row) => row.port === 'later'))
      expect([handler, port, test], route).toEqual(['later', 'later', 'later']);
  });
});
