import { beforeEach, describe, expect, it } from 'vitest';
import { listPayments } from '#lib/payments/server/list-payments.ts';
import { createCharge, createTransfer } from '#lib/payments/server/payment-operation.ts';
import {
  createPixKey,
  listPixKeys,
  removePixKey,
  setDefaultPixKey,
} from '#lib/payments/server/pix-key-operation.ts';
import { answerOf, withMoney } from '#lib/payments/server/testing/bench.ts';

const bench = withMoney();
const control = (action: string, more: object) => bench().simulator.control(action, { api: 'hub', ...more });
const all = { limit: 50 };

/** Document 2 shows how each is made, and no route that lists them. */
describe('R5: where the Hub answers no list of what was made', () => {
  beforeEach(async () => {
    await control('state', { rateLimits: false, quiet: true, dailyWithdrawLimit: null });
    for (const path of ['/transactions/payment', '/transactions/internal-transfer', '/transactions/pix-keys'])
      await control('fault', {
        ...{ kind: 'status', status: 404, errorCode: 'ROUTE_NOT_FOUND', count: null },
        ...{ method: 'GET', path },
      });
  });

  it('R5: charges and transfers made here are listed, by pages; a status is not filtered by', async () => {
    const ctx = bench().onHub();
    const payer = { name: 'Ana Souza', document: '123.456.789-09' };
    const made: (string | undefined)[] = [];
    for (const amount of [2_050, 3_050, 4_050])
      made.unshift((await answerOf(createCharge({ ctx, body: { amount, payer } }))).result?.payment?.id);
    const first = await listPayments(ctx, 'charges', { limit: 2 });
    expect(first).toMatchObject({ listed: false, total: null });
    const rest = await listPayments(ctx, 'charges', { limit: 2, cursor: first.nextCursor ?? '' });
    expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual(made);
    expect(first.items[0]).toMatchObject({ amount: 4_050, requestedBy: { id: ctx.operator.id } });
    const [reference] = first.items.map(({ clientReference }) => clientReference ?? '');
    const one = await listPayments(ctx, 'charges', { ...all, clientReference: reference });
    expect(one.items.map(({ id }) => id)).toEqual([made[0]]);
    // U3: amounts from and to, of what was made here as of what a service lists.
    const within = { ...all, amountFrom: 3_050, amountTo: 3_999 };
    expect((await listPayments(ctx, 'charges', within)).items.map(({ id }) => id)).toEqual([made[1]]);
    expect((await listPayments(ctx, 'charges', { ...all, amountFrom: 4_051 })).items).toEqual([]);
    await expect(listPayments(ctx, 'charges', { ...all, status: ['PENDING'] })).rejects.toMatchObject({
      code: 'invalid_request',
    });

    await answerOf(createTransfer({ ctx, body: { amount: 5_050, receiver: 'loja@example.com' } }));
    expect(await listPayments(ctx, 'transfers', all)).toMatchObject({
      listed: false,
      items: [{ amount: 5_050 }],
    });
  });

  it('R5: keys made here are listed, as they were changed here', async () => {
    const ctx = bench().onHub();
    const make = async () => {
      const { value } = await createPixKey({ ctx, body: { type: 'EVP' } });
      return (value as { result: { key: { id: string } } }).result.key.id;
    };
    const [one, two] = [await make(), await make()];
    await setDefaultPixKey({ ctx, id: two });
    expect(await listPixKeys({ ctx })).toMatchObject({
      listed: false,
      items: [
        { id: one, isDefault: false },
        { id: two, isDefault: true },
      ],
    });
    await removePixKey({ ctx, id: one });
    expect((await listPixKeys({ ctx })).items.map(({ id }) => id)).toEqual([two]);
  });
});
