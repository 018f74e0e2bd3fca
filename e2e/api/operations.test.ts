import type { Operation, OperationDetail } from '#lib/operations/contract.ts';
import type { ApiClient } from '../support/api-client.ts';
import { change, PIX } from '../support/payments.ts';
import type { Provider } from '../support/provider.ts';
import { body, WEBHOOK_LIMITS, WEBHOOKS } from '../support/webhooks.ts';
import { expect, test } from './test.ts';

test.override('options', WEBHOOK_LIMITS);

const OPERATIONS = `${PIX}/operations`;
const ROTATE = '/user/webhooks/:id/rotate-secret';
type List = { items: Operation[]; nextCursor: string | null; total: number };

const list = async (request: ApiClient, query = ''): Promise<List> => {
  const answer = await request.get(`${OPERATIONS}${query}`);
  expect(answer.status(), await answer.text()).toBe(200);
  return answer.json();
};
const detail = async (request: ApiClient, id: string): Promise<OperationDetail> =>
  (await request.get(`${OPERATIONS}/${id}`)).json();
const codeOf = async (answer: { status(): number; json(): Promise<{ code: string }> }) => [
  answer.status(),
  (await answer.json()).code,
];

/** A rotation whose answer never came: it stays unknown until somebody rotates again. */
async function lostRotation(request: ApiClient, provider: Provider, id: string): Promise<string> {
  await provider.fault({ kind: 'reset', path: ROTATE });
  const { operation } = await body(await change(request, 'post', `${WEBHOOKS}/${id}/rotate-secret`), 202);
  return operation?.id ?? '';
}

test('GET /operations: 200 newest first, by state, kind and target, by cursor; 400 for what it does not know', async ({
  api,
  registered,
}) => {
  const { id } = await registered();
  const request = await api('viewer');
  const { items, total } = await list(request, `?target=${id}`);
  expect(total).toBe(items.length);
  const kinds = await list(request, '?kind=webhook.register&state=confirmed&limit=1');
  expect(kinds.items[0]).toMatchObject({
    kind: 'webhook.register',
    state: 'confirmed',
    actor: { name: expect.stringMatching(/\w/) },
    may: { lookUp: false, repeat: false },
  });
  expect(JSON.stringify(kinds)).not.toMatch(/secret"\s*:\s*"[\w-]{20}/);
  if (kinds.nextCursor !== null) {
    const next = await list(
      request,
      `?kind=webhook.register&state=confirmed&limit=1&cursor=${kinds.nextCursor}`,
    );
    expect(next.items[0]?.id).not.toBe(kinds.items[0]?.id);
  }
  for (const query of ['?state=NO', '?limit=0', '?cursor=abc', '?other=1', '?kind=a/b'])
    expect((await request.get(`${OPERATIONS}${query}`)).status(), query).toBe(400);
});

test('GET /operations/{id}: 200 with its sends and what was said, 404 for none', async ({
  api,
  registered,
  provider,
}) => {
  const { id } = await registered();
  await provider.fault({ kind: 'status', status: 403, errorCode: 'PZA204', path: ROTATE });
  const refused = await change(await api('developer'), 'post', `${WEBHOOKS}/${id}/rotate-secret`);
  const { operationId } = (await refused.json()) as { operationId: string };
  const { operation, attempts } = await detail(await api('viewer'), operationId);
  expect(operation).toMatchObject({
    state: 'rejected',
    reason: 'provider',
    problem: { provider: { code: 'PZA204', status: 403 } },
  });
  expect(attempts).toMatchObject([{ number: 1, outcome: 'rejected:provider', code: 'PZA204' }]);
  expect((await (await api('viewer')).get(`${OPERATIONS}/op_none`)).status()).toBe(404);
});

test('POST …/repeat: 200 with the secret once, 403 without the permission, 409 once it is known', async ({
  api,
  registered,
  provider,
  signsWith,
}) => {
  const { id } = await registered();
  const developer = await api('developer');
  const lost = await lostRotation(developer, provider, id);
  const repeat = `${OPERATIONS}/${lost}/repeat`;
  expect(await codeOf(await change(await api('viewer'), 'post', repeat))).toEqual([403, 'forbidden']);
  expect((await developer.post(repeat)).status(), 'without a key').toBe(400);
  const key = `again-${lost}`;
  const { operation, result } = await body(await change(developer, 'post', repeat, undefined, key), 200);
  expect(operation).toMatchObject({ id: lost, state: 'confirmed' });
  expect(await signsWith(result?.secret ?? '')).toBe(result?.secret);
  const replayed = await body(await change(developer, 'post', repeat, undefined, key), 200);
  expect(replayed).toMatchObject({ operation: { id: lost, state: 'confirmed' } });
  expect(replayed.result?.secret).toBeUndefined();
  expect(await codeOf(await change(developer, 'post', repeat))).toEqual([409, 'conflict']);
  expect((await detail(developer, lost)).attempts).toMatchObject([{ number: 1 }, { number: 2 }]);
});

test('POST …/look-up: 200 with what is known, 403, 404, 409 where nothing can tell', async ({
  api,
  registered,
  provider,
}) => {
  const { id } = await registered();
  const developer = await api('developer');
  const lost = await lostRotation(developer, provider, id);
  expect(await codeOf(await developer.post(`${OPERATIONS}/${lost}/look-up`))).toEqual([409, 'conflict']);
  const viewer = await api('viewer');
  expect(await codeOf(await viewer.post(`${OPERATIONS}/${lost}/look-up`))).toEqual([403, 'forbidden']);
  expect((await developer.post(`${OPERATIONS}/op_none/look-up`)).status()).toBe(404);
  const { items } = await list(developer, '?kind=webhook.register&state=confirmed&limit=1');
  const known = await developer.post(`${OPERATIONS}/${items[0]?.id}/look-up`);
  expect(await known.json()).toMatchObject({ operation: { state: 'confirmed' } });
  await change(developer, 'post', `${OPERATIONS}/${lost}/repeat`);
});
