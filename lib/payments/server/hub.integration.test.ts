import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { db } from '#lib/data/client.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { repeatOperation } from '#lib/operations/server/approve.ts';
import { lookUpOperation } from '#lib/operations/server/look-up.ts';
import { getLimits, getMetrics, getPaymentRules } from '#lib/payments/server/get-figures.ts';
import { getQrCode, listPayments, lookUpPayment } from '#lib/payments/server/list-payments.ts';
import {
  createCharge,
  createCodePayment,
  createTransfer,
  createWithdrawal,
} from '#lib/payments/server/payment-operation.ts';
import {
  createPixKey,
  listPixKeys,
  removePixKey,
  setDefaultPixKey,
} from '#lib/payments/server/pix-key-operation.ts';
import { createRefund, getRefundState } from '#lib/payments/server/refunds.ts';
import {
  type Answer,
  answerOf,
  longAbsent,
  resolve,
  rowOf,
  withMoney,
} from '#lib/payments/server/testing/bench.ts';

const bench = withMoney();
let ctx: Ctx;
/** The cents decide what the simulator does with a payment: 50 is plain. */
let amount = 2_050;

const control = (action: string, more: object) => bench().simulator.control(action, { api: 'hub', ...more });

beforeAll(() => control('state', { rateLimits: false, quiet: true, dailyWithdrawLimit: null }));
beforeEach(() => {
  ctx = bench().onHub();
  amount += 100;
});

const referenceOf = async ({ operation }: Answer) => (await rowOf(operation.id)).clientReference ?? '';
const fault = (kind: string, path: string, more: object = {}) =>
  control('fault', { kind, method: 'POST', path, ...more });
const posts = (path: string) => bench().calls('POST', path);
/** Too late for the product to send it again by itself. */
const older = (id: string) =>
  db()
    .update(operations)
    .set({ sentAt: new Date(Date.now() - 61_000) })
    .where(eq(operations.id, id));
/** Made by the product, of this amount: the simulator's world has others. */
const paymentsOf = async (path: string, of: number) => {
  const { data } = (await bench().readHub(`${path}?limit=100`)) as {
    data: { amount: number; externalRef: string | null }[];
  };
  return data.filter((one) => one.amount === of && one.externalRef?.startsWith('gch_'));
};

const payer = { name: 'Ana Souza', document: '123.456.789-09' };
const CODE =
  '00020126370014br.gov.bcb.pix0115ana@example.com5204000053039865802BR5909Ana Souza6009SAO PAULO62150511PEDIDO482916304BC9D';
const FORMS = [
  [
    'a withdrawal',
    '/transactions/withdraw',
    '/transactions/withdraw',
    () =>
      answerOf(createWithdrawal({ ctx, body: { amount, pixKey: 'ana@example.com', pixKeyType: 'email' } })),
  ],
  [
    'a payment of a code',
    '/transactions/pix/qr-payments',
    '/transactions/withdraw',
    () => answerOf(createCodePayment({ ctx, body: { code: CODE, amount } })),
  ],
  [
    'a transfer',
    '/transactions/internal-transfer',
    '/transactions/internal-transfer',
    () => answerOf(createTransfer({ ctx, body: { amount, receiver: 'loja@example.com' } })),
  ],
  [
    'a charge',
    '/transactions/payment',
    '/transactions/payment',
    () => answerOf(createCharge({ ctx, body: { amount, payer } })),
  ],
] as const;

