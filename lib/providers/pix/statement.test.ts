import { describe, expect, test } from 'vitest';
import { PendingDeposit, StatementLine } from '#lib/providers/money-records.ts';
import { type Act, json, portTo, refusal, testProvider } from '#lib/providers/pix/testing/test-provider.ts';

const provider = testProvider();
const entry = (fields: object = {}) => ({
  id: 'st_1',
  amount: 80,
  operation: 'INCREMENT',
  reason: 'PIX_DEPOSIT',
  balanceType: 'AVAILABLE',
  previousBalanceAvailable: 20,
  previousBalanceBlocked: 0,
  newBalanceAvailable: 100,
  newBalanceBlocked: 0,
  transactionId: 'tx_1',
  infractionId: null,
  createdAt: '2026-10-02T09:00:00.000Z',
  updatedAt: '2026-10-02T09:00:00.000Z',
  ...fields,
});
const listOf = (rows: object[], more = false) =>
  json(200, { pagination: { page: 1, limit: 10, hasNextPage: more }, bankStatements: rows });
const WINDOW = { from: '2026-10-01T00:00:00.000Z', to: '2026-11-01T00:00:00.000Z' };
const first = { limit: 10, position: null };
const queries = () =>
  provider.arrived.map(({ url }) => Object.fromEntries(new URL(url, 'http://x').searchParams));

describe('an entry', () => {
  const one = async (body: unknown) => {
    provider.acts = [json(200, body)];
    return StatementLine.parse(await portTo(provider.base).port.statement.get?.('st/1', {}));
  };

  test('as it is known', async () => {
    expect(await one(entry())).toEqual({
      ...{ id: 'st_1', amount: 8_000, balanceAfter: 10_000, balanceBefore: 2_000 },
      ...{ balanceType: 'AVAILABLE', type: 'PIX_DEPOSIT', description: null },
      ...{ transactionId: 'tx_1', disputeId: null, gross: null, fee: null },
      ...{ status: null, statusReason: null, counterparty: { name: null, document: null, pixKey: null } },
      ...{ createdAt: '2026-10-02T09:00:00.000Z', postedAt: '2026-10-02T09:00:00.000Z' },
      other: {
        operation: 'INCREMENT',
        previousBalanceBlocked: '0',
        newBalanceBlocked: '0',
        updatedAt: '2026-10-02T09:00:00.000Z',
      },
    });
    expect(provider.arrived[0]?.url).toBe('/v1/user/bank-statements/st%2F1');
  });

  test('nested, by other names', async () => {
    const answer = {
      data: {
        entry: {
          entryId: 'st_1',
          value: '80.00',
          direction: 'DEBIT',
          description: 'PIX_WITHDRAW',
          before: { available: '180.00', blocked: '0' },
          after: { available: '100.00', blocked: '0' },
          transaction: { id: 'tx_1' },
          date: 1_791_018_000_000,
        },
      },
    };
    expect(await one(answer)).toMatchObject({
      ...{ id: 'st_1', amount: -8_000, balanceAfter: 10_000, balanceBefore: 18_000 },
      ...{ type: 'PIX_WITHDRAW', description: null, transactionId: 'tx_1' },
      createdAt: new Date(1_791_018_000_000).toISOString(),
    });
  });

  const bare = { operation: null, previousBalanceAvailable: null, newBalanceAvailable: null };
  test.each<[string, object, object]>([
    ['out', { ...bare, operation: 'DECREMENT' }, { amount: -8_000 }],
    ['out, in small letters', { ...bare, operation: 'debit' }, { amount: -8_000 }],
    ['out, signed by the service', { ...bare, amount: -80 }, { amount: -8_000 }],
    ['out, signed twice', { ...bare, amount: '-80.00', operation: 'DECREMENT' }, { amount: -8_000 }],
    [
      'out, by the balances',
      { operation: null, previousBalanceAvailable: 90, newBalanceAvailable: 10 },
      { amount: -8_000 },
    ],
    ['in, by the balances', { operation: 'WHATEVER' }, { amount: 8_000 }],
    [
      'R2: nobody says which way',
      { ...bare, reason: 'ADJUSTMENT' },
      { amount: null, amountUnsigned: 8_000, directionDoubt: 'untold' },
    ],
    [
      'R2: a word and the balances disagree',
      { operation: 'DECREMENT' },
      { amount: null, amountUnsigned: 8_000, directionDoubt: 'disagree' },
    ],
    [
      'R2: a minus and the word disagree',
      { ...bare, amount: -80, operation: 'INCREMENT' },
      { amount: null, amountUnsigned: 8_000, directionDoubt: 'disagree' },
    ],
    [
      'R2: the way stands in the place of the type',
      { ...bare, reason: null, type: 'DEBIT' },
      { amount: -8_000, type: null },
    ],
    [
      'R2: the way in the type, the reason beside it',
      { ...bare, reason: 'SERVICE_FEE', type: 'CREDIT' },
      { amount: 8_000, type: 'SERVICE_FEE' },
    ],
    [
      'R2: the way in a word of its own, the kind in the operation',
      { ...bare, reason: null, operation: 'PIX_OUT_42', nature: 'D' },
      { amount: -8_000, type: 'PIX_OUT_42' },
    ],
    ['nought goes no way', { ...bare, amount: 0 }, { amount: 0 }],
    [
      'blocked, by its own balance',
      { ...bare, balanceType: 'BLOCKED', previousBalanceBlocked: 90, newBalanceBlocked: 10 },
      { amount: -8_000, balanceType: 'BLOCKED' },
    ],
    [
      'fractions of a cent',
      { ...bare, amount: 0.125, operation: 'DECREMENT', reason: 'SERVICE_FEE' },
      { amount: -13, amountExact: '-0.125' },
    ],
    ['words beside a type', { description: 'Tarifa' }, { type: 'PIX_DEPOSIT', description: 'Tarifa' }],
    ['words without a type', { reason: null, description: 'Tarifa' }, { type: null, description: 'Tarifa' }],
    ['a field that is new', { branch: '1' }, { other: { branch: '1' } }],
  ])('%s', async (_, fields, line) => {
    expect(await one(entry(fields))).toMatchObject(line);
  });
});

