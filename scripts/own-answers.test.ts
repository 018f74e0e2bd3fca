import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { GuicheError } from '#lib/errors.ts';
import { runInRequest } from '#lib/telemetry/request-context.ts';
import { onRequestError } from '../instrumentation.ts';
import { endBroken, wordAnswers } from './own-answers.ts';

const ERROR_CONTEXT = {
  routerKind: 'App Router',
  routePath: '/inbox',
  routeType: 'render',
  revalidateReason: undefined,
} as const;

/** Answer to a browser where the framework answers 500 to a page that threw this. */
async function answerTo(
  thrown: Error,
  body = { type: 'text/html', text: '<h1>500</h1>' },
): Promise<Response> {
  const server = createServer((_, response) => {
    wordAnswers(response, 'an-id', []);
    runInRequest({ requestId: 'an-id' }, () => {
      onRequestError(thrown, { path: '/', method: 'GET', headers: {} }, ERROR_CONTEXT);
      response.statusCode = 500;
      response.setHeader('content-type', body.type);
      response.end(body.text);
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(() => void server.close());
  return fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
}

it('a page that found no connection to the database is answered 503 with when to ask again, a defect 500', async () => {
  const full = new Error('timeout exceeded when trying to connect');
  const away = await answerTo(new Error('Failed query: select 1', { cause: full }));
  expect([away.status, away.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await away.text()).toBe('<h1>500</h1>');
  const bare = await answerTo(full, { type: 'text/plain', text: 'Internal Server Error' });
  expect(await bare.json()).toMatchObject({ status: 503, code: 'unavailable' });
  const cause = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  expect((await answerTo(new GuicheError('provider_unavailable', '', { cause }))).status).toBe(500);
  const defect = await answerTo(new TypeError('x is not a function'));
  expect([defect.status, defect.headers.get('retry-after')]).toEqual([500, null]);
});

/** All that a connection is told that sends this and waits; a server here waits a tenth of a second for a request. */
async function toldAfter(sent: string): Promise<string> {
  const server = createServer({ headersTimeout: 100, connectionsCheckingInterval: 20 }, (_, response) => {
    response.end('answered');
  });
  server.on('clientError', (error, socket) => endBroken(error, socket, false));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(() => void server.close());
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  if (sent !== '') socket.write(sent);
  let told = '';
  socket.on('data', (chunk) => {
    told += String(chunk);
  });
  await new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return told;
}

it('a connection that a browser opened ahead of need is closed without a word, a request that never ends is told', async () => {
  expect(await toldAfter('')).toBe('');
  expect(await toldAfter('GET / HTTP/1.1\r\nhost: loc')).toMatch(/^HTTP\/1\.1 408 /);
  expect(await toldAfter('NOT HTTP\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
});
