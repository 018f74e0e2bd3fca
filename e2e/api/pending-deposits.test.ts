import type { PendingDeposit } from '#lib/providers/money-records.ts';
import { jsonOf, type Problem } from '../support/answers.ts';
import { expect, test } from './test.ts';

// As many rows as these lists need for two pages.
test.override('options', { simulator: { transactions: 20_000 } });

const DEPOSITS = '/api/accounts/pix/pending-deposits';
const ASKED = '/user/deposit-pending';
type Page = { items: PendingDeposit[]; nextCursor: string | null };

test('200: what waits, page after page, people masked for who may not reveal', async ({ api }) => {
  const request = await api('viewer');
  const read = async (params: Record<string, string>) =>
    jsonOf<Page>(await request.get(DEPOSITS, { params }));
  const first = await read({ limit: '2' });
  expect(first.items).toHaveLength(2);
  const second = await read({ limit: '2', cursor: first.nextCursor ?? '' });
  expect(second.items.length).toBeGreaterThan(0);
  const ids = [...first.items, ...second.items].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { payer } of first.items) expect(payer.document).toMatch(/\*/);
  const [one] = first.items;
  const narrowed = await read({ status: one?.status ?? '' });
  expect(narrowed.items.every(({ status }) => status === one?.status)).toBe(true);
  const exact = await read({ endToEndId: one?.endToEndId ?? '' });
  expect(exact.items.map(({ id }) => id)).toEqual([one?.id]);
});

test('200 of one; in clear only with the permission', async ({ api }) => {
  const viewer = await api('viewer');
  const { items } = (await (await viewer.get(DEPOSITS, { params: { limit: '1' } })).json()) as Page;
  const one = `${DEPOSITS}/${items[0]?.id}`;
  expect((await (await viewer.get(one)).json()).deposit.payer.document).toMatch(/\*/);
  const refused = await viewer.get(one, { params: { reveal: '1' } });
  expect([refused.status(), (await refused.json()).code]).toEqual([403, 'forbidden']);
  const clear = await (await api('analyst')).get(one, { params: { reveal: '1' } });
  expect((await clear.json()).deposit.payer.document).toMatch(/^[\dA-Z]{11,14}$/);
  const none = await viewer.get(`${DEPOSITS}/no-such-deposit`);
  expect([none.status(), (await none.json()).code]).toEqual([404, 'not_found']);
});

test('400 for what it does not know; 409 where the account has none', async ({ api }) => {
  const request = await api('viewer');
  for (const [params, field] of [
    [{ colour: 'red' }, 'colour'],
    [{ limit: '101' }, 'limit'],
    [{ cursor: 'abc' }, 'cursor'],
    [{ f: 'nothing-here' }, 'f'],
  ] as const) {
    const answer = await request.get(DEPOSITS, { params });
    expect(answer.status()).toBe(400);
    expect(((await answer.json()) as Problem).fields?.[0]?.field).toBe(field);
  }
  for (const path of ['pending-deposits', 'pending-deposits/any']) {
    const hub = await request.get(`/api/accounts/hub/${path}`);
    expect([hub.status(), (await hub.json()).code]).toEqual([409, 'not_supported']);
  }
});

test('502 and 503: refused credential, failing service', async ({ api, control }) => {
  const request = await api('viewer');
  const asked = async () => (await request.get(DEPOSITS)).status();
  await control('/fault', { kind: 'status', status: 401, errorCode: 'PZA100', path: ASKED });
  expect(await asked()).toBe(502);
  await control('/fault', { kind: 'status', status: 500, errorCode: 'PZI101', path: ASKED });
  await expect.poll(asked).toBe(503);
  await expect.poll(asked).toBe(200);
});