describe('the list', () => {
  test.each<[string, unknown]>([
    ['document 1', { pagination: { hasNextPage: false }, bankStatements: [entry()] }],
    ['an envelope', { data: { statements: [entry()], pagination: { page: 1, totalPages: 1 } } }],
    ['a bare list', [entry()]],
  ])('%s', async (_, body) => {
    provider.acts = [json(200, body)];
    const { port } = portTo(provider.base);
    const listed = await port.statement.list(WINDOW, first, {});
    expect(listed).toMatchObject({ items: [{ id: 'st_1' }], next: null, balance: null });
  });

  test('filters as they are sent', async () => {
    provider.acts = [listOf([entry()]), listOf([])];
    const { port } = portTo(provider.base);
    const some = { transactionId: 'tx_1', direction: 'in', order: 'desc', type: ['PIX_DEPOSIT'] } as const;
    await port.statement.list(
      { ...WINDOW, ...some, amountFrom: 1, amountTo: 8_000 },
      { ...first, limit: 500 },
      {},
    );
    await port.statement.list({ ...WINDOW, amount: 8_000, direction: 'out', type: ['A', 'B'] }, first, {});
    const window = { createdAtFrom: WINDOW.from, createdAtTo: '2026-10-31T23:59:59.999Z', page: '1' };
    expect(queries()).toEqual([
      {
        ...{ ...window, limit: '100', transactionId: 'tx_1', operation: 'INCREMENT', sortDirection: 'desc' },
        ...{ reason: 'PIX_DEPOSIT', amountFrom: '0.01', amountTo: '80.00' },
      },
      { ...window, limit: '10', operation: 'DECREMENT', amountFrom: '80.00', amountTo: '80.00' },
    ]);
    expect(port.statement.filters).not.toContain('search');
  });

  test('what a service overlooks is left out, and whole pages of it passed over', async () => {
    const late = entry({ id: 'late', createdAt: '2026-11-01T00:00:00.000Z' });
    const out = entry({ id: 'out', operation: 'DECREMENT', previousBalanceAvailable: 180 });
    const other = entry({ id: 'other', reason: 'COMMISSION' });
    const small = entry({ id: 'small', amount: 0.01 });
    const away = entry({ id: 'away', transactionId: 'tx_2' });
    const noise = [late, out, other, small, away];
    // The names of what it overlooks are tried on its first page, and no more.
    provider.acts = Array.from({ length: 4 }, () => listOf(noise, true));
    const { port } = portTo(provider.base);
    const filter = {
      ...WINDOW,
      transactionId: 'tx_1',
      amountFrom: 2,
      type: ['PIX_DEPOSIT', 'X'],
      direction: 'in',
    } as const;
    await port.statement.list(filter, { limit: 10, position: null }, {}).catch(() => null);
    expect(provider.arrived).toHaveLength(5);
    provider.acts = [listOf(noise, true), listOf([...noise, entry()], true)];
    const listed = await port.statement.list(filter, first, {});
    expect(listed).toMatchObject({
      total: null,
      filteredHere: ['amountFrom', 'direction', 'to', 'transactionId', 'type'],
    });
    expect(listed.items.map(({ id }) => id)).toEqual(['st_1']);
    expect(listed.next).toMatchObject({ page: 3 });
    provider.arrived.length = 0;
    provider.acts = Array.from({ length: 50 }, () => listOf(noise, true));
    expect((await port.statement.list(filter, first, {})).items).toEqual([]);
    expect(provider.arrived).toHaveLength(10);
  });

  test('later pages keep their size and end where the first one began', async () => {
    const rows = [entry({ id: 'a', createdAt: '2026-10-05T00:00:00.000Z' }), entry({ id: 'b' })];
    provider.acts = [listOf(rows, true), listOf([entry({ id: 'c' })])];
    const { port } = portTo(provider.base);
    const { next } = await port.statement.list(WINDOW, { ...first, limit: 2 }, {});
    const second = await port.statement.list(
      WINDOW,
      { limit: 50, position: JSON.parse(JSON.stringify(next)) },
      {},
    );
    expect(second).toMatchObject({ items: [{ id: 'c' }], next: null });
    expect(queries()[1]).toMatchObject({ page: '2', limit: '2', createdAtTo: '2026-10-05T00:00:00.000Z' });
    await expect(port.statement.list(WINDOW, { limit: 50, position: { page: 0 } }, {})).rejects.toMatchObject(
      {
        code: 'invalid_request',
      },
    );
  });

  test('without a window: thirty days to now, by the provider’s clock', async () => {
    const { port, clock } = portTo(provider.base);
    const ahead = clock.ms + 90 * 86_400_000;
    const dated: Act = (_, response) => {
      response.writeHead(200, { date: new Date(ahead).toUTCString() }).end('[]');
    };
    provider.acts = [dated, dated];
    await port.statement.list({}, first, {});
    await port.statement.list({}, first, {});
    const spans = queries().map(({ createdAtFrom = '', createdAtTo = '' }) => [createdAtFrom, createdAtTo]);
    expect(Date.parse(spans[0]?.[1] ?? '')).toBeGreaterThanOrEqual(clock.ms);
    expect(Date.parse(spans[0]?.[0] ?? '')).toBe(clock.ms - 30 * 86_400_000);
    expect(Date.parse(spans[1]?.[1] ?? '')).toBeGreaterThanOrEqual(ahead);
    expect(Math.abs(Date.parse(spans[1]?.[0] ?? '') - (ahead - 30 * 86_400_000))).toBeLessThan(120_000);
  });

  test('a service that calls the window otherwise says so, once', async () => {
    const missing = refusal(400, 'PZV001', { details: [{ field: 'dateFrom', message: 'é obrigatório' }] });
    provider.acts = [missing, listOf([entry()]), listOf([entry()])];
    const { port } = portTo(provider.base);
    for (let times = 0; times < 2; times += 1)
      expect((await port.statement.list(WINDOW, first, {})).items).toHaveLength(1);
    expect(queries().map((query) => 'dateFrom' in query && !('createdAtFrom' in query))).toEqual([
      ...[false, true, true],
    ]);
    provider.acts = [refusal(400, 'PZV001', { details: [{ field: 'limit', message: 'x' }] })];
    await expect(port.statement.list(WINDOW, first, {})).rejects.toMatchObject({ status: 400 });
  });
});

