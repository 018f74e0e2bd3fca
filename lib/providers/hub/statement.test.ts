import { describe, expect, test } from 'vitest';
import { hubOver, no, ok, taking } from '#lib/providers/hub/testing/test-hub.ts';

const LINE = {
  id: 'ln_1',
  entryId: 'en_1',
  amount: -5200,
  balanceAfter: 90000,
  trigger: 'PAYOUT',
  description: 'saque',
  originId: 'wd_1',
  infractionProtocol: null,
  gross: 5000,
  fee: 200,
  status: 'SETTLED',
  statusDetail: null,
  statusReason: null,
  statusAt: '2026-10-05T14:00:03.000Z',
  payoutOperation: 'WITHDRAW',
  counterparty: { name: 'Bia', document: '***', pixKey: 'a***@example.test' },
  postedAt: '2026-10-05T14:00:00.000Z',
};
const page = { limit: 50, position: null };

describe('a line', () => {
  test('as document 2 tells it', async () => {
    const { port } = hubOver([ok({ data: [LINE], nextCursor: null, balance: 90000 })]);
    const { items, balance, next } = await port.statement.list({}, page, {});
    expect([balance, next]).toEqual([90000, null]);
    expect(items[0]).toEqual({
      id: 'ln_1',
      amount: -5200,
      balanceAfter: 90000,
      balanceBefore: null,
      balanceType: null,
      type: 'PAYOUT',
      description: 'saque',
      transactionId: 'withdraw:wd_1',
      disputeId: null,
      gross: 5000,
      fee: 200,
      status: 'SETTLED',
      statusReason: null,
      counterparty: { name: 'Bia', document: '***', pixKey: 'a***@example.test' },
      createdAt: null,
      postedAt: '2026-10-05T14:00:00.000Z',
      other: { statusAt: '2026-10-05T14:00:03.000Z', payoutOperation: 'WITHDRAW' },
    });
  });

  test('in other spellings, nested, sparse, with unknown words', async () => {
    const answer = {
      result: {
        entries: [
          { entry_id: 'e1', value: '100', type: 'SOMETHING_NEW', new_balance: '500', date: '2026-10-05' },
          { amount: 7, trigger: 'DEPOSIT', deposit_id: 'dp' },
        ],
        available_balance: '500',
      },
    };
    const { port } = hubOver([ok(answer)]);
    const { items, balance } = await port.statement.list({}, page, {});
    expect(balance).toBe(500);
    expect(items).toMatchObject([
      {
        ...{ id: 'e1', amount: null, amountUnsigned: 100, directionDoubt: 'untold' },
        ...{ type: 'SOMETHING_NEW', balanceAfter: 500, transactionId: null },
      },
      { id: expect.stringMatching(/^no-id-/), amount: 7, transactionId: 'deposit:dp' },
    ]);
  });

  test.each([
    ['PAYMENT', 'payment:o'],
    ['DEPOSIT', 'deposit:o'],
    ['PAYOUT_REVERSAL', 'withdraw:o'],
    ['PAYOUT_REFUND_RECEIVED', 'withdraw:o'],
    ['INTERNAL_TRANSFER', 'transfer:o'],
    // A charge's or a deposit's: a caller that requests it tries both.
    ['PAYMENT_REFUND', 'o'],
    ['INFRACTION_BLOCK', 'o'],
  ])('of %s names its payment as %s', async (trigger, transactionId) => {
    const { port } = hubOver([ok({ data: [{ ...LINE, trigger, originId: 'o' }] })]);
    expect((await port.statement.list({}, page, {})).items).toMatchObject([{ transactionId }]);
  });

  test('of a dispute names it, and a fraction of a cent is no amount', async () => {
    const { port } = hubOver([
      ok({ data: [{ ...LINE, infractionProtocol: 'p-1' }] }),
      ok({ data: [{ ...LINE, balanceAfter: 1.5 }] }),
    ]);
    expect((await port.statement.list({}, page, {})).items).toMatchObject([{ disputeId: 'p-1' }]);
    expect((await port.statement.list({}, page, {})).items).toMatchObject([{ balanceAfter: null }]);
  });
});

const FILTER = {
  from: '2026-10-01T03:00:00.000Z',
  to: '2026-11-01T03:00:00.000Z',
  type: ['PAYMENT', 'DEPOSIT'],
  status: ['COMPLETED'],
  transactionId: 'payment:pay_1',
  endToEndId: 'E1',
  document: '529.982.247-25',
  search: 'an',
  amount: 2500,
  sort: 'created',
  order: 'asc',
} as const;

