import { expect, test, vi } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { factsOf, txidOf } from '#lib/disputes/server/facts.ts';
import type { ProviderPort } from '#lib/providers/port.ts';
import { reachFor } from '#lib/providers/reach.ts';

test.each([
  [
    '00020126330014br.gov.bcb.pix0111529982247255204000053039865802BR5903ANA6009SAO PAULO62140510PEDIDO461263041234',
    'PEDIDO4612',
  ],
  // A value that looks like the field is none.
  ['0002010112620510PEDIDO6207050312363041234', '123'],
  ['00020162070503***63041234', null],
  ['00020163041234', null],
  ['not a code', null],
  [null, null],
])('txid of %s', (code, txid) => {
  expect(txidOf(code)).toBe(txid);
});

const INFRACTION = { id: 'd1', transactionId: 't1', endToEndId: 'E1', protocol: 'p', payer: {} } as never;

function ctxOf(id: string, get: () => Promise<unknown>, signal?: AbortSignal): Ctx {
  const transactions = { get, list: () => Promise.reject(new Error('not requested')) };
  const port = { transactions } as unknown as ProviderPort;
  return { account: { id }, ...reachFor(port, signal) } as unknown as Ctx;
}

test('M14: facts that could not be read are read again, those that could are cached a while', async () => {
  const transaction = { amount: null, paidAt: null, payer: {}, clientReference: 'ref', qrCodeText: null };
  const get = vi
    .fn()
    .mockRejectedValueOnce(new Error('time-out'))
    .mockResolvedValue({ transaction, deliveries: [] });
  const names = async () => (await factsOf(ctxOf('cached', get), INFRACTION)).map(({ name }) => name);
  expect(await names()).not.toContain('reference');
  expect(await names()).toContain('reference');
  expect(await names()).toContain('reference');
  expect(get).toHaveBeenCalledTimes(2);
});

test('M14: a reading that others share does not end with the caller who began it', async () => {
  const gone = new AbortController();
  const get = vi.fn(async (_id: string, call: { signal?: AbortSignal }) => {
    gone.abort(new Error('gone'));
    call.signal?.throwIfAborted();
    const transaction = { amount: null, paidAt: null, payer: {}, clientReference: 'ref', qrCodeText: null };
    return { transaction, deliveries: [] };
  });
  const first = factsOf(ctxOf('shared', get as never, gone.signal), INFRACTION);
  const second = factsOf(ctxOf('shared', get as never), INFRACTION);
  expect((await second).map(({ name }) => name)).toContain('reference');
  expect(await first).toEqual(await second);
  expect(get).toHaveBeenCalledTimes(1);
});
