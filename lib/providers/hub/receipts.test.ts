import { describe, expect, test } from 'vitest';
import type { HttpOutcome } from '#lib/core/http/request.ts';
import { CHARGE, hubOver, no, ok, TOKEN } from '#lib/providers/hub/testing/test-hub.ts';
import { capabilitiesIn } from '#lib/providers/registry.ts';

const PDF = Buffer.from('%PDF-1.4 a receipt');
const base64 = PDF.toString('base64');
const bare = (status: number): HttpOutcome => ({ kind: 'status', status, headers: {}, text: '' });

describe('a receipt', () => {
  test.each<[string, 'charge' | 'withdrawal', string, string]>([
    ['a charge', 'charge', 'payment:a/b', 'GET /transactions/payment/a/b/receipt'],
    ['a deposit', 'charge', 'deposit:d1', 'GET /transactions/deposit/d1/receipt'],
    ['a withdrawal', 'withdrawal', 'withdraw:w1', 'GET /transactions/withdraw/w1/receipt'],
    ['an id without its kind', 'withdrawal', 'w1', 'GET /transactions/withdraw/w1/receipt'],
    ['a charge, whatever was asked for', 'withdrawal', 'payment:p', 'GET /transactions/payment/p/receipt'],
  ])('of %s', async (_, kind, id, line) => {
    const { port, requests } = hubOver([ok({ base64 })]);
    const file = await port.receipt(kind, id, {});
    expect(file.mimeType).toBe('application/pdf');
    expect(Buffer.from(file.bytes).equals(PDF)).toBe(true);
    expect(requests.map((one) => one.line)).toEqual([line]);
  });

  test('R11: stands where its charge was found, and is asked for there first', async () => {
    const at = '/transactions/charges';
    const there: Record<string, HttpOutcome> = {
      [`GET ${at}`]: ok({ data: [CHARGE], nextCursor: null }),
      [`GET ${at}/chg_1/receipt`]: ok({ base64 }),
    };
    const having = () => hubOver([({ line }) => there[line] ?? no(404, 'ROUTE_NOT_FOUND')]);
    const { port, requests } = having();
    await port.charges.list({}, { limit: 5, position: null }, {});
    expect(await port.receipt('charge', 'payment:chg_1', {})).toMatchObject({ mimeType: 'application/pdf' });
    expect(requests.at(-1)?.line).toBe(`GET ${at}/chg_1/receipt`);
    expect(requests.filter(({ line }) => line.endsWith('receipt'))).toHaveLength(1);
    const unread = having();
    expect(await unread.port.receipt('charge', 'payment:chg_1', {})).toMatchObject({
      mimeType: 'application/pdf',
    });
  });

  test('R11: that is nowhere says nothing of where charges are', async () => {
    const { port } = hubOver([
      ({ line }) =>
        line === 'GET /transactions/charges'
          ? ok({ data: [CHARGE], nextCursor: null })
          : no(404, 'ROUTE_NOT_FOUND'),
    ]);
    await expect(port.receipt('charge', 'payment:chg_1', {})).rejects.toMatchObject({
      code: 'not_supported',
    });
    expect((await port.charges.list({}, { limit: 5, position: null }, {})).items).toHaveLength(1);
  });

  test('of a transfer', async () => {
    const { port, requests } = hubOver([
      ok({ data: { fileBase64: `data:application/pdf;base64,${base64}` } }),
    ]);
    expect(await port.transfers.receipt?.('transfer:t1', {})).toMatchObject({ mimeType: 'application/pdf' });
    expect(requests[0]?.line).toBe('GET /transactions/internal-transfer/t1/receipt');
  });

  test.each<[string, HttpOutcome, object]>([
    [
      'not ready yet',
      no(422, 'RECEIPT_MISSING_END_TO_END'),
      { status: 422, details: { provider: { code: 'RECEIPT_MISSING_END_TO_END' } } },
    ],
    ['no such payment', no(404, 'PAYMENT_NOT_FOUND'), { code: 'not_found' }],
    ['no such route', bare(404), { code: 'not_supported' }],
    ['a route that takes no GET', bare(405), { code: 'not_supported' }],
    ['no PDF', ok({ url: 'https://elsewhere.example/r.pdf' }), { code: 'provider_unreadable' }],
  ])('that there is not: %s', async (_, answer, error) => {
    const { port } = hubOver([answer]);
    await expect(port.receipt('charge', 'payment:p', {})).rejects.toMatchObject(error);
  });

  test.each<[string, string[]]>([
    ['PAYMENT_READ', ['receipts', 'receipts-charges']],
    ['DEPOSIT_READ', ['receipts', 'receipts-deposits']],
    ['WITHDRAW_READ', ['receipts', 'receipts-withdrawals']],
    ['INTERNAL_TRANSFER_READ', ['receipts-transfers']],
    ['STATEMENT_READ', []],
  ])('needs its own scope: %s', async (scope, capabilities) => {
    const { port } = hubOver([ok({ available: 1 })], {}, [ok({ ...TOKEN, scope })]);
    await port.balance({});
    expect(capabilitiesIn(port).filter((one) => one.startsWith('receipts'))).toEqual(capabilities);
  });
});