describe('pending deposits', () => {
  const deposit = {
    ...{ id: 'pd_1', status: 'PENDING', amount: 12.3, payerName: 'Ana', payerDocument: '52998224725' },
    ...{ payerInstitutionIspb: '0', payerInstitutionName: 'Um', receiverAccountNumber: '123456' },
    ...{ endToEndId: 'E1', pixKey: 'k', paidAt: '2026-10-02T09:00:00Z', createdAt: '2026-10-02T09:00:01Z' },
  };

  test.each<[string, unknown]>([
    ['as it is known', deposit],
    [
      'nested',
      {
        data: {
          deposit: {
            ...{ depositId: 'pd_1', state: 'PENDING', value: '12.30', e2eId: 'E1', key: 'k' },
            payer: { name: 'Ana', taxId: '52998224725', institution: { ispb: '0', name: 'Um' } },
            receiver: { account: { number: '123456' }, accountNumber: '123456' },
            ...{ paidAt: '2026-10-02T09:00:00Z', receivedAt: '2026-10-02T09:00:01Z', risk: 'low' },
          },
        },
      },
    ],
  ])('%s', async (_, body) => {
    provider.acts = [json(200, body)];
    const read = PendingDeposit.parse(await portTo(provider.base).port.pendingDeposits.get('pd/1', {}));
    expect(read).toMatchObject({
      ...{ id: 'pd_1', status: 'PENDING', amount: 1_230, endToEndId: 'E1', pixKey: 'k' },
      payer: { name: 'Ana', document: '52998224725', institutionIspb: '0', institutionName: 'Um' },
      receiver: { name: null, accountNumber: '123456' },
      ...{ paidAt: '2026-10-02T09:00:00.000Z', createdAt: '2026-10-02T09:00:01.000Z', approvedAt: null },
    });
    expect(provider.arrived[0]?.url).toBe('/v1/user/deposit-pending/pd%2F1');
  });

  test('the list, its end and its filters', async () => {
    const page = { page: 1, limit: 20, hasNextPage: true, data: [deposit] };
    provider.acts = [
      json(200, page),
      json(200, { data: { deposits: [], pagination: { hasNextPage: true } } }),
    ];
    const { port } = portTo(provider.base);
    const filter = {
      ...{ status: ['PENDING', 'APPROVED'], document: '529.982.247-25', name: 'Ana', endToEndId: 'E1' },
      ...{ amountFrom: 1, amountTo: 2_000, ...WINDOW },
    };
    expect(await port.pendingDeposits.list(filter, { page: 1, limit: 20 }, {})).toMatchObject({
      items: [{ id: 'pd_1' }],
      more: true,
    });
    expect((await port.pendingDeposits.list({}, { page: 2, limit: 20 }, {})).more).toBe(false);
    expect(queries()).toEqual([
      {
        ...{
          status: 'PENDING,APPROVED',
          document: '52998224725',
          name: 'Ana',
          endToEndId: 'E1',
          amountMin: '0.01',
        },
        ...{ amountMax: '20.00', createdAtFrom: WINDOW.from, createdAtTo: '2026-10-31T23:59:59.999Z' },
        ...{ page: '1', limit: '20' },
      },
      { page: '2', limit: '20' },
    ]);
  });
});

