import { describe, expect, test } from 'vitest';
import { isPending, mayRefund, paymentDirection, stageOf } from '#lib/payments/rules.ts';
import { hubOver, ok } from '#lib/providers/hub/testing/test-hub.ts';
import type { Payment } from '#lib/providers/money-records.ts';
import { toDetail } from '#lib/providers/pix/map.ts';
import { asPayment, refundStateOf } from '#lib/providers/pix/map-payments.ts';
import { readDetail } from '#lib/providers/pix/wire.ts';
import { type Json, type Random, randomBy } from '#lib/providers/testing/spelled.ts';
import { MONEY_WORDS, type MoneyWord, moneyWordBy } from '#lib/providers/testing/state-words.ts';
import { type Row, toRowPage } from '#lib/transactions/rows.ts';
import {
  directionOf,
  hasMoved,
  isUnsettled,
  refundableCents,
  refundedCents,
} from '#lib/transactions/rules.ts';

/** Signs, sums and what may be given back go by what a state means, however a service spells it. */

const SEEDS = Array.from({ length: 120 }, (_, seed) => seed);
const MADE = '2026-10-05T10:00:00.000Z';
const AMOUNT = 10_000;
const STAYED: readonly MoneyWord[] = ['COMPLETED', 'PARTIALLY_REFUNDED'];
const MOVED: readonly MoneyWord[] = [...STAYED, 'WAITING_FOR_REFUND', 'REFUNDED'];
const WAITING: readonly MoneyWord[] = ['PENDING', 'WAITING_FOR_REFUND'];
const STAGE = {
  ...{ COMPLETED: 'done', PENDING: 'waiting', ERROR: 'failed', CANCELED: 'cancelled', EXPIRED: 'expired' },
  ...{ REFUNDED: 'refunded', WAITING_FOR_REFUND: 'refunding', PARTIALLY_REFUNDED: 'partly' },
};
/** Words for a refund that gave it back, is on its way, or never will. */
const REFUNDS = {
  back: ['COMPLETED', 'REFUNDED'],
  open: ['PENDING'],
  none: ['CANCELED', 'ERROR', 'EXPIRED'],
} as const;

const paid = (random: Random, status: string, more: Json = {}) => ({
  ...{ id: 't1', status, type: random.pick(['DEPOSIT', 'WITHDRAW']), method: 'PIX', amount: AMOUNT / 100 },
  ...{ createdAt: MADE, ...more },
});
const detailOf = (json: Json) => toDetail(readDetail(json), json, MADE);

describe('R6: the sign, the sums and what may be refunded, by a Pix account’s word', () => {
  test.each(SEEDS)('seed %i', (seed) => {
    const random = randomBy(seed + 100_000);
    for (const meaning of MONEY_WORDS) {
      const status = moneyWordBy(random, meaning);
      const wire = paid(random, status);
      const { transaction, refunds } = detailOf(wire);
      const payment = asPayment(transaction);
      const done = STAYED.includes(meaning);
      // How much went back is reported nowhere.
      const partly = meaning === 'PARTIALLY_REFUNDED';
      const deposit = wire.type === 'DEPOSIT';
      const direction = !done ? 'still' : deposit ? 'in' : 'out';
      expect(transaction.status, 'the word is shown as it came').toBe(status);
      expect(directionOf(transaction), status).toBe(direction);
      expect(paymentDirection(payment, deposit ? 'charges' : 'withdrawals'), status).toBe(direction);
      expect(hasMoved(transaction), status).toBe(MOVED.includes(meaning));
      expect(isUnsettled(transaction), status).toBe(WAITING.includes(meaning));
      expect(isPending(payment), status).toBe(WAITING.includes(meaning));
      expect(stageOf(payment), status).toBe(STAGE[meaning]);
      expect(mayRefund(payment), status).toBe(done && deposit);
      expect(refundableCents(transaction, refunds), status).toBe(done && deposit && !partly ? AMOUNT : null);
      const list = { items: [transaction], nextCursor: null, total: 1, asOf: MADE };
      expect(toRowPage(list).runs[0]?.sums, status).toMatchObject({
        inCount: done && deposit ? 1 : 0,
        outCount: done && !deposit ? 1 : 0,
        refunded: meaning === 'REFUNDED' ? AMOUNT * 10_000 : 0,
        unjudged: partly ? 1 : 0,
      });
      const state = refundStateOf(readDetail(wire));
      const unknown = partly || meaning === 'WAITING_FOR_REFUND';
      expect(state, status).toMatchObject({
        refunded: meaning === 'REFUNDED' ? AMOUNT : unknown ? null : 0,
        refundable: unknown ? null : done ? AMOUNT : 0,
      });
    }
  });
});

