import { TransactionList } from '#lib/transactions/contract.ts';
import type { Problem } from '../support/answers.ts';
import { type List, MANY_ROWS, type Provider, type Raw } from '../support/provider.ts';
import { expect, step, test } from './test.ts';

test.override('options', MANY_ROWS);

const LIST = '/api/accounts/pix/transactions';
const ASKED = '/user/transactions';

test('the list answers the records of its contract, newest first', async ({ api, provider }) => {
  const answer = await (await api('viewer')).get(LIST);
  expect(answer.status()).toBe(200);
  const { items, total } = TransactionList.strict().parse(await answer.json());
  expect(items).toHaveLength(50);
  const times = items.map((item) => Date.parse(item.createdAt ?? ''));
  expect(times).toEqual(times.toSorted((a, b) => b - a));
  const { total: there } = await provider.list({ limit: 1 });
  expect(Math.abs((total ?? 0) - there), 'nearly the same at the same time').toBeLessThan(50);
  const { items: asMany } = (await (await (await api('viewer')).get(`${LIST}?limit=1000`)).json()) as List;
  expect(asMany).toHaveLength(1000);
});

const FILTERS: [string, Record<string, string>, Record<string, string>][] = [
  ['a day’s beginning is São Paulo’s', { from: '2026-10-01' }, { dateFrom: '2026-10-01T03:00:00.000Z' }],
  ['a last day is whole', { to: '2026-10-01' }, { dateTo: '2026-10-02T02:59:59.999Z' }],
  [
    'one day',
    { from: '2026-10-01', to: '2026-10-01' },
    { dateFrom: '2026-10-01T03:00:00.000Z', dateTo: '2026-10-02T02:59:59.999Z' },
  ],
  [
    'an instant with its offset',
    { from: '2026-10-01T10:00:00-03:00' },
    { dateFrom: '2026-10-01T13:00:00.000Z' },
  ],
  ['an instant’s end is exclusive', { to: '2026-10-01T12:00:00Z' }, { dateTo: '2026-10-01T11:59:59.999Z' }],
  ['several statuses', { status: 'COMPLETED,PENDING' }, { status: 'COMPLETED,PENDING' }],
  ['several types', { type: 'DEPOSIT,WITHDRAW,COMMISSION' }, { type: 'DEPOSIT,WITHDRAW,COMMISSION' }],
  ['methods', { method: 'PIX,INTERNAL_TRANSFER' }, { method: 'PIX,INTERNAL_TRANSFER' }],
  [
    'a reference as it is',
    { clientReference: 'Pedido 1/2&x=ç+%41' },
    { clientReference: 'Pedido 1/2&x=ç+%41' },
  ],
  ['a virtual account', { virtualAccount: 'loja-07' }, { virtualAccount: 'loja-07' }],
  [
    'an end-to-end id',
    { endToEndId: 'E00416968202610011530s0123456789' },
    { endToEndId: 'E00416968202610011530s0123456789' },
  ],
  ['a CPF without its punctuation', { document: '123.456.789-09' }, { document: '12345678909' }],
  ['a CNPJ without its punctuation', { document: ' 11.222.333/0001-81 ' }, { document: '11222333000181' }],
  ['an alphanumeric CNPJ in upper case', { document: '12.abc.345/01de-35' }, { document: '12ABC34501DE35' }],
  ['a name as it is', { name: 'José & Irmãos' }, { name: 'José & Irmãos' }],
  ['0.10', { amount: '10' }, { amount: '0.10' }],
  ['0.1 + 0.2', { amount: '30' }, { amount: '0.30' }],
  ['19.99', { amount: '1999' }, { amount: '19.99' }],
  ['4.35, which a float makes 434.99…', { amount: '435' }, { amount: '4.35' }],
  ['50000.00', { amount: '5000000' }, { amount: '50000.00' }],
  ['the largest', { amount: '999999999999' }, { amount: '9999999999.99' }],
  [
    'all together',
    { from: '2026-10-01', status: 'EXPIRED', type: 'DEPOSIT', document: '123.456.789-09', amount: '30' },
    {
      dateFrom: '2026-10-01T03:00:00.000Z',
      status: 'EXPIRED',
      type: 'DEPOSIT',
      document: '12345678909',
      amount: '0.30',
    },
  ],
];

