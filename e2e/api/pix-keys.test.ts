import { problemOf } from '../support/answers.ts';
import { answerOf, change, ended, HUB, PIX } from '../support/payments.ts';
import { SHORT_LIMITS } from '../support/provider.ts';
import { expect, test } from './test.ts';

test.override('options', SHORT_LIMITS);

const KEYS = `${HUB}/pix-keys`;
type Key = { id: string; key: string; isDefault: boolean; status: string };

const listed = async (request: { get: (url: string) => Promise<{ json(): Promise<{ items: Key[] }> }> }) =>
  (await (await request.get(KEYS)).json()).items.filter(({ status }) => status !== 'REMOVED');

test('made, made the default, removed; a lost answer is found in the list', async ({ api, control }) => {
  const request = await api('admin');
  const made = await answerOf(await change(request, 'post', KEYS, { type: 'EVP' }), 201);
  expect(made.operation).toMatchObject({ kind: 'pix-key.create', state: 'confirmed' });
  const first = made.result?.key?.id ?? '';
  await control('/fault', {
    api: 'hub',
    kind: 'apply-reset',
    method: 'POST',
    path: '/transactions/pix-keys',
  });
  const before = (await listed(request)).length;
  const lost = await answerOf(await change(request, 'post', KEYS, { type: 'EVP' }), 202);
  expect((await ended(request, HUB, lost.operation.id)).state).toBe('confirmed');
  expect(await listed(request)).toHaveLength(before + 1);
  await answerOf(await change(request, 'put', `${KEYS}/${first}/default`), 200);
  expect((await listed(request)).find(({ id }) => id === first)).toMatchObject({ isDefault: true });
  const other = (await listed(request)).find(({ isDefault }) => !isDefault)?.id ?? '';
  await answerOf(await change(request, 'delete', `${KEYS}/${other}`), 200);
  expect((await listed(request)).map(({ id }) => id)).not.toContain(other);
});

test('masked for who may not reveal; 400, 403, 404, and 409 where the account has none', async ({ api }) => {
  const request = await api('admin');
  await answerOf(await change(request, 'post', KEYS, { type: 'EVP' }), 201);
  const [clear, masked] = await Promise.all([listed(request), listed(await api('viewer'))]);
  expect(clear.length).toBe(masked.length);
  expect(masked.every(({ key }) => key.includes('*'))).toBe(true);
  for (const [data, message] of [
    [{ type: 'EVP', key: 'x' }, 'not_wanted'],
    [{ type: 'CNPJ' }, 'required'],
    [{ type: 'CNPJ', key: '11.444.777/0001-62' }, 'key_invalid'],
  ] as const) {
    const { fields } = await problemOf(await change(request, 'post', KEYS, data), 400, 'invalid_request');
    expect(fields).toEqual([{ field: 'key', message }]);
  }
  await problemOf(await change(await api('finance'), 'post', KEYS, { type: 'EVP' }), 403, 'forbidden');
  await problemOf(await change(request, 'delete', `${KEYS}/none`), 404, 'not_found');
  await problemOf(await change(request, 'put', `${KEYS}/none/default`), 404, 'not_found');
  await problemOf(await request.get(`${PIX}/pix-keys`), 409, 'not_supported');
});

test('limits and metrics: 200 at the Hub, 409 elsewhere', async ({ api }) => {
  const viewer = await api('viewer');
  const limits = await (await viewer.get(`${HUB}/limits`)).json();
  expect(limits.operations.map(({ name }: { name: string }) => name)).toContain('withdraw');
  expect((await viewer.get(`${HUB}/metrics`)).status()).toBe(200);
  for (const path of ['limits', 'metrics'])
    await problemOf(await viewer.get(`${PIX}/${path}`), 409, 'not_supported');
});
