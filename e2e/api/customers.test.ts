import { Customer } from '#lib/customers/contract.ts';
import type { Problem } from '../support/answers.ts';
import type { ApiClient } from '../support/api-client.ts';
import { expect, test } from './test.ts';

const PIX = '/api/accounts/pix';
const CUSTOMERS = `${PIX}/customers`;

/** A payment and its payer, masked as lists show them. */
async function paid(request: ApiClient) {
  const answer = await request.get(`${PIX}/transactions?type=DEPOSIT&status=COMPLETED&limit=50`);
  const { items } = (await answer.json()) as { items: { id: string; payer: { document: string | null } }[] };
  const found = items.find(({ payer }) => payer.document !== null);
  if (found === undefined) throw new Error('Nobody paid.');
  return found;
}

async function stored(request: ApiClient, data: object): Promise<string> {
  const answer = await request.post(`${CUSTOMERS}/filters`, { data });
  expect(answer.status(), await answer.text()).toBe(201);
  return ((await answer.json()) as { f: string }).f;
}

test('201 and 200: a payment names its payer, whose page holds it', async ({ api }) => {
  const request = await api('analyst');
  const { id, payer } = await paid(request);
  const answer = await request.get(`${CUSTOMERS}/${await stored(request, { transactionId: id })}`);
  expect(answer.status(), await answer.text()).toBe(200);
  expect(answer.headers()['cache-control']).toBe('private, no-store');
  const customer = Customer.parse(await answer.json());
  expect(customer.document).toBe(payer.document);
  expect(customer.items.map(({ transactionId }) => transactionId)).toContain(id);
  expect(customer.sums.paid.count).toBeGreaterThan(0);
});

test('in clear only where it is asked for, and the audit has it', async ({ api }) => {
  const request = await api('analyst');
  const { id } = await paid(request);
  const f = await stored(request, { transactionId: id });
  const clear = (await (await request.get(`${CUSTOMERS}/${f}?reveal=1`)).json()) as Customer;
  expect(clear.document).toMatch(/^[0-9A-Z]{11,14}$/);
  const shared = await stored(request, { document: clear.document });
  expect((await (await request.get(`${CUSTOMERS}/${shared}`)).json()).document).toContain('*');
  const audit = await (await api('admin')).get('/api/audit?action=customer.reveal&limit=5');
  expect(JSON.stringify(await audit.json())).toContain(f);
});

test('400 at the field', async ({ api }) => {
  const request = await api('analyst');
  const { id } = await paid(request);
  for (const [data, field] of [
    [{}, 'document'],
    [{ document: '111.111.111-11' }, 'document'],
    [{ document: '529.982.247-25', transactionId: id }, 'document'],
    [{ transactionId: '..' }, 'transactionId'],
    [{ name: 'Ana' }, 'name'],
  ] as const) {
    const answer = await request.post(`${CUSTOMERS}/filters`, { data });
    expect(answer.status(), field).toBe(400);
    const problem = (await answer.json()) as Problem;
    expect([problem.code, problem.fields?.[0]?.field]).toEqual(['invalid_request', field]);
  }
});

test('403 without reveal; a shared filter is answered masked', async ({ api }) => {
  const request = await api('analyst');
  const { id } = await paid(request);
  const f = await stored(request, { transactionId: id });
  const viewer = await api('viewer');
  const refused = [
    await viewer.post(`${CUSTOMERS}/filters`, { data: { transactionId: id } }),
    await viewer.get(`${CUSTOMERS}/${f}?reveal=1`),
  ];
  for (const answer of refused)
    expect([answer.status(), (await answer.json()).code]).toEqual([403, 'forbidden']);
  const shown = await viewer.get(`${CUSTOMERS}/${f}`);
  expect(shown.status()).toBe(200);
  expect(((await shown.json()) as Customer).document).toContain('*');
});

test('404: another account’s filter, a record that is not there; 409 on a card', async ({ api }) => {
  const request = await api('analyst');
  const { id } = await paid(request);
  const f = await stored(request, { transactionId: id });
  const none = [
    await request.get(`/api/accounts/hub/customers/${f}`),
    await request.get(`${CUSTOMERS}/no-such-filter`),
    await request.post(`${CUSTOMERS}/filters`, { data: { transactionId: 'no-such-payment' } }),
  ];
  for (const answer of none)
    expect([answer.status(), (await answer.json()).code]).toEqual([404, 'not_found']);
  const data = { document: '529.982.247-25' };
  const card = await request.post('/api/accounts/card/customers/filters', { data });
  const { f: onCard } = (await card.json()) as { f: string };
  const answer = await request.get(`/api/accounts/card/customers/${onCard}`);
  expect([answer.status(), (await answer.json()).code]).toEqual([409, 'not_supported']);
});