describe('R3: rows of one other id', () => {
  const others = (...ids: string[]) =>
    listOf(ids.map((transactionId, at) => entry({ id: `st_${at}`, transactionId })));
  const read = async (acts: Act[]) => {
    provider.acts = acts;
    const { port } = portTo(provider.base);
    return port.statement.list({ ...WINDOW, transactionId: 'tx_asked' }, first, {});
  };

  test('are of the one that was asked for where the service has none of an id that nobody has', async () => {
    const page = await read([others('tx_other', 'tx_other'), listOf([])]);
    expect(page.items).toHaveLength(2);
    expect([page.filteredHere, page.filtersUntold]).toEqual([undefined, undefined]);
    expect(queries()[1]?.transactionId).toMatch(/^0{8}-/);
  });

  test('are of another one where the service answers with rows for any id', async () => {
    const page = await read(Array.from({ length: 9 }, () => others('tx_other', 'tx_other')));
    expect(page.items).toEqual([]);
    expect(page.filteredHere).toEqual(['transactionId']);
  });

  test('are shown, and nobody tells whose they are, where that cannot be seen', async () => {
    const page = await read([others('tx_other'), refusal(400, 'PZV001', { message: 'Valor inválido.' })]);
    expect(page.items).toHaveLength(1);
    expect(page.filtersUntold).toEqual(['transactionId']);
  });
});

test('R3: asked by several types, the service is asked by none: its total is not the filter’s', async () => {
  provider.acts = [
    json(200, {
      pagination: { page: 1, limit: 10, hasNextPage: true },
      total: 4_000,
      bankStatements: [entry(), entry({ id: 'st_2', reason: 'PIX_REFUND' })],
    }),
  ];
  const filter = { ...WINDOW, type: ['PIX_DEPOSIT', 'PIX_REFUND'] };
  const page = await portTo(provider.base).port.statement.list(filter, first, {});
  expect(page.items).toHaveLength(2);
  expect([page.total, page.filteredHere]).toEqual([null, ['type']]);
});