describe.each(FORMS)('%s', (_, path, list, make) => {
  test('is made once', async () => {
    const answer = await make();
    expect(answer).toMatchObject({ status: 201, operation: { state: 'confirmed' } });
    expect(answer.result?.payment?.id).toMatch(/^(?:payment|withdraw|transfer):/);
    expect(await paymentsOf(list, amount)).toHaveLength(1);
  });

  test.each(['apply-silent', 'apply-reset', 'truncated'])(
    'applied under %s is found, and not sent again',
    async (kind) => {
      await fault(kind, path);
      const answer = await make();
      expect(answer).toMatchObject({ status: 202, operation: { state: 'unknown' } });
      expect((await resolve(answer.operation.id)).state).toBe('confirmed');
      expect(await posts(path)).toBe(1);
      expect(await paymentsOf(list, amount)).toHaveLength(1);
    },
  );

  test.each(['reset', 'empty'])(
    'not applied under %s it is sent again with the same key within a minute',
    async (kind) => {
      await fault(kind, path);
      const answer = await make();
      expect(answer.operation.state).toBe('unknown');
      expect((await resolve(answer.operation.id)).state).toBe('confirmed');
      expect(await posts(path)).toBe(2);
      expect(await paymentsOf(list, amount)).toHaveLength(1);
    },
  );

  test('after a minute only its operator sends it again', async () => {
    await fault('reset', path);
    const answer = await make();
    await older(answer.operation.id);
    for (let round = 0; round < 2; round += 1) await lookUpOperation(answer.operation.id, { due: false });
    expect((await rowOf(answer.operation.id)).state).toBe('unknown');
    expect(await posts(path)).toBe(1);
    const again = await answerOf(repeatOperation({ ctx, id: answer.operation.id }));
    expect(again.operation.state).toBe('confirmed');
    expect(await paymentsOf(list, amount)).toHaveLength(1);
  });

  test.each(['nested', 'sparse'])('whose answer was lost is found in the %s dialect', async (dialect) => {
    await control('state', { dialect });
    try {
      await fault('apply-reset', path);
      const answer = await make();
      expect(answer.operation.state).toBe('unknown');
      await older(answer.operation.id);
      const end = await resolve(answer.operation.id, 3);
      expect(end.state).toBe('confirmed');
      expect(await posts(path)).toBe(1);
    } finally {
      await control('state', { dialect: 'plain' });
    }
  });
});

describe('where the lists name no reference', () => {
  const pay = (more: object = {}) =>
    answerOf(
      createWithdrawal({ ctx, body: { amount, pixKey: 'ana@example.com', pixKeyType: 'email', ...more } }),
    );

  test('one like it that another operation stands for is not taken for it', async () => {
    await control('state', { dialect: 'sparse' });
    try {
      const first = await pay();
      expect(first.status).toBe(201);
      await fault('reset', '/transactions/withdraw');
      const second = await pay();
      await older(second.operation.id);
      await longAbsent(second.operation.id);
      const end = await resolve(second.operation.id, 2);
      expect(end).toMatchObject({ state: 'rejected', reason: 'not_found' });
    } finally {
      await control('state', { dialect: 'plain' });
    }
  });
});

describe('refunds', () => {
  async function paid(): Promise<string> {
    const made = await answerOf(createCharge({ ctx, body: { amount, payer } }));
    const id = made.result?.payment?.id ?? '';
    await control('pay', { id: id.replace(/^payment:/, ''), outcome: 'paid' });
    return id;
  }

  test.each(['apply-reset', 'reset'])(
    'under %s: unknown, then told as it is, with one send',
    async (kind) => {
      const id = await paid();
      const bare = id.replace(/^payment:/, '');
      await fault(kind, '/transactions/payment/{id}/refund');
      const { operation } = await answerOf(createRefund({ ctx, id, body: { amount: 500 } }));
      expect(operation.state).toBe('unknown');
      if (kind === 'reset') await longAbsent(operation.id);
      expect((await resolve(operation.id)).state).toBe(kind === 'reset' ? 'rejected' : 'confirmed');
      expect(await posts(`/transactions/payment/${bare}/refund`)).toBe(1);
      const { refundable } = await getRefundState({ ctx, id });
      expect(refundable).toBe(kind === 'reset' ? amount : amount - 500);
    },
  );
});

