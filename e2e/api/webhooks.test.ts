import { randomUUID } from 'node:crypto';
import { change, PIX } from '../support/payments.ts';
import { operatorIdOf } from '../support/product.ts';
import { body, signatureOf, WEBHOOK_LIMITS, WEBHOOKS } from '../support/webhooks.ts';
import { expect, test } from './test.ts';

test.override('options', WEBHOOK_LIMITS);

const CALLBACK = `${PIX}/callback-secret`;
const NOBODY = `${WEBHOOKS}/wh_none`;
const ROUTE = { list: '/user/webhooks', one: '/user/webhooks/:id' };

test.describe('GET /webhooks', () => {
  test('200: the registry, without any secret', async ({ api, registered }) => {
    const mine = await registered();
    const answer = await (await api('viewer')).get(WEBHOOKS);
    expect(answer.status()).toBe(200);
    const list = await answer.json();
    expect(list).toMatchObject({ listed: true, checksOwnership: true, registrations: [], nextCursor: null });
    expect(list.total).toBe(list.items.length);
    const row = list.items.find(({ id }: { id: string }) => id === mine.id);
    expect(row).toMatchObject({
      active: true,
      hasSecret: true,
      receiver: false,
      open: null,
      ownership: { status: 'verified' },
      // To a viewer, who did not cause it.
      secret: { id: mine.secretId, origin: 'issued', mayShow: false, acknowledgedAt: null, kept: true },
    });
    expect(JSON.stringify(list)).not.toContain(mine.secret);
  });

  test('503 and 502 when the service fails or refuses the credential', async ({ api, control, provider }) => {
    const request = await api('viewer');
    // The background of earlier tests reads the list too.
    await provider.fault({
      kind: 'status',
      status: 500,
      path: ROUTE.list,
      method: 'GET',
      untilCleared: true,
    });
    expect((await request.get(WEBHOOKS)).status()).toBe(503);
    await control('/clear', { all: true });
    await provider.fault({ kind: 'status', status: 401, path: ROUTE.list, method: 'GET' });
    await expect.poll(async () => (await request.get(WEBHOOKS)).status()).toBe(502);
  });
});

test.describe('POST /webhooks', () => {
  test('201 once; a repeat with the key answers without the secret', async ({ api, endpoint, sql }) => {
    const request = await api('developer');
    const key = randomUUID();
    const data = { url: endpoint.url, events: ['TRANSACTION_COMPLETED'] };
    const first = await body(await change(request, 'post', WEBHOOKS, data, key), 201);
    expect(first.operation).toMatchObject({ kind: 'webhook.register', state: 'confirmed' });
    expect(first.result?.secret).toMatch(/^[\w-]{43}$/);
    const again = await body(await change(request, 'post', WEBHOOKS, data, key), 200);
    expect(again).toMatchObject({ operation: first.operation, result: { id: first.result?.id } });
    expect(again.result).not.toHaveProperty('secret');
    const other = { ...data, events: [] };
    const conflict = await change(request, 'post', WEBHOOKS, other, key);
    expect([conflict.status(), (await conflict.json()).code]).toEqual([409, 'idempotency_conflict']);
    const entries = await sql(
      `select action, result, before, after from audit_log where target = $1 or target = $2 order by seq`,
      [endpoint.url, first.result?.id],
    );
    expect(entries.map(({ action }) => action)).toEqual([
      'webhook.register.requested',
      'webhook.register.confirmed',
    ]);
    expect(JSON.stringify(entries)).not.toContain(first.result?.secret);
  });

  test('201 without a secret where none is wanted', async ({ api, endpoint }) => {
    const data = { url: endpoint.url, generateSecret: false };
    const { result } = await body(await change(await api('admin'), 'post', WEBHOOKS, data), 201);
    expect(result).toMatchObject({ secretId: null, secretLost: false });
    expect(result).not.toHaveProperty('secret');
  });

  test('202 when its answer is lost, then found in the list', async ({ api, endpoint, provider }) => {
    const request = await api('developer');
    await provider.fault({ kind: 'apply-silent', path: ROUTE.list, method: 'POST' });
    const answer = await change(request, 'post', WEBHOOKS, { url: endpoint.url });
    const { operation, result } = await body(answer, 202);
    expect([operation?.state, result]).toEqual(['unknown', undefined]);
    // The background finds it within seconds, without anybody asking.
    await expect
      .poll(
        async () => (await (await request.get(`${PIX}/operations/${operation?.id}`)).json()).operation.state,
        {
          timeout: 15_000,
        },
      )
      .toBe('confirmed');
  });

  for (const [url, message] of [
    ['http://loja.com.br/pix', 'not_https'],
    ['https://192.168.0.1/pix', 'not_public'],
    ['https://169.254.169.254/latest', 'not_public'],
    ['https://user:pw@loja.example/', 'has_credentials'],
    ['https://loja.example/#a', 'has_fragment'],
    ['nothing', 'not_a_url'],
    [`https://loja.example/${'a'.repeat(2048)}`, 'too_long'],
    ['https://api.aroeira.example/pix/avisos', 'duplicate'],
  ] as const)
    test(`400: ${message}: ${url.slice(0, 40)}`, async ({ api }) => {
      const answer = await change(await api('developer'), 'post', WEBHOOKS, { url });
      expect(answer.status()).toBe(400);
      expect(await answer.json()).toMatchObject({
        code: 'invalid_request',
        fields: [{ field: 'url', message }],
      });
    });

  test('400: another form, an unknown webhook by id, no key', async ({ api }) => {
    const request = await api('developer');
    for (const data of [
      {},
      { url: 1 },
      { url: 'https://a.example', events: ['nope nope'] },
      { receiver: false },
    ])
      expect((await change(request, 'post', WEBHOOKS, data)).status(), JSON.stringify(data)).toBe(400);
    const unknown = { existingId: 'wh_none', url: 'https://loja.example/x' };
    expect(await (await change(request, 'post', WEBHOOKS, unknown)).json()).toMatchObject({
      fields: [{ field: 'existingId', message: 'not_listed' }],
    });
    const keyless = await request.post(WEBHOOKS, { data: { url: 'https://loja.example/x' } });
    expect(await keyless.json()).toMatchObject({ fields: [{ field: 'Idempotency-Key' }] });
  });

  for (const [status, errorCode, expected, code] of [
    [403, 'PZA204', 403, 'provider_rejected'],
    [403, 'PZA206', 403, 'provider_rejected'],
    [403, 'PZA203', 502, 'provider_credential'],
    [401, 'PZA100', 502, 'provider_credential'],
    [400, 'PZV001', 400, 'provider_rejected'],
    [422, 'PZG422', 422, 'provider_rejected'],
    [429, 'PZG429', 429, 'rate_limited'],
  ] as const)
    test(`${expected}: the service refuses with ${errorCode}`, async ({ api, endpoint, provider }) => {
      await provider.fault({ kind: 'status', status, errorCode, path: ROUTE.list, method: 'POST' });
      const answer = await change(await api('developer'), 'post', WEBHOOKS, { url: endpoint.url });
      expect(answer.status()).toBe(expected);
      expect(await answer.json()).toMatchObject({
        code,
        operationId: expect.stringMatching(/^op_/),
        provider: { code: errorCode },
      });
    });
});

