import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { GuicheError } from '#lib/errors.ts';
import { inScope } from '#lib/watch/scope.ts';
import { onRequestError } from '../instrumentation.ts';
import { wordAnswers } from './own-answers.ts';

/** Answer to a browser where the framework answers 500 to a page that threw this. */
async function answerTo(
  thrown: Error,
  body = { type: 'text/html', text: '<h1>500</h1>' },
): Promise<Response> {
  const server = createServer((_, response) => {
    wordAnswers(response, 'an-id', []);
    inScope({ requestId: 'an-id', found: { route: null }, span: null }, () => {
      onRequestError(thrown);
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
