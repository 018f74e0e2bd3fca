import { expect, test } from '../fixtures.ts';

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
    `/disputes/${id}/draft`,
  ])
    await test.step(path, async () => {
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
