import { describe, expect, test } from 'vitest';
import type { HttpOutcome } from '#lib/core/http/request.ts';
import { hubOver, no, ok } from '#lib/providers/hub/testing/test-hub.ts';

const DISPUTE = {
  id: 'dsp_1',
  protocol: 'prot-1',
  type: 'REFUND_REQUEST',
  status: 'OPEN',
  reportedBy: 'DEBITED_PARTICIPANT',
  reportDetails: 'não reconheço',
  analysisResult: null,
  analysisDetails: null,
  endToEndId: 'E1',
  blockedAmount: 2500,
  feeCharged: 0,
  settledAmount: 0,
  reportedAt: '2026-10-06T10:00:00.000Z',
  dueAt: '2026-10-13T10:00:00.000Z',
  closedAt: null,
};

test('one, by its protocol, which is its id', async () => {
  const { port, requests } = hubOver([ok({ data: { ...DISPUTE, paymentId: 'pay_1' } })]);
  const { infraction, raw } = await port.disputes.get('prot-1', {});
  expect(infraction).toMatchObject({
    id: 'prot-1',
    protocol: 'prot-1',
    status: 'OPEN',
    type: 'REFUND_REQUEST',
    reason: 'não reconheço',
    amount: 2500,
    transactionId: 'payment:pay_1',
    endToEndId: 'E1',
    openedAt: '2026-10-06T10:00:00.000Z',
    deadline: '2026-10-13T10:00:00.000Z',
    payer: { name: null },
    defenses: [],
    other: { id: 'dsp_1', feeCharged: 0, settledAmount: 0 },
  });
  expect(raw).toMatchObject({ data: { id: 'dsp_1' } });
  expect(requests[0]?.line).toBe('GET /transactions/infractions/prot-1');
});

test.each<[string, object, object]>([
  [
    'other spellings',
    { disputeId: 'd', state: 'NEW_WORD', amount: '9', deadline: '2026-10-13', opened_at: 1790000000 },
    { id: 'd', protocol: null, status: 'NEW_WORD', amount: 9, deadline: '2026-10-13T00:00:00.000Z' },
  ],
  ['sparse', { protocol: 'p', status: null }, { id: 'p', status: null, amount: null, deadline: null }],
  ['a deposit', { protocol: 'p', depositId: 'dp' }, { transactionId: 'deposit:dp' }],
])('%s', async (_, row, infraction) => {
  const { port } = hubOver([ok({ data: [row, { status: 'without an id' }] })]);
  const { items, unread } = await port.disputes.list({ page: 1, limit: 50 }, {});
  expect(items).toMatchObject([infraction, { id: expect.stringMatching(/^no-id-/) }]);
  expect(unread?.fields).toContain('id');
});

describe('R4: without a route of one', () => {
  const list = ok({ data: [DISPUTE], nextCursor: null });
  const LIST = 'GET /transactions/infractions';
  test.each<[string, HttpOutcome]>([
    ['said by its code', no(404, 'ROUTE_NOT_FOUND')],
    ['said by nothing but the status', { kind: 'status', status: 404, headers: {}, text: '' }],
    ['said by a page', { kind: 'status', status: 404, headers: {}, text: '<html>404</html>' }],
  ])('nothing is said of the dispute: %s', async (_, answer) => {
    const { port } = hubOver([({ line }) => (line === LIST ? list : answer)]);
    await expect(port.disputes.get('prot-1', {})).rejects.toMatchObject({ code: 'not_supported' });
    expect((await port.disputes.list({ page: 1, limit: 5 }, {})).items).toHaveLength(1);
  });

  test('that there is none is the service’s own word', async () => {
    const { port } = hubOver([no(404, 'INFRACTION_NOT_FOUND')]);
    await expect(port.disputes.get('prot-1', {})).rejects.toMatchObject({ code: 'not_found' });
  });

  test('R11: it is found elsewhere, and asked there from then on', async () => {
    const at = 'GET /transactions/disputes/prot-1';
    const { port, requests } = hubOver([
      ({ line }) => (line === at ? ok(DISPUTE) : no(404, 'ROUTE_NOT_FOUND')),
    ]);
    expect((await port.disputes.get('prot-1', {})).infraction.id).toBe('prot-1');
    const before = requests.length;
    await port.disputes.get('prot-1', {});
    expect(requests.slice(before).map(({ line }) => line)).toEqual([at]);
  });
});

test('are not defended here', async () => {
  const { port } = hubOver([no(500, 'X_Y')]);
  expect(port.disputes.defend).toBeUndefined();
  expect(await port.disputes.defenses('prot-1', {})).toBeNull();
});

describe('pages by number', () => {
  /** A living list of ids, by cursor: what stands after an id. */
  function living(ids: string[]) {
    return hubOver([
      ({ query }) => {
        const begin = query.cursor === undefined ? 0 : ids.indexOf(query.cursor) + 1;
        const shown = ids.slice(begin, begin + Number(query.limit));
        const last = shown.at(-1);
        const nextCursor = last === undefined || last === ids.at(-1) ? null : last;
        return ok({ data: shown.map((protocol) => ({ ...DISPUTE, protocol })), nextCursor });
      },
    ]);
  }
  const idsOf = (page: { items: { id: string }[] }) => page.items.map(({ id }) => id);

  test('one after another cost a call each, and the last says so', async () => {
    const { port, requests } = living(['a', 'b', 'c', 'd', 'e']);
    const pages = [];
    for (const page of [1, 2, 3]) pages.push(await port.disputes.list({ page, limit: 2 }, {}));
    expect(pages.map(idsOf)).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
    expect(pages.map(({ more }) => more)).toEqual([true, true, false]);
    expect(requests).toHaveLength(3);
    expect(await port.disputes.list({ page: 4, limit: 2 }, {})).toMatchObject({ items: [], more: false });
  });

  test('a later one is walked to', async () => {
    const { port, requests } = living(['a', 'b', 'c', 'd', 'e']);
    expect(idsOf(await port.disputes.list({ page: 3, limit: 2 }, {}))).toEqual(['e']);
    expect(requests).toHaveLength(3);
  });

  test('a list that grew is neither cut nor mixed', async () => {
    const ids = ['a', 'b', 'c', 'd', 'e'];
    const { port } = living(ids);
    for (const page of [1, 2, 3]) await port.disputes.list({ page, limit: 2 }, {});
    ids.unshift('y', 'z', 'x');
    const seen: string[] = [];
    for (const page of [1, 2, 3, 4]) seen.push(...idsOf(await port.disputes.list({ page, limit: 2 }, {})));
    expect(seen).toEqual(ids);
  });
});
