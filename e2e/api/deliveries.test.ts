import {
  type Delivery,
  DeliveryDetail,
  DeliveryList,
  Incident,
  LastNotice,
} from '#lib/deliveries/contract.ts';
import { isDelivered } from '#lib/deliveries/rules.ts';
import type { Problem } from '../support/answers.ts';
import type { ApiClient } from '../support/api-client.ts';
import { expect, test } from './test.ts';

const LIST = '/api/accounts/pix/deliveries';

test.override('options', { simulator: { transactions: 2_000 }, env: { GUICHE_READ_MS: '3000' } });

async function list(request: ApiClient, query: Record<string, string | number> = {}): Promise<DeliveryList> {
  const answer = await request.get(LIST, { params: query });
  expect(answer.status(), await answer.text()).toBe(200);
  return DeliveryList.parse(await answer.json());
}
const whole = (request: ApiClient) =>
  expect.poll(async () => (await list(request)).reach.whole, { timeout: 60_000 }).toBe(true);

test('200: the history as far as it was read, with what each outcome counts', async ({ api, provider }) => {
  const request = await api('viewer');
  const first = await list(request);
  expect(first.items.length).toBeGreaterThan(0);
  expect(first.reach.problem).toBeNull();
  await whole(request);
  const all = await list(request, { limit: 200 });
  expect(all.total).toBe(all.facets.all);
  const { open } = (await (await request.get(`${LIST}/incidents`)).json()) as { open: number };
  expect(all.facets.failed, 'U4: the facet counts what the badge counts').toBe(open);
  const { callbacks } = (await provider.read('/user/callbacks?limit=1')) as { callbacks: { id: string }[] };
  await expect
    .poll(async () => (await list(request, { limit: 50 })).items.map(({ id }) => id))
    .toContain(callbacks[0]?.id);
});

test('200: filters, pages by cursor, no row twice', async ({ api }) => {
  const request = await api('viewer');
  await whole(request);
  const failed = await list(request, { outcome: 'failed,given_up,recovered', limit: 200 });
  expect(failed.items.every((item) => item.outcome !== 'delivered')).toBe(true);
  expect(failed.total).toBe(failed.facets.failed + failed.facets.recovered);
  const amounts = { amountFrom: 10_000, amountTo: 50_000 };
  const within = await list(request, { ...amounts, limit: 200 });
  expect(within.items.length).toBeGreaterThan(0);
  expect(within.items.every(({ amount }) => amount !== null && amount >= 10_000 && amount <= 50_000)).toBe(
    true,
  );
  expect(within.total).toBe(within.facets.all);
  const broken = await list(request, { statusClass: '5xx', limit: 5 });
  expect(broken.items.every(({ status }) => (status ?? 0) >= 500)).toBe(true);
  const [one] = broken.items;
  for (const [name, value] of Object.entries({
    transactionId: one?.transactionId,
    webhookId: one?.webhookId,
    event: one?.event,
  })) {
    const found = await list(request, { [name]: value ?? '', limit: 50 });
    expect(found.items.length, name).toBeGreaterThan(0);
    expect(
      found.items.every((item) => item[name as keyof Delivery] === value),
      name,
    ).toBe(true);
  }
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page: DeliveryList = await list(request, {
      statusClass: '5xx',
      limit: 20,
      ...(cursor ? { cursor } : {}),
    });
    seen.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== null && seen.length < 200);
  expect(new Set(seen).size).toBe(seen.length);
});

