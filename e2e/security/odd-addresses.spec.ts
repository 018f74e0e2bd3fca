import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import type { APIRequestContext } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { FULL } from '../support/full.ts';

test.use({ productOptions: { simulator: { transactions: 100 } } });

/** Odd addresses that are asked for. */
const MOST = FULL ? 20_000 : 2_000;
/** Requests in one burst: pipelined, thousands take seconds. */
const AT_ONCE = 200;
/** 150 MB are sent; what a server holds of them is what its collector has not dropped yet. */
const MOST_MB = 120;
const CONNECTIONS = 4;
/** More than any sign-in, less than the megabyte that other calls may have. */
const BODY = 'x'.repeat(20_000);

/** An address that a reader of URLs may take for `/api/auth/callback/credentials` or another of these. */
const TARGETS = [
  '/api/auth/callback/credentials',
  '/api/set-up',
  '/api/step-up',
  '/api/invitation/read',
  '/api/accounts/pix/transactions/filters',
  '/api/health',
  '/sign-in',
  '/pix/overview',
];

/** Seeded, so that a failure can be seen again. */
function random(seed: number) {
  let state = seed;
  return (most: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

const DOTS = ['.', '%2e', '%2E', '%252e', '%25%32%65'];
const SLASHES = ['/', '/', '/', '\\', '%2f', '%2F', '%5c', '%5C', '//', '%252f'];
const ODD_BYTES = [
  '%00',
  '%2500',
  '%ff',
  '%c0%af',
  '%',
  '%zz',
  '#',
  '%09',
  '%0a',
  '\u00e9',
  ';',
  '%e2%80%8b',
];

function oddAddress(pick: (most: number) => number): string {
  const one = <T>(list: readonly T[]): T => list[pick(list.length)] as T;
  const target = one(TARGETS);
  const segments = target.slice(1).split('/');
  const slash = () => one(SLASHES);
  const at = pick(segments.length + 1);
  const up = `${one(DOTS)}${one(DOTS)}`;
  switch (pick(9)) {
    case 0:
      return `${slash()}x${slash()}${up}${target}`;
    case 1:
      return `/${segments.toSpliced(at, 0, one(DOTS)).join('/')}`;
    case 2:
      return `/${segments.toSpliced(at, 0, 'x', up).join(slash())}`;
    case 3:
      return `${one(['http://localhost', 'https://elsewhere.example', 'http://127.0.0.1', 'HTTP://x', 'ftp://x'])}${target}`;
    case 4:
      return one(['*', '**', '', 'api', '.', '..', `?${target}`, '@', 'localhost:80', ':']) || '/.';
    case 5:
      return `/${segments.toSpliced(at, 0, one(ODD_BYTES)).join('/')}`;
    case 6:
      return `/${segments.join(slash())}${slash()}${up}`;
    case 7:
      return `${target}${one(ODD_BYTES)}`;
    default:
      // Letters may be written as bytes: the same path.
      return target.replace(/[a-z]/g, (letter) =>
        pick(4) === 0 ? `%${letter.charCodeAt(0).toString(16)}` : letter,
      );
  }
}

/**
 * Statuses of these requests, in their order, over a connection that is opened anew whenever the server closes it. A
 * reset may swallow the answers of a burst; a request alone on its connection must be answered.
 */
async function statusesOf(port: number, requests: readonly string[]): Promise<number[]> {
  const statuses: number[] = [];
  let atOnce = AT_ONCE;
  for (let alone = 0; statuses.length < requests.length; ) {
    const found = await burst(port, requests.slice(statuses.length, statuses.length + atOnce));
    statuses.push(...found);
    alone = found.length === 0 && atOnce === 1 ? alone + 1 : 0;
    if (alone === 3) throw new Error(`no answer to ${requests[statuses.length]?.slice(0, 100)}`);
    atOnce = found.length === 0 ? 1 : AT_ONCE;
  }
  return statuses;
}

function burst(port: number, requests: readonly string[]): Promise<number[]> {
  return new Promise((resolve) => {
    const found: number[] = [];
    let text = '';
    const socket: Socket = connect(port, '127.0.0.1', () => socket.write(requests.join(''), 'latin1'));
    const done = () => {
      socket.destroy();
      resolve(found);
    };
    socket.setTimeout(20_000, done);
    socket.setEncoding('latin1').on('data', (part: string) => {
      text += part;
      // What is asked is refused or is a short answer: a status line stands nowhere else.
      const lines = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)];
      found.splice(
        0,
        found.length,
        ...lines.map(([, status]) => Number(status)).filter((status) => status !== 100),
      );
      if (found.length >= requests.length) done();
    });
    socket.on('close', done).on('error', done);
  });
}

/** The answer to an address in its normal form: what may stand where it is not refused. */
async function normalStatuses(
  request: APIRequestContext,
  method: string,
  cookie: string,
): Promise<Set<number>> {
  const found = new Set<number>();
  for (const target of TARGETS) {
    const answer = await request.fetch(target, {
      method,
      maxRedirects: 0,
      headers: { cookie, 'content-type': 'application/json' },
      ...(method === 'POST' ? { data: BODY } : {}),
    });
    found.add(answer.status());
  }
  return found;
}

