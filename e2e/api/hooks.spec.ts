import type { APIRequestContext } from '@playwright/test';
import { expect, test } from '../own-product.ts';
import { change } from '../support/payments.ts';
import { body, signatureOf, WEBHOOK_LIMITS, WEBHOOKS } from '../support/webhooks.ts';

test.use({ more: WEBHOOK_LIMITS });

/** Guichê's own receiver, registered in one go. */
async function receiver(request: APIRequestContext) {
  const { result } = await body(await change(request, 'post', WEBHOOKS, { receiver: true }), 201);
  const { id = '', url = '', secret = '' } = result ?? {};
  return { id, secret, url: new URL(url).pathname };
}

const BODY = '{"id":"tx_hook","status":"COMPLETED","amount":10.10}';
const post = (
  request: APIRequestContext,
  url: string,
  secret: string | null,
  { text = BODY, headers = {} }: { text?: string; headers?: Record<string, string> } = {},
) =>
  request.post(url, {
    data: Buffer.from(text),
    headers: {
      'content-type': 'application/json',
      'x-callback-event': 'TRANSACTION_COMPLETED',
      ...(secret === null ? {} : { 'x-callback-signature': signatureOf(secret, text) }),
      ...headers,
    },
  });

test('201: Guichê’s own receiver, in one go; its ownership check passes', async ({ api, product }) => {
  const request = await api('developer');
  const { result } = await body(await change(request, 'post', WEBHOOKS, { receiver: true }), 201);
  expect(result?.url).toMatch(new RegExp(`^${product.url}/api/hooks/pix/[0-9a-f]{32}$`));
  await expect
    .poll(async () => (await (await request.get(`${WEBHOOKS}/${result?.id}/ownership`)).json()).status)
    .toBe('verified');
});

test('200 for what is signed, stored once; nobody is signed in and no page sent it', async ({
  api,
  playwright,
  product,
  sql,
}) => {
  const { url, secret } = await receiver(await api('developer'));
  const outside = await playwright.request.newContext({ baseURL: product.url });
  for (let time = 0; time < 3; time += 1) {
    const answer = await post(outside, url, secret);
    expect([answer.status(), await answer.json()]).toEqual([200, { received: true }]);
  }
  const rows = await sql(
    `select event, times, signature from received_callbacks where transaction_id = 'tx_hook'`,
  );
  expect(rows).toEqual([{ event: 'TRANSACTION_COMPLETED', times: 3, signature: 'holds' }]);
  await outside.dispose();
});

test('401, 404, 405, 413 and 400, as problems', async ({ api, product, playwright }) => {
  const { url, secret } = await receiver(await api('developer'));
  const outside = await playwright.request.newContext({ baseURL: product.url });
  const expectStatus = async (answer: Awaited<ReturnType<typeof post>>, status: number, code: string) => {
    expect(answer.status(), await answer.text()).toBe(status);
    expect(answer.headers()['content-type']).toContain('application/problem+json');
    expect((await answer.json()).code).toBe(code);
  };
  await expectStatus(await post(outside, url, null), 401, 'unauthenticated');
  await expectStatus(await post(outside, url, 'another secret'), 401, 'unauthenticated');
  const late = { 'x-callback-signature': signatureOf(secret, BODY, Date.now() - 302_000) };
  await expectStatus(await post(outside, url, null, { headers: late }), 401, 'unauthenticated');
  const form = { 'x-callback-signature': 'sha256=00' };
  await expectStatus(await post(outside, url, null, { headers: form }), 401, 'unauthenticated');
  await expectStatus(await post(outside, url.replace(/\w+$/, '0'.repeat(32)), secret), 404, 'not_found');
  await expectStatus(await post(outside, url.replace('/pix/', '/hub/'), secret), 404, 'not_found');
  await expectStatus(await outside.get(url), 405, 'method_not_allowed');
  const large = JSON.stringify({ id: 'tx', note: 'x'.repeat(262_200) });
  await expectStatus(await post(outside, url, secret, { text: large }), 413, 'payload_too_large');
  await expectStatus(await post(outside, url, secret, { text: 'no json' }), 400, 'invalid_request');
  await expectStatus(await post(outside, `${url}?a=1`, secret), 400, 'invalid_request');
  await outside.dispose();
});

test('503 while no secret is stored', async ({ api, sql }) => {
  const request = await api('developer');
  const { url, secret, id } = await receiver(request);
  await sql(`delete from webhook_secrets where target = $1`, [id]);
  const answer = await post(request, url, secret);
  expect([answer.status(), (await answer.json()).code]).toEqual([503, 'unavailable']);
});

test('the challenge is answered while the check is open, and not after it', async ({
  api,
  sql,
  product,
  playwright,
}) => {
  const request = await api('developer');
  const { url, id } = await receiver(request);
  const outside = await playwright.request.newContext({ baseURL: product.url });
  const ownership = `${WEBHOOKS}/${id}/ownership`;
  await expect.poll(async () => (await (await request.get(ownership)).json()).status).toBe('verified');
  const ask = () => post(outside, url, null, { text: '{}', headers: { 'x-callback-challenge': 'a-token' } });
  expect((await ask()).status()).toBe(401);
  expect((await body(await change(request, 'post', ownership), 200)).result?.status).toBe('verified');
  const answer = await ask();
  expect([answer.status(), await answer.json()]).toEqual([200, { challenge: 'a-token' }]);
  // The product knows the database's clock to some milliseconds.
  await sql(
    `update webhook_receivers set challenge_until = now() - interval '1 second' where webhook_id = $1`,
    [id],
  );
  expect((await ask()).status()).toBe(401);
  await outside.dispose();
});

test('what the simulator delivers arrives, verified, and the detail of the delivery shows its headers', async ({
  api,
  control,
  provider,
  sql,
}) => {
  const request = await api('developer');
  const { id } = await receiver(request);
  const ownership = `${WEBHOOKS}/${id}/ownership`;
  await expect.poll(async () => (await (await request.get(ownership)).json()).status).toBe('verified');
  const charge = await provider.create({ amount: 20 });
  await control('/pay', { id: charge.id });
  const stored = () =>
    sql(
      `select event, headers from received_callbacks where transaction_id = $1 and event like '%COMPLETED'`,
      [charge.id],
    );
  await expect.poll(stored, { timeout: 15_000 }).toMatchObject([
    {
      event: 'TRANSACTION_COMPLETED',
      headers: { 'user-agent': 'Callback-Service/1.0', 'x-callback-attempt': '1' },
    },
  ]);
});

test('a dispute’s states are callbacks of their own', async ({ api, sql }) => {
  const { url, secret } = await receiver(await api('developer'));
  const request = await api(null);
  for (const status of ['OPEN', 'OPEN', 'CLOSED']) {
    const text = JSON.stringify({ id: 'tx_med', status: 'COMPLETED', infraction: { id: 'inf_1', status } });
    const headers = { 'x-callback-event': 'INFRACTION_CHANGED' };
    expect((await post(request, url, secret, { text, headers })).status()).toBe(200);
  }
  const rows = await sql(
    `select infraction_status, times from received_callbacks where transaction_id = 'tx_med' order by 1`,
  );
  expect(rows).toEqual([
    { infraction_status: 'CLOSED', times: 1 },
    { infraction_status: 'OPEN', times: 2 },
  ]);
});