describe('filters', () => {
  test('all of document 2, under the likeliest names', async () => {
    const { port, requests } = hubOver([ok({ data: [] })]);
    await port.statement.list(FILTER, page, {});
    expect(requests[0]).toMatchObject({
      line: 'GET /transactions/statement',
      query: {
        limit: '50',
        dateFrom: '2026-10-01T03:00:00.000Z',
        dateTo: '2026-11-01T02:59:59.999Z',
        trigger: 'PAYMENT,DEPOSIT',
        status: 'COMPLETED',
        originId: 'pay_1',
        endToEndId: 'E1',
        document: '52998224725',
        search: 'an',
        amount: '2500',
        sortBy: 'createdAt',
        sortDirection: 'asc',
      },
    });
    expect(port.statement.filters).toHaveLength(11);
  });

  test('under the names that the service takes, learnt in one refusal and remembered', async () => {
    const accepted = ['limit', 'cursor', 'dateFrom', 'dateTo', 'trigger', 'status', 'q', 'e2e', 'amount'];
    const { port, requests } = hubOver([taking(accepted, { data: [LINE] })]);
    const filter = { search: 'an', endToEndId: 'E1', amount: 1 };
    await port.statement.list(filter, page, {});
    await port.statement.list(filter, page, {});
    expect(requests.map(({ query }) => Object.keys(query).sort().join())).toEqual([
      'amount,endToEndId,limit,search',
      'amount,e2e,limit,q',
      'amount,e2e,limit,q',
    ]);
  });

  test('where it tells only what it does not know, the next name is tried', async () => {
    const { port, requests } = hubOver([taking(['limit', 'orderBy'], { data: [LINE] }, false)]);
    await port.statement.list({ sort: 'posted' }, page, {});
    expect(requests.map(({ query }) => Object.keys(query).at(-2) ?? '')).toHaveLength(4);
    expect(requests.at(-1)?.query).toMatchObject({ orderBy: 'postedAt' });
  });

  test('one that it does not take is refused at its field, never left out, and no longer offered', async () => {
    const accepted = ['limit', 'cursor', 'dateFrom', 'dateTo', 'trigger'];
    const { port, requests } = hubOver([taking(accepted, { data: [LINE] })]);
    await expect(port.statement.list({ search: 'an', type: ['DEPOSIT'] }, page, {})).rejects.toMatchObject({
      code: 'invalid_request',
      details: { fields: [{ field: 'search', message: 'not_supported' }] },
    });
    expect(requests).toHaveLength(1);
    expect(port.statement.filters).not.toContain('search');
    expect(port.statement.filters).toContain('type');
    await expect(port.statement.list({ search: 'an' }, page, {})).rejects.toMatchObject({
      code: 'invalid_request',
    });
    expect(requests).toHaveLength(1);
    expect((await port.statement.list({ type: ['PAYOUT'] }, page, {})).items).toHaveLength(1);
  });

  test('a limit that it does not take is only a wish', async () => {
    const { port } = hubOver([taking(['cursor'], { data: [LINE] })]);
    expect((await port.statement.list({}, page, {})).items).toHaveLength(1);
  });

  test.each([
    [{ direction: 'in' as const }, 'direction'],
    [{ amountFrom: 1 }, 'amountFrom'],
    [{ amountTo: 1 }, 'amountTo'],
  ])('%j is document 1’s', async (filter, field) => {
    const { port, requests } = hubOver([ok({ data: [] })]);
    await expect(port.statement.list(filter, page, {})).rejects.toMatchObject({
      details: { fields: [{ field, message: 'not_supported' }] },
    });
    expect(requests).toHaveLength(0);
  });

  test('a value that is refused is told at its field', async () => {
    const { port } = hubOver([no(400, 'SCHEMA_INVALID', { search: 'curto' })]);
    await expect(port.statement.list({ search: 'a' }, page, {})).rejects.toMatchObject({
      code: 'provider_rejected',
      details: { fields: [{ field: 'search', message: 'curto' }] },
    });
  });
});

