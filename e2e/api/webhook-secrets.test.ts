import { change, PIX } from '../support/payments.ts';
import { body, signatureOf, WEBHOOK_LIMITS, WEBHOOKS } from '../support/webhooks.ts';
import { expect, test } from './test.ts';

test.override('options', WEBHOOK_LIMITS);

const CALLBACK = `${PIX}/callback-secret`;
const NOBODY = `${WEBHOOKS}/wh_none`;
const ROTATE = '/user/webhooks/:id/rotate-secret';

test.describe('POST /webhooks/{id}/rotate-secret', () => {
  test('200 with the secret once, 404, 403 of the service', async ({
    api,
    registered,
    provider,
    signsWith,
  }) => {
    const { id, secret } = await registered();
    const request = await api('developer');
    const rotate = `${WEBHOOKS}/${id}/rotate-secret`;
    const { result } = await body(await change(request, 'post', rotate), 200);
    expect(result?.secret).not.toBe(secret);
    expect(await signsWith(secret, result?.secret ?? '')).toBe(result?.secret);
    expect((await change(request, 'post', `${NOBODY}/rotate-secret`)).status()).toBe(404);
    await provider.fault({ kind: 'status', status: 403, errorCode: 'PZA204', path: ROTATE });
    expect((await change(request, 'post', rotate)).status()).toBe(403);
    expect(await signsWith(result?.secret ?? '')).toBe(result?.secret);
  });

  test('202, then 409 for a second one, and the way out is the same again', async ({
    api,
    registered,
    provider,
  }) => {
    const { id } = await registered();
    const request = await api('developer');
    const rotate = `${WEBHOOKS}/${id}/rotate-secret`;
    await provider.fault({ kind: 'reset', path: ROTATE });
    const { operation } = await body(await change(request, 'post', rotate), 202);
    const second = await change(await api('admin'), 'post', rotate);
    expect(second.status()).toBe(409);
    expect(await second.json()).toMatchObject({ code: 'conflict', operationId: operation?.id });
    const again = await change(request, 'post', `${PIX}/operations/${operation?.id}/repeat`);
    expect((await body(again, 200)).result?.secret).toBeDefined();
  });
});

test.describe('POST /webhooks/{id}/secret', () => {
  test('200, 400, 404, and 409 over an issued one that nobody stored', async ({ api, registered }) => {
    const { id, secretId } = await registered();
    const request = await api('developer');
    const paste = (place: string, secret: string) =>
      change(request, 'post', `${WEBHOOKS}/${place}/secret`, { secret });
    expect((await paste(id, 'a pasted secret')).status()).toBe(409);
    await request.post(`${PIX}/issued-secrets/${secretId}/acknowledge`);
    const pasted = await paste(id, 'a pasted secret');
    expect([pasted.status(), await pasted.text()]).toEqual([200, expect.not.stringContaining('a pasted')]);
    expect((await paste(id, 'short')).status()).toBe(400);
    expect((await paste('wh_none', 'a pasted secret')).status()).toBe(404);
  });
});

test.describe('the callback secret and issued secrets', () => {
  test('404 before there is one, 201, 409 already_done, 200 by rotation, each shown once', async ({
    api,
  }) => {
    const request = await api('developer');
    const state = async () => (await request.get(CALLBACK)).json();
    expect(await state()).toEqual({ exists: null, secret: null, open: null });
    expect((await change(request, 'post', `${CALLBACK}/rotate`)).status()).toBe(404);
    expect(await state()).toMatchObject({ exists: false });
    const { result } = await body(await change(request, 'post', CALLBACK), 201);
    expect(result?.secret).toMatch(/^[\w-]{43}$/);
    const second = await change(request, 'post', CALLBACK);
    expect(second.status()).toBe(409);
    expect(await second.json()).toMatchObject({ code: 'already_done', existing: { wayOut: 'rotate' } });
    const rotated = await body(await change(request, 'post', `${CALLBACK}/rotate`), 200);
    expect(await state()).toMatchObject({ exists: true, secret: { mayShow: true } });

    const show = (id: unknown) => request.post(`${PIX}/issued-secrets/${id}/show`);
    const secretId = rotated.result?.secretId;
    expect(await (await show(secretId)).json()).toEqual({ secret: rotated.result?.secret });
    expect((await show(result?.secretId)).status(), 'the replaced one').toBe(409);
    expect((await show('sec_none')).status()).toBe(404);
    const admin = await api('admin');
    expect((await admin.post(`${PIX}/issued-secrets/${secretId}/show`)).status()).toBe(404);
    const stored = `${PIX}/issued-secrets/${secretId}/acknowledge`;
    expect((await admin.post(stored)).status()).toBe(404);
    expect((await request.post(stored)).status()).toBe(204);
    expect((await request.post(stored)).status()).toBe(204);
    expect((await show(secretId)).status()).toBe(409);
    expect(await state()).toMatchObject({ secret: { mayShow: false, kept: true } });
  });
});

test.describe('POST /signature-check', () => {
  const text = '{"id":"tx_1","amount":10.10}';
  test('200 with the verdict; 400, 403, 404', async ({ api, registered }) => {
    const { secret, secretId } = await registered();
    const viewer = await api('viewer');
    const developer = await api('developer');
    const headers = `X-Callback-Signature: ${signatureOf(secret, text)}`;
    const check = (request: typeof viewer, data: object) =>
      request.post(`${PIX}/signature-check`, { data: { scheme: 'pix', headers, body: text, ...data } });
    const verdict = async (data: object) => (await check(viewer, { secret, ...data })).json();
    expect(await verdict({})).toMatchObject({ holds: true, fault: null });
    expect(await verdict({ secret: 'another' })).toMatchObject({ fault: 'secret_or_body' });
    expect(await verdict({ body: `${text}\n` })).toMatchObject({ fault: 'body_reserialized' });
    expect(await verdict({ headers: '' })).toMatchObject({ fault: 'header_missing' });
    expect(await verdict({ headers: 'X-Callback-Signature: v1=00' })).toMatchObject({ fault: 'header_form' });
    const at = new Date(Date.now() + 310_000).toISOString();
    expect(await verdict({ at })).toMatchObject({ fault: 'timestamp_outside', holdsApartFromTime: true });
    expect(await (await check(developer, { secretId })).json()).toMatchObject({
      holds: true,
      expected: null,
    });
    expect((await check(viewer, { secretId })).status()).toBe(403);
    expect((await check(developer, { secretId: 'sec_none' })).status()).toBe(404);
    expect((await check(viewer, {})).status()).toBe(400);
  });
});
