import { expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { createCardCharge } from '#lib/card/server/create-card-charge.ts';
import { getCardCharge } from '#lib/card/server/list-card-charges.ts';
import { reverseCardCharge } from '#lib/card/server/reversal-operation.ts';
import { answerOf, withMoney } from '#lib/payments/server/testing/bench.ts';
import { faultWorld } from '#lib/payments/server/testing/fault-kinds.ts';
import type { CardCharge } from '#lib/providers/card-records.ts';

const bench = withMoney({ transactions: 100 });

async function charged(ctx: Ctx): Promise<string> {
  const card = { number: '4111111111111111', holder: 'ANA SOUZA', expiration: '07/2031', cvv: '739' };
  const made = await answerOf(
    createCardCharge({
      ctx,
      body: {
        ...{ amount: 4_200, installments: 1, authenticate: false, card },
        customer: { name: 'Ana Souza', document: '529.982.247-25', email: 'ana@exemplo.com.br' },
        cart: [{ name: 'Caderno', quantity: 2, sku: 'CAD-1', unitPrice: 2_100 }],
      },
    }),
  );
  return made.result?.charge?.id ?? '';
}

test('M2: a reversal that ended since the read, or that the read does not show yet, refuses the next', async () => {
  const ctx = (await faultWorld(bench())).clean('card');
  const id = await charged(ctx);
  const { card } = ctx.port;
  if (card === undefined) throw new Error('No card.');
  const reads: ((charge: CardCharge) => void)[] = [];
  const get = () => new Promise<CardCharge>((answer) => void reads.push(answer));
  const slow: Ctx = { ...ctx, port: { ...ctx.port, card: { ...card, charges: { ...card.charges, get } } } };
  const reverse = (who: Ctx) => answerOf(reverseCardCharge({ ctx: who, id, body: { amount: 1_200 } }));
  const request = () => reverse(slow).catch((error: unknown) => error);

  const before = await card.charges.get(id, {});
  const second = request();
  await expect.poll(() => reads.length).toBe(1);
  expect((await reverse(ctx)).operation.state).toBe('confirmed');
  // Its answer would be lost, and the first reversal taken for it.
  await bench().simulator.control('fault', { api: 'card', kind: 'reset', method: 'PUT' });
  reads[0]?.(before);
  expect(await second, 'ended since the read').toMatchObject({ code: 'conflict' });
  const third = request();
  await expect.poll(() => reads.length).toBe(2);
  reads[1]?.(before);
  expect(await third, 'a read that lags').toMatchObject({ code: 'conflict' });
  expect((await getCardCharge({ ctx, id })).charge.refundedAmount).toBe(1_200);
});