describe('R3: a filter is what it says', () => {
  const rows = [
    { ...LINE, id: 'out', postedAt: undefined, createdAt: '2026-10-05T14:00:00.000Z', endToEndId: 'E1' },
    {
      ...LINE,
      id: 'paid',
      amount: 2500,
      gross: 2500,
      trigger: 'PAYMENT',
      originId: 'pay_1',
      endToEndId: 'E2',
    },
    {
      ...LINE,
      id: 'wait',
      amount: 100,
      gross: 100,
      trigger: 'DEPOSIT',
      originId: 'dep_1',
      status: 'PENDING',
      endToEndId: 'E3',
    },
  ];
  const everything = () => ok({ data: rows, nextCursor: null });

  test.each<[string, object, string[]]>([
    ['type', { type: ['PAYMENT'] }, ['paid']],
    ['status', { status: ['PENDING'] }, ['wait']],
    ['status', { status: ['COMPLETED'] }, ['out', 'paid']],
    ['transactionId', { transactionId: 'payment:pay_1' }, ['paid']],
    ['endToEndId', { endToEndId: 'E3' }, ['wait']],
    ['amount', { amount: 2500 }, ['paid']],
    ['from', { from: '2026-10-08T03:00:00.000Z' }, []],
    ['to', { to: '2026-10-01T03:00:00.000Z' }, []],
  ])('%s is applied here where the service overlooks it, and the page says so', async (name, filter, ids) => {
    const { port, requests } = hubOver([everything]);
    const first = await port.statement.list(filter, page, {});
    expect(first.items.map(({ id }) => id)).toEqual(ids);
    expect(first.filteredHere).toEqual([name]);
    const tries = requests.length;
    const again = await port.statement.list(filter, page, {});
    expect(again.items.map(({ id }) => id)).toEqual(ids);
    expect(requests.length - tries).toBe(1);
  });

  test('the name it takes is learnt from the rows', async () => {
    const taken: string[] = [];
    const service = ({ query }: { query: Record<string, string> }) => {
      taken.push(
        Object.keys(query)
          .filter((name) => name !== 'limit')
          .join(),
      );
      return ok({ data: rows.filter((row) => !query.types || query.types.split(',').includes(row.trigger)) });
    };
    const { port } = hubOver([service]);
    const read = () => port.statement.list({ type: ['PAYMENT'] }, page, {});
    expect(await read()).toMatchObject({ items: [{ id: 'paid' }] });
    expect((await read()).filteredHere).toBeUndefined();
    expect(taken).toEqual(['trigger', 'type', 'types', 'types']);
  });

  test('what no row tells is said: nobody knows whether it was applied', async () => {
    const { port } = hubOver([ok({ data: [LINE] })]);
    expect((await port.statement.list({ endToEndId: 'E9' }, page, {})).filtersUntold).toEqual(['endToEndId']);
  });

  test('an order that is not kept is said', async () => {
    const late = { ...LINE, postedAt: '2026-10-06T14:00:00.000Z' };
    const { port } = hubOver([ok({ data: [LINE, late] })]);
    expect(await port.statement.list({ order: 'desc' }, page, {})).toMatchObject({ filteredHere: ['order'] });
  });
});

test('R1: an empty list beside the rows, a list that counts rows and brings none, entries that are no rows', async () => {
  const { port } = hubOver([
    ok({ holds: [], lines: [LINE], nextCursor: null }),
    ok({ data: [], total: 40 }),
    ok({ data: [LINE, 'x', null] }),
  ]);
  const read = () => port.statement.list({}, page, {});
  expect((await read()).items).toHaveLength(1);
  expect(await read()).toMatchObject({ items: [], unread: { rows: 40, fields: ['row'] } });
  expect(await read()).toMatchObject({ items: [{ id: 'ln_1' }], unread: { rows: 2, fields: ['row'] } });
});

test('R2: without a minus an amount is incoming only where the list was seen to write one', async () => {
  const row = { trigger: 'INTERNAL_TRANSFER', postedAt: LINE.postedAt };
  const plain = { ...row, id: 'plain', amount: 100 };
  const { port } = hubOver([
    ok({ data: [plain] }),
    ok({ data: [{ ...row, id: 'minus', amount: -100 }, plain] }),
    ok({ data: [plain] }),
    ok({ data: [{ ...plain, id: 'out', direction: 'OUT' }, plain] }),
    ok({ data: [plain] }),
  ]);
  const read = async () => {
    const { items, unread } = await port.statement.list({}, page, {});
    return [...items.map(({ amount, amountUnsigned }) => amount ?? `?${amountUnsigned}`), unread?.fields];
  };
  expect(await read()).toEqual(['?100', ['direction']]);
  expect(await read()).toEqual([-100, 100, undefined]);
  expect(await read()).toEqual([100, undefined]);
  // Money that went without one shows that it does not always.
  expect(await read()).toEqual([-100, '?100', ['direction']]);
  expect(await read()).toEqual(['?100', ['direction']]);
});

test('R2: outgoing lines told by a net amount with the way in its own field', async () => {
  const { id, trigger, postedAt } = LINE;
  const row = { id, trigger, postedAt, netAmount: 5200 };
  const { port } = hubOver([
    ok({
      data: [
        { ...row, direction: 'OUT' },
        { ...row, id: 'in', trigger: 'INTERNAL_TRANSFER', direction: 'IN' },
      ],
    }),
    ok({ data: [row] }),
  ]);
  const read = () => port.statement.list({}, page, {});
  expect(await read()).toMatchObject({ items: [{ amount: -5200 }, { amount: 5200 }] });
  // The first page showed that this list writes no minus: the type decides.
  expect(await read()).toMatchObject({
    items: [{ amount: -5200 }],
  });
});