test.describe('reaches the provider as documented:', () => {
  for (const [name, params, expected] of FILTERS)
    for (const route of ['', '.csv'])
      test(`${name} (transactions${route})`, async ({ api, provider }) => {
        const limit = route === '' ? { limit: '7' } : {};
        const answer = await (await api('admin')).get(`${LIST}${route}`, { params: { ...params, ...limit } });
        expect(answer.status(), await answer.text()).toBe(200);
        const [query] = await provider.received(ASKED);
        // Walking by time, a list without an end may name none or the moment it began.
        const { page, limit: asked, ...filter } = query ?? {};
        expect(page).toBe('1');
        expect(Number(asked)).toBeGreaterThanOrEqual(route === '' ? 7 : 1000);
        expect(filter).toEqual(expected);
      });
});

test('a filter finds what the provider holds, and only that', async ({ api, provider }) => {
  const request = await api('admin');
  const { transactions } = await provider.list({ limit: 1000 });
  const alphanumeric = await withLetters(provider);
  // Of a withdrawal the payer is the account itself, which the service finds nothing by.
  const paid = transactions.find(
    (one) => one.type === 'DEPOSIT' && one.status === 'COMPLETED' && one.payerName && one.clientReference,
  );
  expect(paid).toBeDefined();
  expect(alphanumeric).toBeDefined();
  const { clientReference, endToEndId, payerName, payerDocument } = paid ?? {};
  const cents = String(Math.round((paid?.amount ?? 0) * 100));
  const filters = { clientReference, endToEndId, document: payerDocument, name: payerName, amount: cents };
  for (const [name, value] of Object.entries(filters))
    await step(name, async () => {
      const { items } = (await (await request.get(LIST, { params: { [name]: value ?? '' } })).json()) as List;
      expect(items.length).toBeGreaterThan(0);
      if (name === 'amount')
        expect(new Set(items.map((item) => item.amount))).toEqual(new Set([Number(cents)]));
      else if (name !== 'name') expect(items.map((item) => item.id)).toContain(paid?.id);
    });
  const document = alphanumeric?.payerDocument?.toLowerCase() ?? '';
  const found = (await (await request.get(LIST, { params: { document } })).json()) as List;
  expect(found.items.map((item) => item.id)).toContain(alphanumeric?.id);
});

/** A row whose payer has an alphanumeric CNPJ; they are few. */
async function withLetters(provider: Provider): Promise<Raw | undefined> {
  for (let page = 1; page <= 30; page += 1) {
    const { transactions } = await provider.list({ limit: 1000, page });
    const found = transactions.find((one) => /[A-Z]/.test(one.payerDocument ?? ''));
    if (found !== undefined) return found;
  }
  return undefined;
}

const long = (length: number) => 'x'.repeat(length);
const MALFORMED: [field: string, query: string][] = [
  ['from', 'from=ontem'],
  ['from', 'from=2026-13-01'],
  ['from', 'from=2026-02-30'],
  ['from', 'from=01/10/2026'],
  ['from', 'from='],
  ['from', 'from=2026-10-01T10:00:00'],
  ['to', 'to=amanhã'],
  ['to', 'to=2026-11-31'],
  ['to', 'from=2026-10-02&to=2026-10-01'],
  ['to', 'from=2026-10-01T12:00:00Z&to=2026-10-01T12:00:00Z'],
  ['status', 'status=completed'],
  ['status', 'status='],
  ['status', 'status=COMPLETED,'],
  ['status', 'status=COMPLETED;PENDING'],
  ['status', `status=${'A'.repeat(41)}`],
  ['status', `status=${Array(21).fill('PENDING').join(',')}`],
  ['type', 'type=X'],
  ['method', 'method=pix'],
  ['clientReference', 'clientReference='],
  ['clientReference', `clientReference=${long(65)}`],
  ['virtualAccount', `virtualAccount=${long(51)}`],
  ['endToEndId', `endToEndId=${long(65)}`],
  ['document', 'document='],
  ['document', `document=${long(25)}`],
  ['name', 'name='],
  ['name', `name=${long(121)}`],
  ['amount', 'amount=0'],
  ['amount', 'amount=-10'],
  ['amount', 'amount=10.5'],
  ['amount', 'amount=dez'],
  ['amount', 'amount='],
  ['amount', 'amount=1000000000000'],
  ['f', 'f=x'],
  ['f', 'f=unknown-filter'],
  ['status', 'status=PENDING&status=EXPIRED'],
  ['page', 'page=2'],
  ['dateFrom', 'dateFrom=2026-10-01'],
];
const MALFORMED_LIST: typeof MALFORMED = [
  ['limit', 'limit=0'],
  ['limit', 'limit=1001'],
  ['limit', 'limit=1.5'],
  ['limit', 'limit=todos'],
  ['cursor', 'cursor=made-up'],
  ['cursor', 'cursor='],
  ['cursor', `cursor=${long(9_000)}`],
];

