import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isLocalName } from '#lib/core/address-name.ts';
import { type SafeRequest, safeFetch } from '#lib/core/http/safe-fetch.ts';
import { addressKind, checkForm, checkUrl, isReservedName, type Resolve } from '#lib/core/http/safe-url.ts';

const STRICT = { loopback: false, private: false };
const LOCAL = { loopback: true, private: false };
const ALL = { loopback: true, private: true };

describe('addressKind', () => {
  it.each([
    ['127.0.0.1', 'loopback'],
    ['127.255.255.254', 'loopback'],
    ['::1', 'loopback'],
    ['[::1]', 'loopback'],
    ['0.0.0.0', 'private'],
    ['10.1.2.3', 'private'],
    ['100.64.0.1', 'private'],
    ['169.254.169.254', 'private'],
    ['172.16.0.1', 'private'],
    ['172.32.0.1', 'public'],
    ['192.168.1.1', 'private'],
    ['192.0.2.1', 'private'],
    ['198.18.0.1', 'private'],
    ['224.0.0.1', 'private'],
    ['255.255.255.255', 'private'],
    ['8.8.8.8', 'public'],
    ['::', 'private'],
    ['::ffff:8.8.8.8', 'private'],
    ['::ffff:127.0.0.1', 'private'],
    ['0:0:0:0:0:ffff:7f00:1', 'private'],
    ['64:ff9b::a00:1', 'private'],
    ['2002:7f00:1::', 'private'],
    ['2001:db8::1', 'private'],
    ['fc00::1', 'private'],
    ['fd12:3456::1', 'private'],
    ['fe80::1', 'private'],
    ['ff02::1', 'private'],
    ['2606:4700::1111', 'public'],
    ['example.com', null],
  ])('%s is %s', (address, kind) => {
    expect(addressKind(address)).toBe(kind);
  });

  it('knows local and reserved names', () => {
    expect(['localhost', 'a.localhost', 'localhost.'].every(isLocalName)).toBe(true);
    expect(isLocalName('localhost.example.com')).toBe(false);
    expect(['a.example', 'x.test', 'example.com', 'a.example.org'].every(isReservedName)).toBe(true);
    expect(['myexample.com', 'test.com', 'example.com.br'].some(isReservedName)).toBe(false);
  });
});

describe('checkForm', () => {
  it.each([
    ['https://hooks.loja.com.br/pix', null],
    ['https://hooks.loja.com.br:8443/pix?a=b', null],
    ['HTTPS://LOJA.com/', null],
    ['', 'not_a_url'],
    ['loja.com/pix', 'not_a_url'],
    ['ftp://loja.com', 'not_a_url'],
    ['https:///pix', 'not_a_url'],
    ['https:loja.com', 'not_a_url'],
    ['https://loja.com/a b', 'not_a_url'],
    ['https://loja.com\\@10.0.0.1/', 'not_a_url'],
    [`https://loja.com/${'a'.repeat(2100)}`, 'too_long'],
    ['https://user:pass@loja.com/', 'has_credentials'],
    ['https://user@loja.com/', 'has_credentials'],
    ['https://loja.com/#part', 'has_fragment'],
    ['https://loja.com/#', 'has_fragment'],
    ['http://loja.com/', 'not_https'],
    ['https://127.0.0.1/', 'not_public'],
    ['https://0x7f.1/', 'not_public'],
    ['https://2130706433/', 'not_public'],
    ['https://017700000001/', 'not_public'],
    ['https://[::1]/', 'not_public'],
    ['https://[::ffff:10.0.0.1]/', 'not_public'],
    ['https://localhost/', 'not_public'],
    ['https://a.localhost/', 'not_public'],
    ['https://10.0.0.1/', 'not_public'],
    ['https://169.254.169.254/latest/meta-data', 'not_public'],
  ])('%s: %s', (url, fault) => {
    const checked = checkForm(url, STRICT);
    expect(typeof checked === 'string' ? checked : null).toBe(fault);
  });

  it('lets near addresses through, http too, only where the policy does', () => {
    expect(checkForm('http://localhost:3000/a', LOCAL)).toBeInstanceOf(URL);
    expect(checkForm('http://127.0.0.1:3000/a', LOCAL)).toBeInstanceOf(URL);
    expect(checkForm('http://10.0.0.1/a', LOCAL)).toBe('not_public');
    expect(checkForm('http://10.0.0.1/a', ALL)).toBeInstanceOf(URL);
    expect(checkForm('http://8.8.8.8/a', ALL)).toBe('not_https');
  });
});

