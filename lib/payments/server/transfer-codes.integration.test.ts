import { beforeAll, expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { refusalOf } from '#lib/api/testing/calls.ts';
import { sealed } from '#lib/core/pix/testing/write-code.ts';
import { approveOperation } from '#lib/operations/server/approve.ts';
import { showReceiver } from '#lib/operations/server/get-approval.ts';
import { readPayment } from '#lib/payments/server/list-payments.ts';
import { createCharge, createTransfer } from '#lib/payments/server/payment-operation.ts';
import { decodeCode } from '#lib/payments/server/receiver.ts';
import { answerOf, type Person, rowOf, withMoney } from '#lib/payments/server/testing/bench.ts';
import type { DecodedCode } from '#lib/providers/money-records.ts';

const bench = withMoney();
const PATH = '/transactions/internal-transfer';
/** It fixes R$ 200.50 and names this key. */
const KEY = 'loja@example.com';
const FIXED =
  '00020126380014br.gov.bcb.pix0116loja@example.com5204000053039865406200.505802BR5910Loja Norte6009SAO PAULO62140510PEDIDO4829630475F6';
const AMOUNT = 20_050;

beforeAll(() => bench().simulator.control('state', { api: 'hub', rateLimits: false, quiet: true }));
const on = (who: Person, settings = {}) => bench().onHub(who, settings);
const left = async () => {
  const { data } = (await bench().readHub(`${PATH}?limit=100`)) as {
    data: { amount: number; externalRef: string | null; pixKey?: string }[];
  };
  return data.filter((one) => one.externalRef?.startsWith('gch_'));
};

test('D: a code as destination of a transfer goes to its key, with the amount that was shown', async () => {
  const { code, lookup } = await decodeCode({ ctx: on('marina'), body: { code: FIXED } });
  expect(code).toMatchObject({ amount: AMOUNT, amountEditable: false });
  const body = { amount: AMOUNT, receiver: ` ${FIXED.replace('Loja Norte', 'Loja\nNorte')} `, lookup };
  const { operation } = await answerOf(createTransfer({ ctx: on('marina'), body }));
  expect(operation.state).toBe('confirmed');
  const row = await rowOf(operation.id);
  expect(row.amount).toBe(AMOUNT);
  expect(row.intent).toMatchObject({ receiver: 'l***@e***.com', receiverName: expect.any(String) });
  expect(await left()).toEqual([expect.objectContaining({ amount: AMOUNT, pixKey: KEY })]);
});

test('D: a code that fixes another amount, is broken or names no key is refused at its field', async () => {
  const before = await left();
  const requestTransfer = (receiver: string, amount: number) =>
    refusalOf(createTransfer({ ctx: on('marina'), body: { amount, receiver } }));
  const at = (field: string, message: string) => ({ details: { fields: [{ field, message }] } });
  expect(await requestTransfer(FIXED, AMOUNT - 1)).toMatchObject(at('amount', 'amount_fixed'));
  expect(await requestTransfer(`${FIXED.slice(0, -1)}0`, AMOUNT)).toMatchObject(at('code', 'code_broken'));
  const foreign = sealed(FIXED.slice(0, -8).replace('5802BR', '5802AR'));
  expect(await requestTransfer(`\u200b${foreign}`, AMOUNT)).toMatchObject(at('code', 'code_country'));
  const payer = { name: 'Ana Souza', document: '123.456.789-09' };
  const charge = await answerOf(createCharge({ ctx: on('marina'), body: { amount: AMOUNT, payer } }));
  const { qrCodeText } = await readPayment(on('marina'), 'charges', { id: charge.result?.payment?.id ?? '' });
  expect(await requestTransfer(qrCodeText ?? '', AMOUNT)).toMatchObject(at('receiver', 'code_without_key'));
  expect(await left()).toEqual(before);
});

test('D: approved later, its code is read again: another key or amount is not sent', async () => {
  const settings = { approvalAbove: '1000' };
  const before = await left();
  const waiting = async () => {
    const body = { amount: AMOUNT, receiver: FIXED };
    const answer = await answerOf(createTransfer({ ctx: on('marina', settings), body }));
    expect(answer.operation.state).toBe('awaiting_approval');
    return answer.operation.id;
  };
  for (const now of [{ amount: AMOUNT + 1 }, { key: 'outra@example.com' }]) {
    const changed = await waiting();
    const ctx = reading(on('otto'), now);
    expect(await refusalOf(approveOperation({ ctx, id: changed }))).toMatchObject({ code: 'code_changed' });
    expect(await rowOf(changed)).toMatchObject({ state: 'rejected', reason: 'never_sent', attempts: 0 });
  }
  expect(await left()).toEqual(before);
  const id = await waiting();
  const { receiver } = await showReceiver({ ctx: on('otto'), id });
  expect(receiver).toMatchObject({ key: KEY, name: expect.any(String) });
  await answerOf(approveOperation({ ctx: on('otto'), id }));
  expect(await left()).toHaveLength(before.length + 1);
});

/** The same caller whose provider now reads the code so. */
function reading(ctx: Ctx, now: Partial<DecodedCode>): Ctx {
  const { decodeCode: read } = ctx.port;
  if (read === undefined) throw new Error('The Hub reads codes.');
  return {
    ...ctx,
    port: { ...ctx.port, decodeCode: async (...args) => ({ ...(await read(...args)), ...now }) },
  };
}