describe('Pix keys of the account', () => {
  const RANDOM = { type: 'EVP' } as const;
  const keys = async () => (await listPixKeys({ ctx })).items.filter(({ status }) => status !== 'REMOVED');

  test('a random one is made, found again when its answer was lost, made the default and removed', async () => {
    const before = (await keys()).length;
    expect((await answerOf(createPixKey({ ctx, body: RANDOM }))).status).toBe(201);
    await fault('apply-reset', '/transactions/pix-keys');
    const lost = await answerOf(createPixKey({ ctx, body: RANDOM }));
    expect(lost.operation.state).toBe('unknown');
    const found = await resolve(lost.operation.id);
    expect(found.state).toBe('confirmed');
    expect(await keys()).toHaveLength(before + 2);
    const { id } = (found.result as { key: { id: string } }).key;
    await control('fault', {
      kind: 'apply-reset',
      method: 'PUT',
      path: '/transactions/pix-keys/{id}/default',
    });
    const made = await answerOf(setDefaultPixKey({ ctx, id }));
    expect((await resolve(made.operation.id)).state).toBe('confirmed');
    expect((await keys()).find((key) => key.id === id)).toMatchObject({ isDefault: true });
    const other = (await keys()).find((key) => key.id !== id)?.id ?? '';
    await control('fault', { kind: 'apply-reset', method: 'DELETE', path: '/transactions/pix-keys/{id}' });
    const removed = await answerOf(removePixKey({ ctx, id: other }));
    expect((await resolve(removed.operation.id)).state).toBe('confirmed');
    expect((await keys()).map((key) => key.id)).not.toContain(other);
  });

  test.each([
    [{ type: 'EVP', key: 'x' }, 'not_wanted'],
    [{ type: 'CNPJ' }, 'required'],
    [{ type: 'CNPJ', key: '11.444.777/0001-62' }, 'key_invalid'],
  ] as const)('%j is told at its field', async (body, message) => {
    await expect(createPixKey({ ctx, body })).rejects.toMatchObject({
      details: { fields: [{ field: 'key', message }] },
    });
  });
});

test('a charge needs its payer, and is searched by what the provider searches', async () => {
  await expect(createCharge({ ctx, body: { amount } })).rejects.toMatchObject({
    details: {
      fields: [
        { field: 'payer.name', message: 'required' },
        { field: 'payer.document', message: 'required' },
      ],
    },
  });
  await expect(
    createCharge({ ctx, body: { amount, payer, expiresInSeconds: 60, virtualAccount: 'loja' } }),
  ).rejects.toMatchObject({
    details: {
      fields: [
        { field: 'expiresInSeconds', message: 'not_supported' },
        { field: 'virtualAccount', message: 'not_supported' },
      ],
    },
  });
  const made = await answerOf(
    createCharge({ ctx, body: { amount, payer: { ...payer, name: 'Zuleica Tavares' } } }),
  );
  const id = made.result?.payment?.id ?? '';
  const { items } = await listPayments(ctx, 'charges', { limit: 5, search: 'Zuleica' });
  expect(items.map((one) => one.id)).toContain(id);
  const { payment } = await lookUpPayment({
    ctx,
    what: 'charges',
    by: { clientReference: await referenceOf(made) },
  });
  expect(payment.id).toBe(id);
  const image = Buffer.from(await (await getQrCode({ ctx, id })).arrayBuffer());
  expect(image.subarray(1, 4).toString(), 'drawn here: the provider draws none').toBe('PNG');
});

test('limits, metrics and rules', async () => {
  expect((await getLimits({ ctx })).operations.map(({ name }) => name)).toContain('payment');
  expect(Object.keys((await getMetrics({ ctx })).metrics).length).toBeGreaterThan(0);
  expect(await getPaymentRules({ ctx })).toMatchObject({
    payerNeeded: true,
    transfer: { receiver: 'pix_key' },
    charge: { documentAbove: null, min: expect.any(Number) },
  });
});
