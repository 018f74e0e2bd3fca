import type { APIRequestContext } from '@playwright/test';
import { Endpoint } from '#lib/webhooks/server/testing/endpoint.ts';
import { expect, test } from './own-product.ts';
import { change, PIX } from './support/payments.ts';
import { signIn } from './support/sign-in.ts';
import { body, isSignedWith, WEBHOOK_LIMITS, WEBHOOKS } from './support/webhooks.ts';

test.use({ more: WEBHOOK_LIMITS });

const ROTATE = '/user/webhooks/:id/rotate-secret';
const operation = async (request: APIRequestContext, id: string | undefined) =>
  (await (await request.get(`${PIX}/operations/${id}`)).json()).operation as {
    state: string;
    reason: string | null;
  };

/** The same rotation again until it answers with a secret, as the open dialog does. */
async function secretOf(request: APIRequestContext, id: string | undefined): Promise<string> {
  for (let turn = 0; turn < 6; turn += 1) {
    const answer = await change(request, 'post', `${PIX}/operations/${id}/repeat`);
    const { result } = (await answer.json()) as { result?: { secret?: string } };
    if (result?.secret !== undefined) return result.secret;
  }
  throw new Error('No secret after six turns.');
}

for (const [name, fault] of [
  ['a time-out after it was applied', { kind: 'apply-silent' }],
  ['a time-out before', { kind: 'silent' }],
  ['a reset after it was applied', { kind: 'apply-reset' }],
  ['a reset before', { kind: 'reset' }],
  ['424', { kind: 'status', status: 424 }],
  ['an HTML answer', { kind: 'html' }],
] as const)
  test(`rotation under ${name}: the operator ends with what the service signs with`, async ({
    api,
    registered,
    provider,
    signsWith,
  }) => {
    const { id, secret } = await registered();
    const request = await api('developer');
    await provider.fault({ ...fault, path: ROTATE });
    const rotate = `${WEBHOOKS}/${id}/rotate-secret`;
    const lost = await body(await change(request, 'post', rotate), 202);
    expect((await operation(request, lost.operation?.id)).state).toBe('unknown');
    const fresh = await secretOf(request, lost.operation?.id);
    expect(await signsWith(secret, fresh)).toBe(fresh);
    expect((await operation(request, lost.operation?.id)).state).toBe('confirmed');
  });

test('rotation under 429: refused, and the old one is what the service signs with', async ({
  api,
  registered,
  provider,
  signsWith,
}) => {
  const { id, secret } = await registered();
  const request = await api('developer');
  await provider.fault({ kind: 'status', status: 429, retryAfterSeconds: 20, path: ROTATE });
  const answer = await change(request, 'post', `${WEBHOOKS}/${id}/rotate-secret`);
  expect(answer.status()).toBe(429);
  const problem = (await answer.json()) as { operationId: string };
  expect(await operation(request, problem.operationId)).toMatchObject({
    state: 'rejected',
    reason: 'provider',
  });
  expect(await signsWith(secret)).toBe(secret);
});

test('double click, two tabs, two operators: one rotation is in use, in one hand', async ({
  api,
  registered,
  signsWith,
}) => {
  const { id, secret } = await registered();
  const [one, two] = [await api('developer'), await api('admin')];
  const rotate = `${WEBHOOKS}/${id}/rotate-secret`;
  const key = 'the same click, twice'.replaceAll(' ', '-');
  const answers = await Promise.all([
    change(one, 'post', rotate, undefined, key),
    change(one, 'post', rotate, undefined, key),
    change(one, 'post', rotate),
    change(two, 'post', rotate),
  ]);
  const shown: string[] = [];
  for (const answer of answers) {
    expect([200, 409]).toContain(answer.status());
    const found = ((await answer.json()) as { result?: { secret?: string } }).result?.secret;
    if (found !== undefined) shown.push(found);
  }
  expect(shown.length).toBeGreaterThan(0);
  expect(shown).toContain(await signsWith(secret, ...shown));
});

test('a later delivery to Guichê’s own receiver settles a rotation that never arrived: the old one holds', async ({
  api,
  provider,
  control,
}) => {
  test.setTimeout(120_000);
  const request = await api('developer');
  const { result } = await body(await change(request, 'post', WEBHOOKS, { receiver: true }), 201);
  const one = `${WEBHOOKS}/${result?.id}`;
  await expect
    .poll(async () => (await (await request.get(`${one}/ownership`)).json()).status)
    .toBe('verified');
  await provider.fault({ kind: 'silent', path: ROTATE });
  const lost = await body(await change(request, 'post', `${one}/rotate-secret`), 202);
  const settled = async () => {
    const charge = await provider.create({ amount: 9.9 });
    await control('/pay', { id: charge.id });
    return (await operation(request, lost.operation?.id)).state;
  };
  await expect.poll(settled, { timeout: 30_000, intervals: [1_500] }).toBe('rejected');
  expect(await operation(request, lost.operation?.id)).toMatchObject({ reason: 'not_found' });
});

test('kill -9 between sent and answered: the page says so, and the way out gives a secret that signs', async ({
  start,
  playwright,
}) => {
  test.setTimeout(240_000);
  const endpoint = new Endpoint();
  await endpoint.listen();
  const first = await start({
    env: { GUICHE_CHANGE_MS: '20000' },
    simulator: { transactions: 300 },
  });
  const signedIn = async (product: typeof first) => {
    const request = await playwright.request.newContext({
      baseURL: product.url,
      extraHTTPHeaders: { origin: product.url },
    });
    await signIn(request, product, 'admin');
    return request;
  };
  const request = await signedIn(first);
  const { result } = await body(await change(request, 'post', WEBHOOKS, { url: endpoint.url }), 201);
  const id = result?.id;
  await request.post(`${first.simulator?.controlUrl}/fault`, {
    headers: { 'x-sandbox-control': '1' },
    data: { kind: 'apply-silent', path: ROTATE },
  });
  const dying = change(request, 'post', `${WEBHOOKS}/${id}/rotate-secret`).catch(() => null);
  await expect
    .poll(async () => {
      const { items } = await (await request.get(WEBHOOKS)).json();
      return items.find((row: { id: string }) => row.id === id)?.open?.state;
    })
    .toBe('sent');
  await first.kill();
  await dying;
  const second = await start({ dataDir: first.dataDir, simulator: { transactions: 300 } });
  const again = await signedIn(second);
  const { items } = await (await again.get(WEBHOOKS)).json();
  const open = items.find((row: { id: string }) => row.id === id)?.open;
  expect(open).toMatchObject({ kind: 'webhook.rotate', state: 'unknown' });
  const secret = await secretOf(again, open.operationId);
  const { pix, controlUrl } = second.simulator ?? { pix: { baseUrl: '', accessToken: '' }, controlUrl: '' };
  const charge = await again.post(`${pix.baseUrl}/pix`, {
    headers: { authorization: `Bearer ${pix.accessToken}` },
    data: { amount: 21 },
  });
  const paid = (await charge.json()) as { id: string };
  await again.post(`${controlUrl}/pay`, { headers: { 'x-sandbox-control': '1' }, data: { id: paid.id } });
  const find = () => endpoint.got.findLast((got) => got.body.includes(paid.id));
  await expect.poll(find, { timeout: 15_000 }).toBeDefined();
  expect(isSignedWith(secret, find()?.body ?? '', find()?.headers['x-callback-signature'])).toBe(true);
  endpoint.close();
});