const resolving =
  (...addresses: string[]): Resolve =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

describe('checkUrl', () => {
  const fault = async (url: string, resolve: Resolve, policy = STRICT) => {
    const checked = await checkUrl(url, policy, resolve);
    return typeof checked === 'string' ? checked : null;
  };

  it('judges every address of the name', async () => {
    expect(await fault('https://loja.com', resolving('8.8.8.8', '2606:4700::1111'))).toBeNull();
    expect(await fault('https://loja.com', resolving('8.8.8.8', '10.0.0.1'))).toBe('not_public');
    expect(await fault('https://loja.com', resolving('::1'))).toBe('not_public');
    expect(await fault('https://loja.com', resolving('127.0.0.1'), LOCAL)).toBeNull();
    expect(await fault('https://loja.com', resolving('192.168.0.1'), LOCAL)).toBe('not_public');
    expect(await fault('https://loja.com', resolving())).toBe('unresolvable');
    expect(await fault('https://loja.com', () => Promise.reject(new Error('ENOTFOUND')))).toBe(
      'unresolvable',
    );
  });

  it('never takes http to a public address, even where private ones are allowed', async () => {
    expect(await fault('http://loja.com', resolving('8.8.8.8'), ALL)).toBe('not_https');
    expect(await fault('http://loja.com', resolving('10.0.0.1'), ALL)).toBeNull();
  });
});

describe('safeFetch', () => {
  let server: Server;
  let port = 0;
  let seen: IncomingMessage[] = [];
  let answer: (request: IncomingMessage, response: ServerResponse) => void;
  beforeAll(async () => {
    server = createServer((request, response) => {
      seen.push(request);
      answer(request, response);
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    seen = [];
    answer = (_, response) => response.writeHead(201, { 'x-mark': 'a' }).end('hello');
  });
  const fetchFrom = (path = '/', over: Partial<SafeRequest> = {}, host = '127.0.0.1') =>
    safeFetch(`http://${host}:${port}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
      policy: LOCAL,
      limitMs: 2_000,
      mostBytes: 1_000,
      ...over,
    });

  it('gives status, headers and body', async () => {
    const got = await fetchFrom('/path?x=1');
    expect(got).toMatchObject({ ok: true, status: 201, headers: { 'x-mark': 'a' } });
    expect(got.ok && got.body.toString()).toBe('hello');
    expect(seen[0]?.url).toBe('/path?x=1');
    expect(seen[0]?.method).toBe('POST');
  });

  it('connects to the address that was judged, not to what the name says later', async () => {
    let resolved = 0;
    const resolve: Resolve = async () => {
      resolved += 1;
      return [{ address: resolved === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }];
    };
    const got = await fetchFrom('/', { resolve, policy: ALL }, 'rebinding.invalid');
    expect(got).toMatchObject({ ok: true, status: 201 });
    expect(resolved).toBe(1);
    expect(seen[0]?.headers.host).toBe(`rebinding.invalid:${port}`);
  });

  it('calls nobody at an address that is not allowed', async () => {
    expect(await fetchFrom('/', { policy: STRICT })).toMatchObject({ ok: false, fault: 'not_public' });
    const inner = { policy: LOCAL, resolve: resolving('10.0.0.1') };
    expect(
      await safeFetch('https://loja.com/', { method: 'GET', limitMs: 500, mostBytes: 10, ...inner }),
    ).toMatchObject({
      ok: false,
      fault: 'not_public',
    });
    expect(seen).toHaveLength(0);
  });

  it('follows no redirect', async () => {
    answer = (_, response) => response.writeHead(302, { location: `http://127.0.0.1:${port}/inner` }).end();
    expect(await fetchFrom()).toMatchObject({ ok: false, fault: 'redirect' });
    expect(seen).toHaveLength(1);
  });

  it('bounds time and size, and tells a lost connection', async () => {
    answer = () => undefined;
    expect(await fetchFrom('/', { limitMs: 150 })).toMatchObject({ ok: false, fault: 'timeout' });
    answer = (_, response) => response.end('x'.repeat(1_001));
    expect(await fetchFrom()).toMatchObject({ ok: false, fault: 'too_large' });
    answer = (request) => request.socket.destroy();
    expect(await fetchFrom()).toMatchObject({ ok: false, fault: 'connection' });
    // Headers came, the body never ends.
    answer = (_, response) => response.writeHead(200).write('a');
    expect(await fetchFrom('/', { limitMs: 150 })).toMatchObject({ ok: false, fault: 'timeout' });
  });
});