test('GET /deliveries/notices: 200 how each transaction’s notice stands, as the history says; 400, 409', async ({
  api,
}) => {
  const request = await api('viewer');
  await whole(request);
  const { items: open } = await list(request, { outcome: 'failed', limit: 20 });
  const { items: taken } = await list(request, { outcome: 'delivered', limit: 20 });
  const ids = [...open, ...taken].flatMap(({ transactionId }) => transactionId ?? []);
  const answer = await request.get(`${LIST}/notices`, {
    params: { transactionIds: ['no-such', ...new Set(ids)].join() },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  const told = ((await answer.json()) as { items: LastNotice[] }).items.map((one) => LastNotice.parse(one));
  const byId = new Map(told.map((one) => [one.transactionId, one]));
  expect(told.map(({ transactionId }) => transactionId).toSorted()).toEqual([...new Set(ids)].toSorted());
  for (const one of open) expect(byId.get(one.transactionId ?? '')?.state).toBe('failed');
  for (const { state, lastStatus } of told)
    expect(isDelivered(lastStatus), `${state} ${lastStatus}`).toBe(state === 'delivered');
  const many = Array.from({ length: 101 }, (_, place) => `t${place}`).join();
  for (const query of ['', `?transactionIds=${many}`, '?transactionIds=a&other=1'])
    expect((await request.get(`${LIST}/notices${query}`)).status(), query.slice(0, 20)).toBe(400);
  const hub = await request.get('/api/accounts/hub/deliveries/notices?transactionIds=a');
  expect([hub.status(), ((await hub.json()) as Problem).code]).toEqual([409, 'not_supported']);
});

test('POST /deliveries/failures/close, reopen: 200, audited, read back; 400, 403, 409', async ({
  api,
  sql,
}) => {
  const request = await api('analyst');
  await whole(request);
  const { items, facets } = await list(request, { outcome: 'failed', limit: 2 });
  const ids = items.map(({ id }) => id);
  const close = (data: object, on = request) => on.post(`${LIST}/failures/close`, { data });
  const closed = await close({ ids, reason: 'elsewhere', note: 'baixado à mão' });
  expect(ids.length).toBeGreaterThan(0);
  expect([closed.status(), await closed.json()]).toEqual([200, { changed: ids.length, more: false }]);
  const after = await list(request, { outcome: 'closed', limit: 50 });
  expect(after.items.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
  expect(after.facets.failed).toBe(facets.failed - ids.length);
  const detail = DeliveryDetail.parse(await (await request.get(`${LIST}/${ids[0]}`)).json());
  expect(detail.closed).toMatchObject({ reason: 'elsewhere', note: 'baixado à mão' });
  const entries = await sql(`select after from audit_log where action = 'delivery.closed'`);
  expect(JSON.stringify(entries)).not.toContain('baixado');
  expect(entries).toHaveLength(1);
  for (const wrong of [
    {},
    { ids },
    { ids, reason: 'bored' },
    { ids: [], reason: 'other' },
    { ids, filter: {}, reason: 'other' },
  ])
    expect((await close(wrong)).status(), JSON.stringify(wrong)).toBe(400);
  expect((await close({ ids, reason: 'other' }, await api('viewer'))).status()).toBe(403);
  const hub = await request.post('/api/accounts/hub/deliveries/failures/close', {
    data: { ids, reason: 'other' },
  });
  expect([hub.status(), ((await hub.json()) as Problem).code]).toEqual([409, 'not_supported']);
  const reopened = await request.post(`${LIST}/failures/reopen`, { data: { filter: { outcome: 'closed' } } });
  expect([reopened.status(), ((await reopened.json()) as { changed: number }).changed]).toEqual([
    200,
    ids.length,
  ]);
  expect((await list(request, { limit: 1 })).facets.failed).toBe(facets.failed);
});

test('400: what is no filter, by name', async ({ api }) => {
  const request = await api('viewer');
  const { nextCursor } = await list(request, { limit: 1 });
  const wrong: Record<string, string>[] = [
    { outcome: 'lost' },
    { statusClass: '6xx' },
    { event: 'not an event' },
    { from: '2026-02-30' },
    { limit: '0' },
    { nothing: 'x' },
    { cursor: 'abc' },
    { cursor: nextCursor ?? '', event: 'TRANSACTION_EXPIRED' },
  ];
  for (const query of wrong) {
    const answer = await request.get(LIST, { params: query });
    expect(answer.status(), JSON.stringify(query)).toBe(400);
    expect(((await answer.json()) as Problem).code).toBe('invalid_request');
  }
});

test('one record: its attempts, masked by role, revealed with a trace', async ({ api, sql }) => {
  const viewer = await api('viewer');
  await whole(viewer);
  const { items } = await list(viewer, { outcome: 'recovered', event: 'TRANSACTION_COMPLETED', limit: 1 });
  const id = items[0]?.id ?? '';
  const answer = await viewer.get(`${LIST}/${id}`);
  expect(answer.status(), await answer.text()).toBe(200);
  const detail = DeliveryDetail.parse(await answer.json());
  expect(detail.attempts.length).toBeGreaterThan(1);
  expect(detail.delivery.derived).toContain('attempt');
  const document = /"payerDocument":"(\d{11,14})"/;
  expect(await answer.text()).not.toMatch(document);
  expect((await viewer.get(`${LIST}/${id}?reveal=1`)).status()).toBe(403);
  const analyst = await api('analyst');
  const clear = await analyst.get(`${LIST}/${id}?reveal=1`);
  expect(await clear.text()).toMatch(document);
  const last = `select action, target from audit_log where operator_id = $1 order by seq desc limit 1`;
  expect(await sql(last, ['ready-analyst'])).toEqual([{ action: 'delivery.reveal', target: id }]);
  expect((await viewer.get(`${LIST}/no-such-record`)).status()).toBe(404);
});

test('receivers that take nothing now are told, with what they did not get', async ({
  api,
  control,
  provider,
}) => {
  const request = await api('viewer');
  await whole(request);
  await control('/fail-deliveries', { kind: 'status', status: 503, untilMs: 3_600_000 });
  const callbackUrl = 'https://checkout.example/pix/avisos';
  for (const amount of [11, 12, 13]) {
    const { id } = await provider.create({
      amount,
      callbackUrl,
      clientReference: `inc-${amount}-${Date.now()}`,
    });
    await control('/pay', { id });
  }
  const incidents = async () => {
    const answer = await request.get(`${LIST}/incidents`);
    expect(answer.status(), await answer.text()).toBe(200);
    const { items } = (await answer.json()) as { items: unknown[] };
    return items.map((item) => Incident.parse(item)).find(({ host }) => host === 'checkout.example');
  };
  // A transaction's first failure is that of its creation; what it is worth comes with that of its payment.
  await expect.poll(incidents, { timeout: 90_000 }).toMatchObject({ transactions: 3, amount: 3_600 });
  const found = await incidents();
  expect(found).toMatchObject({ lastStatus: 503, amount: 3_600, url: callbackUrl });
  expect(found?.bars).toHaveLength(30);
  await control('/clear', { all: true });
});

test('what fails on the way is a problem of the detail, and stands in the list’s reach', async ({
  api,
  control,
}) => {
  const request = await api('viewer');
  const { items } = await list(request, { limit: 1 });
  await control('/fault', {
    kind: 'status',
    status: 503,
    errorCode: 'PZF503',
    path: '/user/callbacks*',
    untilCleared: true,
  });
  const answer = await request.get(`${LIST}/${items[0]?.id}`);
  expect(answer.status()).toBe(503);
  expect(((await answer.json()) as Problem).provider?.code).toBe('PZF503');
  await expect.poll(async () => (await list(request)).reach.problem, { timeout: 30_000 }).toBe('PZF503');
  expect((await list(request)).items.length, 'what is known stays on screen').toBeGreaterThan(0);
  await control('/clear', { all: true });
  await expect.poll(async () => (await list(request)).reach.problem, { timeout: 60_000 }).toBeNull();
});
