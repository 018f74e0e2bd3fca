import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcp, type Socket } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTransport, type HttpRequest } from '#lib/core/http/request.ts';

const transport = createTransport({ connect: 200, read: 300, change: 5_000, export: 600, token: 300 });
let server: Server;
let base: string;
const arrived: string[] = [];
const JSON_TEXT = JSON.stringify({ data: 'é'.repeat(500) });
/** `Content-Encoding` and body that `/packed/<name>` answers. */
const PACKED: Record<string, [coding: string, body: Buffer]> = {
  gzip: ['gzip', gzipSync(JSON_TEXT)],
  'x-gzip': ['X-GZIP', gzipSync(JSON_TEXT)],
  br: ['br', brotliCompressSync(JSON_TEXT)],
  deflate: ['deflate', deflateSync(JSON_TEXT)],
  'deflate-raw': ['deflate', deflateRawSync(JSON_TEXT)],
  zstd: ['zstd', zstdCompressSync(JSON_TEXT)],
  twice: ['gzip, identity, br', brotliCompressSync(gzipSync(JSON_TEXT))],
  bomb: ['gzip', gzipSync(Buffer.alloc(20 * 1024 * 1024))],
  broken: ['gzip', gzipSync(JSON_TEXT).subarray(0, 20)],
  plain: ['gzip', Buffer.from(JSON_TEXT)],
  unknown: ['compress', Buffer.from('??')],
  empty: ['gzip', Buffer.alloc(0)],
};

