import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { backedUp } from '#lib/backup/server/testing/put-back.ts';
import { db } from '#lib/data/client.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { approveOperation } from '#lib/operations/server/approve.ts';
import { dueLookUps, lookUpOperation } from '#lib/operations/server/look-up.ts';
import { recoverOperations } from '#lib/operations/server/recover.ts';
import { createTransfer, createWithdrawal } from '#lib/payments/server/payment-operation.ts';
import { createRefund } from '#lib/payments/server/refunds.ts';
import { type Answer, answerOf, type Person, rowOf, withMoney } from '#lib/payments/server/testing/bench.ts';

process.env.LOG_LEVEL = 'silent';
const bench = withMoney();
/** The cents decide what the simulator does with a payment: 50 is plain. */
let amount = 60_050;

beforeAll(async () => {
  const hub = { api: 'hub', rateLimits: false, quiet: true, dailyWithdrawLimit: null };
  await bench().simulator.control('state', hub);
});
beforeEach(() => {
  amount += 1_000;
});

const ABOVE = { approvalAbove: '1' };
type Form = {
  /** Asks for it: `waits` for another person, or sends it at once. */
  request: (settings: Record<string, string>) => Promise<Answer>;
  context: (who: Person) => ReturnType<ReturnType<typeof bench>['context']>;
  /** Where it is posted at the provider. */
  path: () => string;
};

let refunded = '';
const key = { pixKey: 'ana@example.com', pixKeyType: 'email' } as const;
const pix = (who: Person, settings = {}) => bench().context(who, settings);
const hub = (who: Person, settings = {}) => bench().onHub(who, settings);
const hubPaid = async () => {
  const { hub: at } = bench().simulator;
  const authorization = `Basic ${Buffer.from(`${at.clientId}:${at.clientSecret}`).toString('base64')}`;
  const customer = { name: 'Ana Souza', document: '12345678909' };
  const body = JSON.stringify({ amount, method: 'PIX', customer });
  const headers = {
    authorization,
    'content-type': 'application/json',
    'idempotency-key': crypto.randomUUID(),
  };
  const made = await fetch(`${at.baseUrl}/transactions/payment`, { method: 'POST', headers, body });
  const { id } = (await made.json()) as { id: string };
  await bench().simulator.control('pay', { api: 'hub', id });
  return `payment:${id}`;
};

const FORMS: [string, Form][] = [
  [
    'a Pix withdrawal',
    {
      request: (settings) =>
        answerOf(createWithdrawal({ ctx: pix('marina', settings), body: { amount, ...key } })),
      context: pix,
      path: () => '/withdraw',
    },
  ],
  [
    'a Pix transfer',
    {
      request: (settings) =>
        answerOf(createTransfer({ ctx: pix('marina', settings), body: { amount, receiver: '482913' } })),
      context: pix,
      path: () => '/internal-transfer',
    },
  ],
  [
    'a Pix refund',
    {
      request: async (settings) => {
        refunded = await bench().paid(amount);
        return answerOf(createRefund({ ctx: pix('marina', settings), id: refunded, body: {} }));
      },
      context: pix,
      path: () => `/refund/${refunded}`,
    },
  ],
  [
    'a Hub withdrawal',
    {
      request: (settings) =>
        answerOf(createWithdrawal({ ctx: hub('marina', settings), body: { amount, ...key } })),
      context: hub,
      path: () => '/transactions/withdraw',
    },
  ],
  [
    'a Hub refund',
    {
      request: async (settings) => {
        refunded = await hubPaid();
        return answerOf(createRefund({ ctx: hub('marina', settings), id: refunded, body: { amount: 500 } }));
      },
      context: hub,
      path: () => `/transactions/payment/${refunded.replace('payment:', '')}/refund`,
    },
  ],
];

/** What a start and its ticks do with operations. */
async function resume(): Promise<void> {
  await recoverOperations({ everything: true });
  await db().update(operations).set({ nextLookUpAt: sql`now()` }).where(eq(operations.state, 'unknown'));
  for (const { id } of await dueLookUps()) await lookUpOperation(id, { due: true });
}

describe.runIf(process.env.GUICHE_TEST_ENGINE === 'postgres')('M4: a backup put back over a payment', () => {
  describe.each(FORMS)('%s', (_, form) => {
    const approve = (id: string) => approveOperation({ ctx: form.context('otto'), id });
    const posts = () => bench().calls('POST', form.path());

    test('that waited then and was approved and paid since is found, and posted once', async () => {
      const { operation } = await form.request(ABOVE);
      expect(operation.state).toBe('awaiting_approval');
      const putBack = await backedUp();
      await approve(operation.id);
      expect((await rowOf(operation.id)).state).toBe('confirmed');
      expect(await posts()).toBe(1);
      await putBack();
      expect((await rowOf(operation.id)).state).toBe('awaiting_approval');
      await resume();
      await approve(operation.id);
      expect((await rowOf(operation.id)).state).toBe('confirmed');
      expect(await posts()).toBe(1);
    });

    test.each(['requested', 'sent', 'unknown'])(
      'that was %s then is looked up, and posted once',
      async (state) => {
        const { operation } = await form.request({});
        expect(operation.state).toBe('confirmed');
        const before = { state, settledAt: null, result: null };
        const unsent = state === 'requested' ? { attempts: 0, sentAt: null, lastSentAt: null } : {};
        await db()
          .update(operations)
          .set({ ...before, ...unsent })
          .where(eq(operations.id, operation.id));
        const putBack = await backedUp();
        await putBack();
        await resume();
        expect((await rowOf(operation.id)).state).toBe('confirmed');
        expect(await posts()).toBe(1);
      },
    );
  });
});
