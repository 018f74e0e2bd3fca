import { describe, expect, test } from 'vitest';
import { hubOver, ok } from '#lib/providers/hub/testing/test-hub.ts';
import { centsOf, toProfile } from '#lib/providers/pix/map.ts';
import { readSummary, toSummary } from '#lib/providers/pix/summary.ts';
import { readProfile } from '#lib/providers/pix/wire.ts';
import { balanceIn } from '#lib/providers/shared-readers.ts';
import { type Random, randomBy, rowIn, SEEDS, type Style, styleBy } from '#lib/providers/testing/spelled.ts';

/** Done-point 4: what an account reports of itself, in generated spellings. */

const AT = '2026-10-20T12:00:00.000Z';

function wrapped(random: Random, own: string, fields: Record<string, unknown>): unknown {
  const style: Style = { ...styleBy(random), nesting: random.pick(['flat', 'attributes', 'data'] as const) };
  const answer = rowIn(style, own, fields);
  return random.chance(0.3) ? { success: true, result: answer } : answer;
}

const balanceBy = (random: Random, of: (cents: number) => number) => ({
  [random.pick(['available', 'availableBalance', 'balanceAvailable', 'availableAmount'])]: of(123_450),
  [random.pick(['blocked', 'blockedBalance', 'balanceBlocked', 'blockedAmount'])]: of(1_500),
  // The total next to its parts is never taken for what is free.
  ...(random.chance(0.4) ? { [random.pick(['total', 'totalBalance', 'balance'])]: of(124_950) } : {}),
});

describe('R7: a balance', () => {
  test.each(SEEDS)('seed %i', async (seed) => {
    const expected = { available: 123_450, blocked: 1_500, total: 124_950 };
    const reais = wrapped(
      randomBy(seed + 140_000),
      'balance',
      balanceBy(randomBy(seed), (cents) => cents / 100),
    );
    expect(balanceIn(reais, centsOf, AT), JSON.stringify(reais)).toMatchObject(expected);
    const cents = wrapped(
      randomBy(seed + 141_000),
      'balance',
      balanceBy(randomBy(seed), (sum) => sum),
    );
    const { port } = hubOver([ok(cents)]);
    expect(await port.balance({}), JSON.stringify(cents)).toMatchObject(expected);
  });
});

describe('R7: a profile', () => {
  test.each(SEEDS)('seed %i', (seed) => {
    const random = randomBy(seed + 142_000);
    const account = { number: '123456', branch: '0001' };
    const kind = random.pick(['withdraw', 'cashOut'] as const);
    const bounds = random.pick([
      { cashOutTicketMin: 1, cashOutTicketMax: 5_000 },
      { [kind]: { min: 1, max: 5_000 } },
      { minWithdraw: 1, maxWithdraw: 5_000 },
      { withdrawMinAmount: 1, withdrawMaxAmount: 5_000 },
    ]);
    const may = random.pick([
      { allowWithdraw: true, allowDeposit: false },
      { withdrawEnabled: true, depositEnabled: false },
      { permissions: { withdraw: true, deposit: false } },
      { canWithdraw: true, canDeposit: false },
    ]);
    const json = wrapped(random, 'user', {
      ...(random.chance(0.5) ? { account } : { accountNumber: account.number, branch: account.branch }),
      [random.pick(['name', 'legalName', 'companyName', 'tradeName'])]: 'Loja',
      [random.pick(['status', 'accountStatus', 'state'])]: 'ACTIVE',
      ...bounds,
      ...may,
      dailyWithdrawLimit: {
        [random.pick(['limit', 'dailyLimit', 'total'])]: 50_000,
        [random.pick(['used', 'usage', 'usedToday'])]: 12.5,
      },
    });
    expect(toProfile(readProfile(json), AT), JSON.stringify(json)).toMatchObject({
      ...{ name: 'Loja', accountNumber: '123456', branch: '0001', status: 'ACTIVE' },
      ...{ allowWithdraw: true, allowDeposit: false, withdrawalMin: 100, withdrawalMax: 500_000 },
      dailyWithdrawLimit: { limit: 5_000_000, used: 1_250 },
    });
  });
});

describe('R7: the sums of a period', () => {
  test.each(SEEDS)('seed %i', (seed) => {
    const random = randomBy(seed + 143_000);
    const word = random.pick(['completed', 'COMPLETED', 'paid', 'CONFIRMED', 'settled']);
    const sumOf = (amount: number) => ({
      [random.pick(['amount', 'value', 'totalAmount'])]: amount,
      [random.pick(['serviceFeeCharged', 'fee', 'serviceFee'])]: 0.5,
      count: 2,
    });
    const blockOf = (amount: number) => {
      const done = sumOf(amount);
      const waiting = sumOf(7_000);
      const states = random.chance(0.5)
        ? { statuses: { [word.toLowerCase()]: done, pending: waiting } }
        : {
            byStatus: [
              { status: word, ...done },
              { status: 'PENDING', ...waiting },
            ],
          };
      return { totalAmount: amount + 7_000, totalTransactions: 4, ...states };
    };
    const json = wrapped(random, 'summary', {
      totalTransactions: 8,
      [random.pick(['deposit', 'deposits'])]: blockOf(100),
      [random.pick(['withdraw', 'withdrawals'])]: blockOf(40),
    });
    const context = JSON.stringify(json);
    expect(toSummary(readSummary(json)), context).toMatchObject({
      in: 10_000,
      out: 4_000,
      fees: 200,
      count: 8,
    });
  });
});
