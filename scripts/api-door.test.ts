import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import { type AddressInfo, BlockList } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ApiRequest, Door } from '#lib/api/api-request.ts';
import { originOf } from '#lib/api/request-origin.ts';
import { throughDoor } from './api-door.ts';
import { cleanHeaders } from './proxies.ts';

const left = globalThis as { __guicheDoor?: Door | undefined };
const JSON_TYPE = { 'content-type': 'application/json' };
const seen: ApiRequest[] = [];
let failure: unknown;
const server = createServer((message, response) => {
  cleanHeaders(message, new BlockList(), 'an-id');
  const answered = throughDoor(message, response);
  if (answered === null) response.end('the framework');
  else
    answered.catch((cause: unknown) => {
      failure = cause;
      response.destroy();
    });
});

beforeEach(async () => {
  seen.length = 0;
  failure = undefined;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  left.__guicheDoor = undefined;
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** The door behind the server: what it is asked is kept, and answered with this. */
function open(answer: (asked: ApiRequest) => Response | Promise<Response>): void {
  left.__guicheDoor = async (asked) => {
    seen.push(asked);
    return answer(asked);
  };
}

type Asked = { method?: string; headers?: IncomingHttpHeaders; body?: string };

async function ask(path: string, { method = 'GET', headers = {}, body }: Asked = {}) {
  const { port } = server.address() as AddressInfo;
  return new Promise<{ status: number; headers: IncomingHttpHeaders; bytes: Buffer }>((resolve, reject) => {
    const sent = request({ port, path, method, headers: { ...headers } }, (got) =>
      buffer(got).then(
        (bytes) => resolve({ status: got.statusCode ?? 0, headers: got.headers, bytes }),
        reject,
      ),
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

test('until the handlers are there, and for what is not the API’s or spelt oddly, the framework answers', async () => {
  expect(String((await ask('/api/accounts')).bytes)).toBe('the framework');
  open(() => new Response('{}', { headers: JSON_TYPE }));
  for (const path of [
    '/',
    '/api',
    '/apis',
    '/api/auth/session',
    '/api/auth',
    '/api/a/',
    '/api//a',
    '/api/../a',
  ])
    expect(String((await ask(path)).bytes), path).toBe('the framework');
  for (const path of ['/api/a/%2e%2e/b', '/api/a\\b', '/api/.a'])
    expect(String((await ask(path)).bytes), path).toBe('the framework');
  expect(String((await ask('/api/a/x.csv?y=/..')).bytes)).toBe('{}');
});

test('the door sees address, query, headers, cookies and body as they came', async () => {
  open(async ({ body, headers }) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of body ?? []) chunks.push(chunk);
    const said = { body: String(Buffer.concat(chunks)), from: originOf(headers) };
    return new Response(JSON.stringify(said), { status: 201, headers: JSON_TYPE });
  });
  const cookie = 'a=1; guiche.session=x%20y; b=%zz';
  const got = await ask('/api/a%2Fb?q=1&q=2', {
    method: 'POST',
    body: '{"n":1}',
    headers: { cookie, 'x-guiche-client-address': '8.8.8.8' },
  });
  expect(got.status).toBe(201);
  expect(JSON.parse(String(got.bytes))).toEqual({
    body: '{"n":1}',
    from: { id: 'an-id', address: '127.0.0.1', userAgent: null },
  });
  const [asked] = seen;
  expect([asked?.method, asked?.path, asked?.search]).toEqual(['POST', '/api/a%2Fb', '?q=1&q=2']);
  expect(['guiche.session', 'a', 'c'].map((name) => asked?.cookie(name))).toEqual(['x y', '1', undefined]);
});

test('a form with a file is read', async () => {
  open(async ({ formData }) => {
    const file = (await formData()).get('file') as File;
    return new Response(JSON.stringify([file.name, await file.text()]), { headers: JSON_TYPE });
  });
  const form = new FormData();
  form.set('file', new File(['bytes'], 'proof.pdf'));
  const { port } = server.address() as AddressInfo;
  const got = await fetch(`http://127.0.0.1:${port}/api/a`, { method: 'POST', body: form });
  expect(await got.json()).toEqual(['proof.pdf', 'bytes']);
});

test('a text leaves whole, smaller where that is taken; HEAD has no body, 204 none either', async () => {
  const text = JSON.stringify({ rows: Array.from({ length: 200 }, (_, n) => `row ${n}`) });
  open(({ path }) => {
    if (path.endsWith('/none')) return new Response(null, { status: 204 });
    return new Response(path.endsWith('/small') ? '{}' : text, { headers: JSON_TYPE });
  });
  const plain = await ask('/api/a');
  expect([String(plain.bytes), plain.headers['content-length']]).toEqual([text, String(text.length)]);
  const takes = { 'accept-encoding': 'gzip, br' };
  const small = await ask('/api/a', { headers: takes });
  expect(small.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
  expect(String(brotliDecompressSync(small.bytes))).toBe(text);
  expect((await ask('/api/small', { headers: takes })).headers['content-encoding']).toBeUndefined();
  const head = await ask('/api/a', { method: 'HEAD' });
  expect([head.status, head.headers['content-type'], head.bytes.length]).toEqual([
    200,
    'application/json',
    0,
  ]);
  expect(await ask('/api/none')).toMatchObject({ status: 204, bytes: Buffer.alloc(0) });
});

test('what is read on the way comes as it is read; a fault of it breaks the connection', async () => {
  const parts = (fault?: Error) =>
    new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(new TextEncoder().encode('line\n'));
        if (fault === undefined) controller.close();
        else controller.error(fault);
      },
    });
  const csv = { 'content-type': 'text/csv; charset=utf-8' };
  open(() => new Response(parts(), { headers: csv }));
  const got = await ask('/api/a', { headers: { 'accept-encoding': 'br' } });
  expect([got.headers['content-encoding'], String(brotliDecompressSync(got.bytes))]).toEqual([
    'br',
    'line\n',
  ]);
  const fault = new Error('a later page');
  open(() => new Response(parts(fault), { headers: csv }));
  await expect(ask('/api/a')).rejects.toThrow();
  expect(failure).toBe(fault);
});

test('for a reader who has gone before there was an answer nothing is read', async () => {
  let pulled = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        pulled += 1;
        if (pulled > 100) controller.close();
        else controller.enqueue(new Uint8Array(10));
      },
    },
    { highWaterMark: 0 },
  );
  const answered = Promise.withResolvers<void>();
  open(async ({ signal }) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    setTimeout(answered.resolve, 50);
    return new Response(body);
  });
  const { port } = server.address() as AddressInfo;
  const sent = request({ port, path: '/api/a' });
  sent.on('error', () => undefined).end();
  await expect.poll(() => seen.length).toBe(1);
  sent.destroy();
  await answered.promise;
  expect([pulled, failure]).toEqual([0, undefined]);
});

test('a reader who goes ends what is read for them, without a fault', async () => {
  let ended: (why: string) => void = () => undefined;
  const cancelled = new Promise<string>((resolve) => {
    ended = resolve;
  });
  open(
    () =>
      new Response(
        new ReadableStream<Uint8Array>({
          pull: (controller) => controller.enqueue(new Uint8Array(64_000)),
          cancel: () => ended('cancelled'),
        }),
      ),
  );
  const { port } = server.address() as AddressInfo;
  const sent = request({ port, path: '/api/a' }, (got) => got.once('data', () => got.destroy()));
  sent.on('error', () => undefined).end();
  expect(await cancelled).toBe('cancelled');
  expect(seen[0]?.signal.aborted).toBe(true);
  expect(failure).toBeUndefined();
});
