import { expect, test } from 'vitest';
import { hubOver, no, ok } from '#lib/providers/hub/testing/test-hub.ts';

const DEPOSIT = {
  id: 'dp_1',
  method: 'PIX',
  amount: 10_000,
  serviceFee: 90,
  netAmount: 9_910,
  e2e: 'E00000000202611220000demo0000001',
  receiverPixKey: 'loja@example.test',
  paidAt: '2026-11-22T10:00:00.000Z',
  createdAt: '2026-11-22T10:00:00.000Z',
  refundedAmount: 500,
  refundInProgressAmount: 0,
  refundableAmount: 9_500,
  openInfractionProtocol: null,
};

test('D: a deposit is read with its net amount, end-to-end id, key and what was given back', async () => {
  const { port, requests } = hubOver([ok(DEPOSIT)]);
  expect(await port.deposits.get('deposit:dp_1', {})).toMatchObject({
    ...{ id: 'deposit:dp_1', status: 'COMPLETED', amount: 10_000, fee: 90, netAmount: 9_910 },
    ...{ endToEndId: DEPOSIT.e2e, refundAmount: 500, refundableAmount: 9_500 },
    other: { receiverPixKey: 'loja@example.test' },
  });
  expect(requests[0]?.line).toBe('GET /transactions/deposit/dp_1');
});

test('D: an id of another kind is no deposit, and nobody is asked', async () => {
  const { port, requests } = hubOver([no(404, 'DEPOSIT_NOT_FOUND')]);
  await expect(port.deposits.get('payment:p', {})).rejects.toMatchObject({ code: 'not_found' });
  expect(requests).toEqual([]);
  await expect(port.deposits.get('dp', {})).rejects.toMatchObject({ code: 'not_found' });
});