test('403 step_up_required where a proof is due, and only there', async ({ api, sql, registered }) => {
  const { id, secretId } = await registered();
  const request = await api('developer');
  const operator = operatorIdOf('developer');
  await sql(`update sessions set proved_at = now() - interval '11 minutes' where operator_id = $1`, [
    operator,
  ]);
  // The product caches session reads for five seconds.
  const show = () => request.post(`${PIX}/issued-secrets/${secretId}/show`);
  await expect.poll(async () => (await show()).status(), { timeout: 10_000 }).toBe(403);
  const due = [
    () => change(request, 'post', WEBHOOKS, { url: 'https://loja.example/due' }),
    () => change(request, 'patch', `${WEBHOOKS}/${id}`, { active: false }),
    () => change(request, 'delete', `${WEBHOOKS}/${id}`),
    () => change(request, 'post', `${WEBHOOKS}/${id}/rotate-secret`),
    () => change(request, 'post', `${WEBHOOKS}/${id}/secret`, { secret: 'a pasted secret' }),
    () => change(request, 'post', CALLBACK),
    () => change(request, 'post', `${CALLBACK}/rotate`),
    show,
  ];
  for (const call of due) {
    const answer = await call();
    expect([answer.status(), (await answer.json()).code]).toEqual([403, 'step_up_required']);
  }
  expect((await change(request, 'post', `${WEBHOOKS}/${id}/test`, { signWith: 'wrong' })).status()).toBe(200);
  expect((await change(request, 'post', `${WEBHOOKS}/${id}/ownership`)).status()).toBe(200);
  expect((await request.post(`${PIX}/issued-secrets/${secretId}/acknowledge`)).status()).toBe(204);
  await sql(`update sessions set proved_at = now() where operator_id = $1`, [operator]);
  await expect.poll(async () => (await show()).status(), { timeout: 10_000 }).toBe(409);
});