describe('R6: what a refund took, by its own word', () => {
  test.each(SEEDS)('seed %i', (seed) => {
    const random = randomBy(seed + 110_000);
    for (const [end, words] of Object.entries(REFUNDS)) {
      const refundStatus = moneyWordBy(random, random.pick(words));
      const json = paid(random, moneyWordBy(random, 'COMPLETED'), {
        ...{ type: 'DEPOSIT', refundAmount: 25, refundStatus },
      });
      const { transaction } = detailOf(json);
      const gone = end === 'none' ? 0 : 2_500;
      expect(refundedCents(transaction, []), refundStatus).toBe(gone);
      expect(refundableCents(transaction, []), refundStatus).toBe(AMOUNT - gone);
      const list = { items: [transaction], nextCursor: null, total: 1, asOf: MADE };
      expect((toRowPage(list).rows as Row[])[0]?.refunded, refundStatus).toBe(gone === 0 ? null : gone);
      expect(toRowPage(list).runs[0]?.sums.refundedCount, refundStatus).toBe(end === 'back' ? 1 : 0);
      expect(stageOf(asPayment(transaction)), refundStatus).toBe(
        { back: 'partly', open: 'refunding', none: 'done' }[end],
      );
      expect(refundStateOf(readDetail(json)), refundStatus).toMatchObject({
        ...{ refunded: end === 'back' ? 2_500 : 0, inProgress: end === 'open' ? 2_500 : 0 },
        refundable: AMOUNT - gone,
      });
    }
  });
});

describe('R6: a Hub’s charge and withdrawal, by its word', () => {
  const listed = async (member: 'charges' | 'withdrawals', row: Json) => {
    const { items } = await hubOver([ok({ data: [row] })]).port[member].list(
      {},
      { limit: 50, position: null },
      {},
    );
    return items[0] as Payment;
  };

  test.each(SEEDS)('seed %i', async (seed) => {
    const random = randomBy(seed + 120_000);
    for (const meaning of MONEY_WORDS) {
      const status = moneyWordBy(random, meaning);
      const row = { id: 'x', amount: AMOUNT, status, createdAt: MADE, refundableAmount: 700 };
      const done = STAYED.includes(meaning);
      const charge = await listed('charges', row);
      expect(paymentDirection(charge, 'charges'), status).toBe(done ? 'in' : 'still');
      expect(mayRefund(charge), status).toBe(done);
      expect(stageOf(charge), status).toBe(STAGE[meaning]);
      // Document 2: an approved payout has yet to be confirmed.
      const waits = /^approved$/i.test(status);
      const payout = await listed('withdrawals', row);
      expect(paymentDirection(payout, 'withdrawals'), status).toBe(done && !waits ? 'out' : 'still');
      expect(isPending(payout), status).toBe(WAITING.includes(meaning) || waits);
    }
  });

  test('an approved payout has not left; an approved charge is paid', async () => {
    const row = { id: 'x', amount: AMOUNT, status: 'APPROVED', createdAt: MADE };
    expect(stageOf(await listed('withdrawals', row))).toBe('waiting');
    expect(stageOf(await listed('charges', row))).toBe('done');
  });
});