test.describe('a malformed value answers 400 and names its field:', () => {
  const cases = [
    ...[...MALFORMED, ...MALFORMED_LIST].map(([field, query]) => ({ field, query, route: '' })),
    ...MALFORMED.map(([field, query]) => ({ field, query, route: '.csv' })),
    { field: 'limit', query: 'limit=10', route: '.csv' },
  ];
  for (const { field, query, route } of cases)
    test(`transactions${route}?${query.slice(0, 60)}`, async ({ api, provider }) => {
      const answer = await (await api('admin')).get(`${LIST}${route}?${query}`);
      expect(answer.status()).toBe(400);
      expect(answer.headers()['content-type']).toContain('application/problem+json');
      const problem = (await answer.json()) as Problem;
      expect(problem).toMatchObject({ status: 400, code: 'invalid_request' });
      expect(problem.fields?.map((one) => one.field)).toEqual([field]);
      expect(await provider.received(ASKED), 'nothing was asked').toEqual([]);
    });
});

test('a status or type that no document names is passed on', async ({ api, provider }) => {
  const answer = await (await api('admin')).get(`${LIST}?status=SUSPENDED`);
  // The provider refuses it; its own words and code come back.
  expect(answer.status()).toBe(400);
  expect(await answer.json()).toMatchObject({
    code: 'provider_rejected',
    provider: { code: 'PZV001', status: 400 },
  });
  expect(await provider.received(ASKED)).toMatchObject([{ status: 'SUSPENDED' }]);
});

test.describe('a cursor', () => {
  test('belongs to its filters', async ({ api }) => {
    const request = await api('admin');
    const { nextCursor } = (await (await request.get(`${LIST}?limit=5&type=DEPOSIT`)).json()) as List;
    expect(nextCursor).not.toBeNull();
    const cursor = encodeURIComponent(nextCursor ?? '');
    for (const filter of ['', 'type=WITHDRAW', 'type=DEPOSIT&status=PENDING', 'type=DEPOSIT&from=2026-10-01'])
      await step(filter, async () => {
        const answer = await request.get(`${LIST}?limit=5&cursor=${cursor}&${filter}`);
        expect(answer.status()).toBe(400);
        expect(await answer.json()).toMatchObject({ code: 'invalid_request', fields: [{ field: 'cursor' }] });
      });
    const [head = '', ...rest] = (nextCursor ?? '').split('.');
    const forged = [head.slice(0, -2) + (head.endsWith('A') ? 'BB' : 'AA'), ...rest].join('.');
    const answer = await request.get(LIST, { params: { type: 'DEPOSIT', cursor: forged } });
    expect(answer.status()).toBe(400);
    const own = await request.get(`${LIST}?limit=9&cursor=${cursor}&type=DEPOSIT`);
    expect(own.status(), 'another limit is no other list').toBe(200);
  });

  for (const [name, options] of [
    ['charges are created', { speed: 1 }],
    ['time runs 600 times faster', { speed: 600 }],
  ] as const)
    test(`neither repeats nor skips a row while ${name}`, async ({ api, provider, control }) => {
      const { transactions } = await provider.list({ limit: 700 });
      const from = transactions.at(-1)?.createdAt ?? '';
      const request = await api('analyst');
      await control('/time', options);
      const seen: string[] = [];
      let cursor: string | null = null;
      try {
        do {
          const page = { from, limit: 60, ...(cursor === null ? {} : { cursor }) };
          const { items, nextCursor } = (await (await request.get(LIST, { params: page })).json()) as List;
          seen.push(...items.map((item) => item.id ?? ''));
          cursor = nextCursor;
          for (let made = 0; made < 7; made += 1) await provider.create({ amount: 12.34 });
        } while (cursor !== null);
      } finally {
        await control('/time', { speed: 1 });
      }
      expect(new Set(seen).size, 'no row twice').toBe(seen.length);
      const missing = transactions.filter((one) => !seen.includes(one.id));
      expect(
        missing.map((one) => one.id),
        'no row left out',
      ).toEqual([]);
    });
});
