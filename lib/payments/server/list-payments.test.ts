import { expect, test, vi } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { getDeposit } from '#lib/payments/server/list-payments.ts';
import { hubOver, no, ok } from '#lib/providers/hub/testing/test-hub.ts';
import type { ProviderPort } from '#lib/providers/port.ts';
import { reachFor } from '#lib/providers/reach.ts';

const DEPOSIT = {
  ...{ id: 'd1', method: 'PIX', amount: 5_000, serviceFee: 0, netAmount: 5_000, e2e: 'E1' },
  ...{ receiverPixKey: 'loja@example.test', paidAt: '2026-11-22T10:00:00Z' },
  payer: { name: 'Ana Souza', document: '12345678909' },
};
const audit = vi.fn(async () => undefined);
const ctxOf = (port: ProviderPort, ...permissions: string[]) =>
  ({
    account: { id: 'a' },
    ...reachFor(port),
    permissions: new Set(['read', ...permissions]),
    audit,
  }) as unknown as Ctx;

test('D: a deposit’s payer is masked by role, and in clear only where it is asked for and may be', async () => {
  const read = (reveal: boolean, ...permissions: string[]) =>
    getDeposit({ ctx: ctxOf(hubOver([ok(DEPOSIT)]).port, ...permissions), id: 'deposit:d1', reveal });
  const viewer = await read(false);
  expect(viewer).toMatchObject({ from: 'provider', payment: { netAmount: 5_000, endToEndId: 'E1' } });
  expect(JSON.stringify(viewer)).not.toContain('12345678909');
  expect(JSON.stringify(viewer)).not.toContain('Ana Souza');
  expect(audit).not.toHaveBeenCalled();
  await expect(read(true)).rejects.toMatchObject({ code: 'forbidden' });
  expect((await read(true, 'reveal')).payment.payer).toMatchObject({ document: '12345678909' });
  expect(audit).toHaveBeenCalledWith({ action: 'deposit.reveal', target: 'deposit:d1' });
});

test('D: where no route reads a deposit, its line of the statement tells of it', async () => {
  const absent = () =>
    Promise.reject(
      new GuicheError('not_supported', 'no such route', {
        provider: { code: 'ROUTE_NOT_FOUND', message: null, requestId: null, status: 404 },
      }),
    );
  const line = {
    id: 'l1',
    transactionId: 'deposit:d1',
    type: 'DEPOSIT',
    amount: 900,
    gross: 1_000,
    fee: 100,
  };
  const readStatement = vi.fn(async () => ({
    items: [
      {
        ...line,
        counterparty: { name: null, document: null, pixKey: null },
        ...{ createdAt: null, postedAt: 'x', other: {} },
      },
    ],
  }));
  const port = {
    kind: 'hub',
    deposits: { get: absent },
    statement: { list: readStatement },
  } as unknown as ProviderPort;
  const found = await getDeposit({ ctx: ctxOf(port), id: 'deposit:d1' });
  expect(found).toMatchObject({ from: 'statement', payment: { id: 'deposit:d1', amount: 1_000, fee: 100 } });
  expect(readStatement.mock.calls[0]).toMatchObject([{ transactionId: 'deposit:d1' }, {}, {}]);
  await expect(getDeposit({ ctx: ctxOf(port), id: 'deposit:d2' })).rejects.toMatchObject({
    code: 'not_found',
  });
  const refused = hubOver([no(404, 'DEPOSIT_NOT_FOUND')]).port;
  await expect(getDeposit({ ctx: ctxOf(refused), id: 'deposit:d1' })).rejects.toMatchObject({
    code: 'not_found',
  });
});
