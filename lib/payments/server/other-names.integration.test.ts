import { beforeAll, expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { createCardCharge } from '#lib/card/server/create-card-charge.ts';
import { getCardCharge } from '#lib/card/server/list-card-charges.ts';
import { deactivateRecurrence, setRecurrenceAmount } from '#lib/card/server/recurrences.ts';
import { reverseCardCharge } from '#lib/card/server/reversal-operation.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { createPixKey, listPixKeys, removePixKey } from '#lib/payments/server/pix-key-operation.ts';
import { createRefund, getRefundState } from '#lib/payments/server/refunds.ts';
import { answerOf, rowOf, withMoney } from '#lib/payments/server/testing/bench.ts';
import { type FaultWorld, faultWorld } from '#lib/payments/server/testing/fault-kinds.ts';
import { reachFor } from '#lib/providers/reach.ts';

/** M1, its siblings: what a service takes by several names is one thing, whichever of them stands in the address. */

const bench = withMoney({ transactions: 100 });
let world: FaultWorld;
beforeAll(async () => {
  world = await faultWorld(bench());
});

const lose = (api: 'pix' | 'hub' | 'card', method: string) =>
  bench().simulator.control('fault', { api, kind: 'reset', method });
const conflict = (operationId: string) => ({ code: 'conflict', details: { operationId } });

test('a Pix account’s refund, by the transaction’s id and by its end-to-end id', async () => {
  const ctx = world.clean('pix');
  const id = await bench().paid(10_000);
  const { refunds } = ctx.port;
  if (refunds === undefined) throw new Error('No refunds.');
  // A service that takes the end-to-end id too.
  const state: typeof refunds.state = (requestedId, call) =>
    refunds.state(requestedId === 'E2E' ? id : requestedId, call);
  const wide: Ctx = { ...ctx, port: { ...ctx.port, refunds: { ...refunds, state } } };
  await lose('pix', 'POST');
  const lost = await answerOf(createRefund({ ctx: wide, id: 'E2E', body: { amount: 2_000 } }));
  expect(lost.operation.state).toBe('unknown');
  await expect(createRefund({ ctx: wide, id, body: { amount: 3_000 } })).rejects.toMatchObject(
    conflict(lost.operation.id),
  );
  expect(await rowOf(lost.operation.id)).toMatchObject({
    target: id,
    names: expect.arrayContaining([id, 'E2E']),
  });
});

test('the Hub’s deposit, by its id and by the one in webhooks', async () => {
  const ctx = world.clean('hub');
  const made = await bench().simulator.control('deposit', { api: 'hub', amount: 10_000 });
  const { id, depositId } = made.deposit as { id: string; depositId: string };
  expect(depositId).not.toBe(id);
  // The token is fetched by a POST too: it is there before one is lost.
  await getRefundState({ ctx, id: `deposit:${id}` });
  await lose('hub', 'POST');
  const lost = await answerOf(createRefund({ ctx, id: `deposit:${depositId}`, body: { amount: 2_000 } }));
  expect(lost.operation.state).toBe('unknown');
  for (const other of [`deposit:${id}`, depositId])
    await expect(createRefund({ ctx, id: other, body: { amount: 3_000 } })).rejects.toMatchObject(
      conflict(lost.operation.id),
    );
});

test.each(['no id of it', 'nothing'])(
  'a payment of which the read tells %s is refunded by the id that it was asked by',
  async (reports) => {
    const ctx = world.clean('pix');
    const id = await bench().paid(10_000);
    const { refunds } = ctx.port;
    if (refunds === undefined) throw new Error('No refunds.');
    const state: typeof refunds.state = async (requestedId, call) => {
      if (reports === 'nothing') throw new GuicheError('not_supported', 'No such route here.');
      return { ...(await refunds.state(requestedId, call)), paymentId: null, names: [] };
    };
    const scarce: Ctx = { ...ctx, ...reachFor({ ...ctx.port, refunds: { ...refunds, state } }) };
    await lose('pix', 'POST');
    const lost = await answerOf(createRefund({ ctx: scarce, id, body: { amount: 2_000 } }));
    expect(await rowOf(lost.operation.id)).toMatchObject({ state: 'unknown', target: id, names: [id] });
    // By whatever reads name it later.
    for (const by of [scarce, ctx])
      await expect(createRefund({ ctx: by, id, body: { amount: 3_000 } })).rejects.toMatchObject(
        conflict(lost.operation.id),
      );
  },
);

test('a payment that the provider does not have is not refunded', async () => {
  const ctx = world.clean('pix');
  await expect(createRefund({ ctx, id: 'missing', body: { amount: 2_000 } })).rejects.toMatchObject({
    code: 'not_found',
  });
});

const card = { number: '4111111111111111', holder: 'ANA SOUZA', expiration: '07/2031', cvv: '739' };
const charged = async (ctx: Ctx, more: object = {}) => {
  const { result } = await answerOf(
    createCardCharge({
      ctx,
      body: {
        ...{ amount: 4_200, installments: 1, authenticate: false, card },
        customer: { name: 'Ana Souza', document: '529.982.247-25', email: 'ana@exemplo.com.br' },
        cart: [{ name: 'Caderno', quantity: 2, sku: 'CAD-1', unitPrice: 2_100 }],
        ...more,
      },
    }),
  );
  return result?.charge as unknown as { id: string; externalId: string; recurrenceId: string };
};

test('a card charge’s reversal, by its id and by its external id', async () => {
  const ctx = world.clean('card');
  const { id, externalId } = await charged(ctx);
  const { card: port } = ctx.port;
  if (port === undefined) throw new Error('No card.');
  const get: typeof port.charges.get = (requestedId, call) =>
    port.charges.get(requestedId === externalId ? id : requestedId, call);
  const wide: Ctx = { ...ctx, port: { ...ctx.port, card: { ...port, charges: { ...port.charges, get } } } };
  await lose('card', 'PUT');
  const lost = await answerOf(reverseCardCharge({ ctx: wide, id: externalId, body: { amount: 1_200 } }));
  expect(lost.operation.state).toBe('unknown');
  await expect(reverseCardCharge({ ctx: wide, id, body: { amount: 1_000 } })).rejects.toMatchObject(
    conflict(lost.operation.id),
  );
  expect((await getCardCharge({ ctx, id })).charge.refundedAmount ?? 0).toBe(0);
});

test('a recurrence’s changes, by its id and by another', async () => {
  const ctx = world.clean('card');
  const { recurrenceId: id } = await charged(ctx, { recurrence: { interval: 'Monthly' } });
  const { card: port } = ctx.port;
  if (port === undefined) throw new Error('No card.');
  const real = (requestedId: string) => (requestedId === 'other' ? id : requestedId);
  const { recurrences } = port;
  const get: typeof recurrences.get = (requestedId, call) => recurrences.get(real(requestedId), call);
  const wide: Ctx = {
    ...ctx,
    port: { ...ctx.port, card: { ...port, recurrences: { ...recurrences, get } } },
  };
  await lose('card', 'PUT');
  const lost = await answerOf(setRecurrenceAmount({ ctx: wide, id: 'other', amount: 5_100 }));
  expect(lost.operation.state).toBe('unknown');
  await expect(setRecurrenceAmount({ ctx: wide, id, amount: 5_200 })).rejects.toMatchObject(
    conflict(lost.operation.id),
  );
  await lose('card', 'PUT');
  const stopping = await answerOf(deactivateRecurrence({ ctx: wide, id }));
  await expect(deactivateRecurrence({ ctx: wide, id: 'other' })).rejects.toMatchObject(
    conflict(stopping.operation.id),
  );
});

test('a Pix key’s removal, by its id and by the key', async () => {
  const ctx = world.clean('hub');
  const { result } = await answerOf(createPixKey({ ctx, body: { type: 'EVP' } }));
  const id = result?.key?.id ?? '';
  const key = (await listPixKeys({ ctx })).items.find((one) => one.id === id)?.key ?? '';
  await lose('hub', 'DELETE');
  const lost = await answerOf(removePixKey({ ctx, id }));
  expect(lost.operation.state).toBe('unknown');
  await expect(removePixKey({ ctx, id: key })).rejects.toMatchObject(conflict(lost.operation.id));
});
