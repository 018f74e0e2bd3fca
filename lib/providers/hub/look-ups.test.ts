import { describe, expect, test } from 'vitest';
import { CHARGE, hubOver, no, ok, PAYOUT } from '#lib/providers/hub/testing/test-hub.ts';

describe('look-ups', () => {
  test('by id: none only where the provider says so itself', async () => {
    const missing = hubOver([no(404, 'WITHDRAW_NOT_FOUND')]);
    expect(await missing.port.withdrawals.find({ id: 'withdraw:x' }, {})).toBeNull();
    const route = hubOver([{ kind: 'status', status: 404, headers: {}, text: '<html>' }]);
    await expect(route.port.withdrawals.find({ id: 'x' }, {})).rejects.toMatchObject({ code: 'not_found' });
    const other = hubOver([ok(PAYOUT)]);
    expect(await other.port.withdrawals.find({ id: 'payment:x' }, {})).toBeNull();
    expect(other.requests).toHaveLength(0);
  });

  test('all that is given must hold', async () => {
    const { port } = hubOver([ok(PAYOUT)]);
    expect(await port.withdrawals.find({ id: 'wd_1', clientReference: 'w-1' }, {})).not.toBeNull();
    expect(await port.withdrawals.find({ id: 'wd_1', clientReference: 'w-2' }, {})).toBeNull();
  });

  test('of a charge by its reference ask the list, and judge its rows', async () => {
    const { port, requests } = hubOver([ok({ data: [{ ...CHARGE, externalRef: 'order-7' }, CHARGE] })]);
    expect(await port.charges.find({ clientReference: 'order-77' }, {})).toMatchObject({
      id: 'payment:chg_1',
    });
    expect(requests[0]?.query).toEqual({ limit: '100', externalRef: 'order-77' });
    const none = hubOver([ok({ data: [] })]);
    expect(await none.port.charges.find({ clientReference: 'order-77' }, {})).toBeNull();
  });

  test.each<[string, object]>([
    ['whose rows name no reference', { data: [{ id: 'x', amount: 2500, status: 'PAID' }] }],
    ['of which one row names none', { data: [CHARGE, { id: 'x', amount: 2500, status: 'PAID' }] }],
    ['with an entry that is no object', { data: ['chg_9'] }],
    ['that counts one and brings none', { total: 1, data: [] }],
  ])('a list filtered by reference %s proves nothing', async (_, answer) => {
    const { port } = hubOver([ok(answer)]);
    await expect(port.charges.find({ clientReference: 'order-9' }, {})).rejects.toMatchObject({
      code: 'not_supported',
    });
  });

  test('of a withdrawal by its reference or end-to-end id go through the newest', async () => {
    const { port, requests } = hubOver([
      ok({ data: [{ ...PAYOUT, id: 'a', externalRef: null, endToEndId: 'E9' }], nextCursor: 'c2' }),
      ok({ data: [PAYOUT], nextCursor: null }),
    ]);
    expect(await port.withdrawals.find({ clientReference: 'w-1' }, {})).toMatchObject({
      id: 'withdraw:wd_1',
    });
    expect(requests.map(({ query }) => query)).toEqual([{ limit: '100' }, { limit: '100', cursor: 'c2' }]);
    const ended = hubOver([ok({ data: [{ ...PAYOUT, endToEndId: 'E9' }] })]);
    expect(await ended.port.withdrawals.find({ clientReference: 'other' }, {})).toBeNull();
    expect(await ended.port.withdrawals.find({ endToEndId: 'E9' }, {})).not.toBeNull();
  });

  test.each([
    ['goes on', { data: [PAYOUT], nextCursor: 'more' }],
    ['names no references', { data: [{ id: 'x', amount: 1, status: 'CREATED' }] }],
  ])('prove nothing where the list %s', async (_, answer) => {
    let page = 0;
    const { port } = hubOver([
      () => {
        page += 1;
        const next = 'nextCursor' in answer ? { nextCursor: `c${page}` } : {};
        return ok({ data: Array.from({ length: 100 }, () => answer.data[0]), ...next });
      },
    ]);
    await expect(port.withdrawals.find({ clientReference: 'other' }, {})).rejects.toMatchObject({
      code: 'not_supported',
    });
  });
});