test.describe('PATCH and DELETE /webhooks/{id}', () => {
  test('200, 400 and 404', async ({ api, registered }) => {
    const { id } = await registered();
    const request = await api('developer');
    const one = `${WEBHOOKS}/${id}`;
    await body(await change(request, 'patch', one, { active: false, events: ['INFRACTION_CHANGED'] }), 200);
    const { items } = await (await request.get(WEBHOOKS)).json();
    expect(items.find((row: { id: string }) => row.id === id)).toMatchObject({
      active: false,
      events: ['INFRACTION_CHANGED'],
    });
    expect((await change(request, 'patch', one, {})).status()).toBe(400);
    expect((await change(request, 'patch', one, { url: 'ftp://x' })).status()).toBe(400);
    expect((await change(request, 'patch', NOBODY, { active: true })).status()).toBe(404);
    await body(await change(request, 'delete', one), 200);
    expect((await change(request, 'delete', one)).status()).toBe(404);
  });

  test('202 when the answer is lost, then found at the thing itself', async ({
    api,
    registered,
    provider,
  }) => {
    const { id } = await registered();
    const request = await api('developer');
    const state = async (operation: string | undefined) =>
      (await (await request.get(`${PIX}/operations/${operation}`)).json()).operation.state;
    await provider.fault({ kind: 'apply-silent', path: ROUTE.one, method: 'PATCH' });
    const edit = await body(await change(request, 'patch', `${WEBHOOKS}/${id}`, { active: false }), 202);
    await expect.poll(() => state(edit.operation?.id), { timeout: 15_000 }).toBe('confirmed');
    await provider.fault({ kind: 'apply-reset', path: ROUTE.one, method: 'DELETE' });
    const removal = await body(await change(request, 'delete', `${WEBHOOKS}/${id}`), 202);
    await expect.poll(() => state(removal.operation?.id), { timeout: 15_000 }).toBe('confirmed');
  });

  test('409 not_supported where the service has no such route', async ({ api, registered, provider }) => {
    const { id } = await registered();
    await provider.fault({ kind: 'status', status: 405, path: ROUTE.one, method: 'PATCH' });
    const answer = await change(await api('developer'), 'patch', `${WEBHOOKS}/${id}`, { active: false });
    expect([answer.status(), (await answer.json()).code]).toEqual([409, 'not_supported']);
  });
});

test.describe('GET and POST /webhooks/{id}/ownership', () => {
  test('fails for an endpoint that echoes the body, with its reason, and passes after Run again', async ({
    api,
    endpoint,
  }) => {
    endpoint.answer = (response, got) => response.end(got.body);
    const request = await api('developer');
    const { result } = await body(await change(request, 'post', WEBHOOKS, { url: endpoint.url }), 201);
    const ownership = `${WEBHOOKS}/${result?.id}/ownership`;
    const read = async () =>
      (await (await request.get(ownership)).json()) as { status: string; detail: string };
    await expect.poll(async () => (await read()).status).toBe('failed');
    expect((await read()).detail).toContain('token');
    endpoint.answer = (response) => response.writeHead(302, { location: '/elsewhere' }).end();
    const redirected = await body(await change(request, 'post', ownership), 200);
    expect(redirected.result).toMatchObject({ status: 'failed', detail: expect.stringContaining('Redirec') });
    endpoint.answer = (response, got) => response.end(got.headers['x-callback-challenge']);
    expect((await body(await change(request, 'post', ownership), 200)).result?.status).toBe('verified');
  });

  test('fails for private addresses, and for loopback when the simulator refuses it', async ({
    api,
    endpoint,
    control,
  }) => {
    await control('/state', { ownershipLoopback: false });
    const request = await api('developer');
    const { result } = await body(await change(request, 'post', WEBHOOKS, { url: endpoint.url }), 201);
    const ownership = `${WEBHOOKS}/${result?.id}/ownership`;
    const refused = await body(await change(request, 'post', ownership), 200);
    expect(refused.result).toMatchObject({ status: 'failed', detail: expect.stringContaining('privados') });
    expect(endpoint.got).toEqual([]);
    await control('/state', { ownershipLoopback: true });
    expect((await body(await change(request, 'post', ownership), 200)).result?.status).toBe('verified');
  });

  test('404 for nobody’s, 202 when the answer is lost', async ({ api, registered, provider }) => {
    const request = await api('developer');
    expect((await request.get(`${NOBODY}/ownership`)).status()).toBe(404);
    expect((await change(request, 'post', `${NOBODY}/ownership`)).status()).toBe(404);
    const { id } = await registered();
    await provider.fault({ kind: 'silent', path: '/sandbox/webhooks/:id/challenge', method: 'POST' });
    await body(await change(request, 'post', `${WEBHOOKS}/${id}/ownership`), 202);
  });
});

test.describe('POST /webhooks/{id}/test', () => {
  test('200 with what came back; 400, 404, 409', async ({ api, registered, endpoint }) => {
    const { id, secret } = await registered();
    const request = await api('developer');
    const send = (place: string, signWith: string) =>
      change(request, 'post', `${WEBHOOKS}/${place}/test`, { signWith });
    endpoint.answer = (response, { body: text, headers }) => {
      const at = Number(String(headers['x-callback-signature']).slice(2, 12)) * 1000;
      const holds = headers['x-callback-signature'] === signatureOf(secret, text, at);
      response.writeHead(holds ? 204 : 401).end();
    };
    expect(await (await send(id, 'stored')).json()).toMatchObject({
      status: 204,
      signedWith: 'stored',
      fault: null,
    });
    expect(await (await send(id, 'wrong')).json()).toMatchObject({ status: 401, signedWith: 'wrong' });
    endpoint.answer = (response) => response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end();
    expect(await (await send(id, 'wrong')).json()).toMatchObject({ status: null, fault: 'redirect' });
    expect((await send(id, 'another')).status()).toBe(400);
    expect((await send('wh_none', 'wrong')).status()).toBe(404);
    const { items } = await (await request.get(WEBHOOKS)).json();
    const unknown = items.find((row: { secret: unknown }) => row.secret === null);
    expect((await send(unknown.id, 'stored')).status()).toBe(409);
  });
});
