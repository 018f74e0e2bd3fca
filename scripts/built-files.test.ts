import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { builtFiles, finishBuilt } from './built-files.ts';

test('A5: a static file that the build lacks is no page; what it has, and every other path, is left alone', () => {
  const root = mkdtempSync(join(tmpdir(), 'guiche-built-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, '.next/static/chunks/[account]'), { recursive: true });
  writeFileSync(join(root, '.next/static/chunks/[account]/page.js'), '');
  const { lacks } = builtFiles(root);
  expect(lacks('/_next/static/chunks/[account]/page.js')).toBe(false);
  expect(lacks('/_next/static/none.js')).toBe(true);
  expect(lacks('/_next/static/../server/page.js')).toBe(true);
  expect(lacks('/pix/overview')).toBe(false);
});

test('a script goes out as it was compressed with the build, to those who take it; all else is the framework’s', async () => {
  const root = mkdtempSync(join(tmpdir(), 'guiche-built-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const script = (module: string) => `self.LIST.push([1,${module}]);`.repeat(200);
  mkdirSync(join(root, '.next/static/chunks/[account]'), { recursive: true });
  writeFileSync(join(root, '.next/static/chunks/[account]/page.js'), script('()=>"pagar"'));
  writeFileSync(join(root, '.next/static/manifest.json'), '{}');
  await finishBuilt(root);
  const { answer, lacks } = builtFiles(root);
  const server = createServer((request, response) => {
    if (!answer(request, response)) response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const ask = (path: string, accepted?: string) =>
    new Promise<IncomingMessage>((resolve) => {
      get(
        { port, path, agent: false, headers: accepted === undefined ? {} : { 'accept-encoding': accepted } },
        resolve,
      );
    });
  const page = '/_next/static/chunks/%5Baccount%5D/page.js';
  const got = await ask(page, 'gzip, deflate, br, zstd');
  expect(got.headers).toMatchObject({
    'content-type': 'application/javascript; charset=UTF-8',
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
  });
  expect(brotliDecompressSync(await buffer(got)).toString()).toBe(script('(()=>"pagar")'));
  for (const accepted of ['gzip', 'gzip, br;q=0', undefined])
    expect((await ask(page, accepted)).statusCode).toBe(204);
  for (const other of ['/_next/static/manifest.json', '/_next/static/none.js', '/pix/overview'])
    expect((await ask(other, 'br')).statusCode).toBe(204);
  expect(lacks('/_next/static/chunks/[account]/page.js.br')).toBe(true);
});