test('A2, A4: thousands of odd addresses are refused, or answered as their normal form', async ({
  product,
  api,
}) => {
  test.setTimeout(FULL ? 900_000 : 300_000);
  const port = Number(new URL(product.url).port);
  const pick = random(20_261_128);
  const request = await api(null);
  for (const method of ['GET', 'POST', 'OPTIONS']) {
    const normal = await normalStatuses(request, method, '');
    expect(
      [...normal].filter((status) => status >= 500),
      method,
    ).toEqual([]);
    const addresses = Array.from({ length: method === 'GET' ? MOST / 2 : MOST / 4 }, () => oddAddress(pick));
    const body =
      method === 'POST'
        ? `content-type: application/json\r\ncontent-length: ${BODY.length}\r\n\r\n${BODY}`
        : '\r\n';
    const requests = addresses.map(
      (address) =>
        `${method} ${address} HTTP/1.1\r\nhost: localhost:${port}\r\norigin: ${product.url}\r\naccept: text/x-none\r\n${body}`,
    );
    const share = Math.ceil(requests.length / CONNECTIONS);
    const parts = Array.from({ length: CONNECTIONS }, (_, n) => requests.slice(n * share, (n + 1) * share));
    const statuses = (await Promise.all(parts.map((part) => statusesOf(port, part)))).flat();
    expect(statuses).toHaveLength(addresses.length);
    const faults = addresses.flatMap((address, n) => {
      const status = statuses[n] ?? 0;
      return status === 400 || status === 404 || normal.has(status) ? [] : [`${status} ${method} ${address}`];
    });
    expect(faults.slice(0, 20).join('\n'), `${faults.length} of ${method}`).toBe('');
    // What is neither refused nor unknown is a target in other letters.
    const odd = addresses.filter((address) => /\\|%5c|\/\.{1,2}(\/|$)|^[^/]|%00|\/\//i.test(address));
    const passed = odd.filter((address) => statuses[addresses.indexOf(address)] !== 400);
    expect(passed.slice(0, 20), method).toEqual([]);
  }
});

test('A4: methods on `*` are refused, none ends in a 500', async ({ product }) => {
  const port = Number(new URL(product.url).port);
  for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST', 'DELETE', 'PROPFIND', 'TRACE'])
    for (const address of ['*', '/*', 'http://localhost/', '//'])
      expect([400, 404, 405], `${method} ${address}`).toContain(
        (await burst(port, [`${method} ${address} HTTP/1.1\r\nhost: localhost\r\n\r\n`]))[0],
      );
});

/** Megabytes that the server's process holds. */
const residentOf = (pid: number) =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

/** Sends so many megabytes in chunks, as fast as they are taken; the status that came, and the most that was held. */
async function pour(port: number, path: string, megabytes: number, pid: number) {
  const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(0x10000, 'x'), Buffer.from('\r\n')]);
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  let most = 0;
  let closed = false;
  socket.setEncoding('latin1').on('data', (part: string) => {
    answer += part;
  });
  socket.on('close', () => {
    closed = true;
  });
  socket.on('error', () => undefined);
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: localhost:${port}\r\ntransfer-encoding: chunked\r\n` +
      'content-type: application/x-www-form-urlencoded\r\n\r\n',
  );
  for (let sent = 0; sent < megabytes * 16 && !closed; sent += 1) {
    if (!socket.write(chunk))
      await Promise.race([
        new Promise((resolve) => socket.once('drain', resolve)),
        new Promise((resolve) => socket.once('close', resolve)),
      ]);
    if (sent % 64 === 0) most = Math.max(most, residentOf(pid));
  }
  if (!closed) socket.end('0\r\n\r\n');
  await expect.poll(() => closed || answer.includes('\r\n\r\n'), { timeout: 30_000 }).toBe(true);
  most = Math.max(most, residentOf(pid));
  socket.destroy();
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0), most };
}

test('A2: 150 MB that nobody asked for are refused, and not held', async ({ start }) => {
  test.setTimeout(240_000);
  // A product of its own: what others ask of it would count.
  const { url, pid } = await start({ simulator: { transactions: 100 } });
  const port = Number(new URL(url).port);
  const paths = [
    '/x/../api/auth/callback/credentials',
    '/api/auth/callback/credentials',
    '/api/set-up',
    '/api/none',
    '/sign-in',
    '/x/%2e%2e/api/step-up',
  ];
  // Once each without weight: what is loaded by a first call is no growth.
  for (const path of paths) await pour(port, path, 0.1, pid);
  const before = residentOf(pid);
  for (const path of paths) {
    const { status, most } = await pour(port, path, 150, pid);
    expect(status, path).toBeGreaterThanOrEqual(400);
    expect(status, path).toBeLessThan(500);
    expect.soft(most - before, `${path}: MB more than the ${before.toFixed(0)} before`).toBeLessThan(MOST_MB);
  }
});
