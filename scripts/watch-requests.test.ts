import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pageRoutes } from './watch-requests.ts';

const page = (path: string, regex: string) => ({ page: path, regex });
/** In the form and order in which the framework writes it. */
const MANIFEST = {
  staticRoutes: [
    page('/', '^/(?:/)?$'),
    page('/_not-found', '^/_not\\-found(?:/)?$'),
    page('/inbox', '^/inbox(?:/)?$'),
  ],
  dynamicRoutes: [
    page('/api/auth/[...nextauth]', '^/api/auth/(.+?)(?:/)?$'),
    page('/api/[...path]', '^/api/(.+?)(?:/)?$'),
    page('/[account]', '^/([^/]+?)(?:/)?$'),
    page('/[account]/disputes/[id]', '^/([^/]+?)/disputes/([^/]+?)(?:/)?$'),
    page('/[account]/[...rest]', '^/([^/]+?)/(.+?)(?:/)?$'),
  ],
};

function routes() {
  const root = mkdtempSync(join(tmpdir(), 'guiche-routes-'));
  mkdirSync(join(root, '.next'));
  writeFileSync(join(root, '.next/routes-manifest.json'), JSON.stringify(MANIFEST));
  const made = pageRoutes(root);
  rmSync(root, { recursive: true });
  return made;
}

test('a page is counted by its pattern, never by its address', () => {
  const route = routes();
  for (const [path, pattern] of [
    ['/', '/'],
    ['/inbox', '/inbox'],
    ['/pix', '/[account]'],
    ['/pix/disputes/ana@example.com', '/[account]/disputes/[id]'],
    ['/pix/what/is/this', '/[account]/[...rest]'],
    ['/api/auth/session', '/api/auth/[...nextauth]'],
    ['/api/nothing', 'none'],
    ['/_next/static/chunks/a.js', 'static'],
    ['/icon.svg', 'static'],
  ] as const)
    expect(route(path), path).toBe(pattern);
});

test('whatever is asked for, the patterns stay those of the build', () => {
  const route = routes();
  const seen = new Set<string>();
  const part = fc.oneof(
    fc.string(),
    fc.constantFrom('api', 'auth', '_next', 'disputes', 'inbox', '_not-found'),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 5 }), (parts) => void seen.add(route(`/${parts.join('/')}`))),
    { numRuns: 3_000 },
  );
  const known = [...MANIFEST.staticRoutes, ...MANIFEST.dynamicRoutes].map((one) => one.page);
  expect([...seen].filter((one) => ![...known, 'none', 'static'].includes(one))).toEqual([]);
});
