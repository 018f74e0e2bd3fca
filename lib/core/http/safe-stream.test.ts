import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type StreamRequest, safeStream } from '#lib/core/http/safe-fetch.ts';

const LOCAL = { loopback: true, private: false };

describe('safeStream', () => {
  let server: Server;
  let base = '';
  let answer: (request: IncomingMessage, response: ServerResponse) => void;
  let closed: Promise<void>;
  beforeAll(async () => {
    server = createServer((request, response) => {
      closed = new Promise((done) => response.once('close', done));
      answer(request, response);
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    answer = (_, response) => response.writeHead(200, { 'content-type': 'text/csv' }).end('a,b\r\n1,2\r\n');
  });
  const openStream = (over: Partial<StreamRequest> = {}, url = base) =>
    safeStream(url, {
      policy: LOCAL,
      headMs: 5_000,
      idleMs: 5_000,
      wholeMs: 10_000,
      mostBytes: 1_000,
      ...over,
    });
  const textOf = async (answered: Awaited<ReturnType<typeof openStream>>) => {
    if (!answered.ok) throw new Error(answered.fault);
    return new Response(answered.body).text();
  };

  it('gives the head, then the body as it comes', async () => {
    let finish: () => void = () => undefined;
    answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/csv' }).write('first;');
      finish = () => void response.end('last');
    };
    const got = await openStream();
    expect(got).toMatchObject({ ok: true, status: 200, type: 'text/csv' });
    if (!got.ok) throw new Error(got.fault);
    const reader = got.body.getReader();
    expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe('first;');
    finish();
    expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe('last');
    expect((await reader.read()).done).toBe(true);
  });

  it('decodes what was stored compressed, and breaks where that is cut or too large', async () => {
    const text = 'a,b\r\n'.repeat(150);
    for (const [coding, bytes] of [
      ['gzip', gzipSync(text)],
      ['BR', brotliCompressSync(text)],
      ['deflate', deflateSync(text)],
    ] as const) {
      const head = { 'content-type': 'Text/CSV; charset=x', 'content-encoding': coding };
      answer = (_, response) =>
        response.writeHead(200, { ...head, 'content-length': bytes.length }).end(bytes);
      const got = await openStream();
      expect(got).toMatchObject({ ok: true, type: 'text/csv' });
      expect(await textOf(got), coding).toBe(text);
      await expect(textOf(await openStream({ mostBytes: 700 })), coding).rejects.toThrow('larger');
      answer = (_, response) => response.writeHead(200, head).end(bytes.subarray(0, -4));
      await expect(textOf(await openStream()), coding).rejects.toThrow();
    }
  });

  it('asks nobody at an address that is not allowed, and follows no redirect', async () => {
    let requests = 0;
    answer = (_, response) => {
      requests += 1;
      response.writeHead(302, { location: `${base}/inner` }).end();
    };
    expect(await openStream({ policy: { loopback: false, private: false } })).toEqual({
      ok: false,
      fault: 'not_public',
    });
    expect(requests).toBe(0);
    expect(await openStream()).toEqual({ ok: false, fault: 'redirect' });
    expect(requests).toBe(1);
  });

  it('refuses what says that it is too large, and breaks off what turns out to be', async () => {
    answer = (_, response) => response.writeHead(200, { 'content-length': '1001' }).end('x'.repeat(1_001));
    expect(await openStream()).toEqual({ ok: false, fault: 'too_large' });
    answer = (_, response) => {
      response.writeHead(200).write('x'.repeat(900));
      response.end('x'.repeat(200));
    };
    await expect(textOf(await openStream())).rejects.toThrow('larger');
  });

  it('breaks a body that was cut, and one that stands still', async () => {
    answer = (_, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half');
      setTimeout(() => response.destroy(), 20);
    };
    await expect(textOf(await openStream())).rejects.toThrow();
    answer = (_, response) => void response.writeHead(200).write('half');
    await expect(textOf(await openStream({ idleMs: 300 }))).rejects.toThrow();
    answer = () => undefined;
    expect(await openStream({ wholeMs: 300 })).toEqual({ ok: false, fault: 'timeout' });
  });

  it('leaves the other side when nobody takes any more', async () => {
    answer = (_, response) => void response.writeHead(200).write('half');
    const got = await openStream();
    if (!got.ok) throw new Error(got.fault);
    await got.body.cancel();
    await closed;
  });
});