beforeAll(async () => {
  server = createServer((request, response) => {
    arrived.push(`${request.method} ${request.url}`);
    const path = request.url ?? '';
    if (path.startsWith('/ok')) response.end('{"a":"é"}');
    if (path === '/teapot') response.writeHead(418, { 'Retry-After': '3' }).end('no');
    if (path === '/moved') response.writeHead(302, { location: '/ok' }).end();
    if (path === '/reset') request.socket.destroy();
    if (path === '/cut')
      response.writeHead(200, { 'content-length': '100' }).write('{"a"', () => request.socket.destroy());
    if (path === '/big') response.end(Buffer.alloc(17 * 1024 * 1024, 97));
    if (path === '/slow') response.write('{');
    if (path === '/nul') response.end(Buffer.from([97, 0, 98, 0xed, 0xa0, 0xbd]));
    const packed = PACKED[path.replace('/packed/', '')];
    if (packed !== undefined)
      response
        .writeHead(path.endsWith('x-gzip') ? 422 : 200, { 'content-encoding': packed[0] })
        .end(packed[1]);
    if (path === '/image') response.end(Buffer.from([0x89, 0x50, 0, 0xff]));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.closeAllConnections());

const send = (path: string, extra: Partial<HttpRequest> = {}) =>
  transport({ method: 'GET', url: `${base}${path}`, headers: {}, purpose: 'read', ...extra });

test('an answer with its status, headers and text', async () => {
  expect(await send('/ok?a=1%2C2')).toMatchObject({ kind: 'ok', status: 200, text: '{"a":"é"}' });
  expect(arrived).toContain('GET /ok?a=1%2C2');
  expect(await send('/teapot')).toMatchObject({
    kind: 'status',
    status: 418,
    headers: { 'retry-after': '3' },
  });
});

test('M4: an answer’s text is well-formed, whatever bytes came', async () => {
  expect(await send('/nul')).toMatchObject({ text: 'a\u{fffd}b\u{fffd}\u{fffd}\u{fffd}' });
});

test.each(['gzip', 'br', 'deflate', 'deflate-raw', 'zstd', 'twice', 'plain'])(
  'an answer packed as %s is unpacked, whether or not anybody asked for that',
  async (name) => {
    expect(await send(`/packed/${name}`)).toMatchObject({ kind: 'ok', status: 200, text: JSON_TEXT });
  },
);

test('a refusal and a file are unpacked too', async () => {
  expect(await send('/packed/x-gzip')).toMatchObject({ kind: 'status', status: 422, text: JSON_TEXT });
  expect(await send('/packed/gzip', { binary: true })).toMatchObject({ bytes: Buffer.from(JSON_TEXT) });
});

test('what an answer unpacks to is bounded like the answer', async () => {
  expect(await send('/packed/bomb', { purpose: 'change' })).toMatchObject({ fault: 'too_large', sent: true });
  expect(await send('/packed/gzip', { mostBytes: 600 })).toMatchObject({ fault: 'too_large' });
});

test('an answer that does not unpack keeps its status', async () => {
  for (const name of ['broken', 'unknown', 'empty'])
    expect(await send(`/packed/${name}`), name).toMatchObject({ kind: 'ok', status: 200 });
  expect(await send('/packed/empty')).toMatchObject({ text: '' });
});

test('a redirect is an answer, not a way', async () => {
  expect(await send('/moved')).toMatchObject({ kind: 'status', status: 302 });
});

test.each([
  ['/reset', 'reset'],
  ['/cut', 'reset'],
  ['/slow', 'timeout'],
  ['/never', 'timeout'],
])('%s is a fault after sending', async (path, fault) => {
  expect(await send(path)).toMatchObject({ kind: 'fault', fault, sent: true });
});

test('an answer is bounded', async () => {
  expect(await send('/big', { purpose: 'change' })).toMatchObject({ fault: 'too_large', sent: true });
});

test('a file keeps its bytes where they are asked for, within the bound that was asked', async () => {
  const answer = await send('/image', { binary: true });
  expect(answer).toMatchObject({ kind: 'ok', bytes: Buffer.from([0x89, 0x50, 0, 0xff]) });
  expect(await send('/image')).not.toHaveProperty('bytes');
  expect(await send('/image', { binary: true, mostBytes: 3 })).toMatchObject({ fault: 'too_large' });
  expect(await send('/big', { purpose: 'change', mostBytes: 99 * 1024 * 1024 })).toMatchObject({
    fault: 'too_large',
  });
});

test('a refused connection never sent anything', async () => {
  const closed = createTcp();
  await new Promise<void>((done) => closed.listen(0, '127.0.0.1', done));
  const { port } = closed.address() as AddressInfo;
  await new Promise((done) => closed.close(done));
  const outcome = await transport({
    method: 'POST',
    url: `http://127.0.0.1:${port}/x`,
    headers: {},
    body: '{}',
    purpose: 'change',
  });
  expect(outcome).toMatchObject({ kind: 'fault', fault: 'connect', sent: false });
});

test('a TLS refusal never sent anything', async () => {
  const sockets: Socket[] = [];
  const plain = createTcp((socket) => sockets.push(socket.on('data', () => socket.end('not tls'))));
  await new Promise<void>((done) => plain.listen(0, '127.0.0.1', done));
  const { port } = plain.address() as AddressInfo;
  const outcome = await transport({
    method: 'GET',
    url: `https://127.0.0.1:${port}/`,
    headers: {},
    purpose: 'read',
  });
  expect(outcome).toMatchObject({ kind: 'fault', fault: 'connect', sent: false });
  plain.close();
});

test('an abort ends the call, before or after sending', async () => {
  expect(await send('/never', { signal: AbortSignal.abort() })).toMatchObject({
    fault: 'aborted',
    sent: false,
  });
  expect(await send('/never', { signal: AbortSignal.timeout(60) })).toMatchObject({
    fault: 'aborted',
    sent: true,
  });
});

test('each purpose has its own limit', async () => {
  const begun = performance.now();
  await send('/never', { purpose: 'export' });
  expect(performance.now() - begun).toBeGreaterThan(590);
});

test('A11: a name that turned near after it was judged is not called, nor a near address that stands there', async () => {
  const limits = { connect: 200, read: 300, change: 300, export: 300, token: 300 };
  const resolveLoopback = async () => [{ address: '127.0.0.1', family: 4 }];
  const { port } = new URL(base);
  const get = (url: string, loopback: boolean) =>
    createTransport(limits, { addressPolicy: { loopback, private: loopback }, resolve: resolveLoopback })({
      ...{ method: 'GET', url, headers: {}, purpose: 'read' },
    });
  const named = `http://rebound.example:${port}/ok?named`;
  for (const url of [named, `http://127.0.0.1:${port}/ok?named`, `https://rebound.example:${port}/ok?named`])
    expect(await get(url, false), url).toMatchObject({ kind: 'fault', fault: 'connect', sent: false });
  expect(arrived).not.toContain('GET /ok?named');
  expect(await get(named, true)).toMatchObject({ kind: 'ok', status: 200 });
});
