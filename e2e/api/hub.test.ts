import { expect, step, test } from './test.ts';

const HUB = '/api/accounts/hub';

test('what document 2 has not is refused as not supported, and nothing is asked of the service', async ({
  api,
}) => {
  const request = await api('analyst');
  const ofDispute = async () => {
    const page = await (await request.get(`${HUB}/disputes`, { params: { limit: 1 } })).json();
    return encodeURIComponent(page.items[0].id);
  };
  const id = await ofDispute();
  for (const path of [
    '/transactions',
    '/transactions/no-such-id',
    '/overview/today',
    '/profile',
    '/deliveries',
    '/deliveries/incidents',
    '/deliveries/health',
    '/deliveries/health/moment?from=2026-01-01&to=2026-01-02',
    `/disputes/${id}/draft`,
  ])
    await step(path, async () => {
      const answer = await request.get(`${HUB}${path}`);
      expect([answer.status(), (await answer.json()).code]).toEqual([409, 'not_supported']);
    });
});

test('an endpoint without an event, and a rotation, are refused before anything is sent', async ({ api }) => {
  const request = await api('developer');
  const key = () => ({ 'idempotency-key': crypto.randomUUID() });
  const none = await request.post(`${HUB}/webhooks`, {
    data: { url: 'https://loja.example/none', events: [] },
    headers: key(),
  });
  expect(none.status()).toBe(400);
  expect(await none.json()).toMatchObject({ fields: [{ field: 'events', message: 'events_required' }] });
  const { items } = await (await request.get(`${HUB}/webhooks`)).json();
  const rotation = await request.post(`${HUB}/webhooks/${items[0].id}/rotate-secret`, { headers: key() });
  expect((await rotation.json()).code).toBe('not_supported');
});

test('the palette’s search finds a Hub payment by its id and by its reference', async ({ api }) => {
  const request = await api('viewer');
  const { items } = await (await request.get(`${HUB}/charges`, { params: { limit: 20 } })).json();
  const charge = items.find((one: { clientReference: string | null }) => one.clientReference !== null);
  for (const q of [charge.id, charge.clientReference]) {
    const answer = await request.post('/api/search', { data: { q } });
    const found = (await answer.json()).items.filter((one: { account: string }) => one.account === 'hub');
    expect(found[0]).toMatchObject({ page: 'charges', transaction: { id: charge.id } });
  }
});

test('D: a deposit of the statement is read by itself, its payer masked by role, with its notices', async ({
  api,
}) => {
  const viewer = await api('viewer');
  const lines = await (
    await viewer.get(`${HUB}/statement`, { params: { type: 'DEPOSIT', limit: 5 } })
  ).json();
  const id = encodeURIComponent(lines.items[0].transactionId);
  const deposit = await (await viewer.get(`${HUB}/deposits/${id}`)).json();
  expect(deposit).toMatchObject({ from: 'provider', key: expect.any(String) });
  expect(deposit.payment.netAmount).toBe(deposit.payment.amount - deposit.payment.fee);
  expect(deposit.payment.endToEndId).toMatch(/^E/);
  expect((await viewer.get(`${HUB}/deposits/${id}?reveal=1`)).status()).toBe(403);
  expect((await (await api('finance')).get(`${HUB}/deposits/${id}?reveal=1`)).status()).toBe(200);
  const notices = await (await viewer.get(`${HUB}/payments/${id}/notices`)).json();
  expect(Array.isArray(notices.items)).toBe(true);
  expect((await viewer.get(`${HUB}/deposits/deposit:nobody`)).status()).toBe(404);
});
