import { iso } from './core.ts';
import { type Received, refundSums, sum } from './model.ts';
import type { HubParts, HubRequest, HubRoute } from './parts.ts';
import { period } from './query.ts';
import { LIMITS } from './settings.ts';
import { withdrawnToday } from './today.ts';

function limitsJson(parts: HubParts) {
  const { blockedOperations, blocksBalance, dailyWithdrawLimit } = parts.core.settings;
  const limit = (kind: keyof typeof LIMITS, operation: string) => ({
    enabled: !blockedOperations.includes(operation),
    ...LIMITS[kind],
  });
  const daily = { dailyLimit: dailyWithdrawLimit, dailyUsed: withdrawnToday(parts) };
  return {
    payment: limit('payment', 'PAYMENT'),
    deposit: limit('deposit', 'PAYMENT'),
    withdraw: { ...limit('withdraw', 'WITHDRAW'), ...daily },
    externalPayment: { ...limit('externalPayment', 'WITHDRAW'), ...daily },
    internalTransfer: limit('internalTransfer', 'INTERNAL_TRANSFER'),
    refund: limit('refund', 'REFUND'),
    infraction: { blocksBalance },
  };
}

function metricsJson({ book, now }: HubParts, { query }: HubRequest) {
  const within = period(query);
  const group = <T>(list: T[], at: (one: T) => number, amount: (one: T) => number) => {
    const rows = list.filter((one) => within(at(one)));
    return { count: rows.length, amount: sum(rows, amount) };
  };
  const made = ({ createdAt }: { createdAt: number }) => createdAt;
  const amount = (one: { amount: number }) => one.amount;
  const paid = book.charges.filter((one) => one.paidAt !== null);
  const refunded = (one: Received) => refundSums(one).refunded;
  const back = [...book.charges, ...book.deposits].filter((one) => refunded(one) > 0);
  return {
    payments: {
      created: group(book.charges, made, amount),
      paid: group(paid, (one) => one.paidAt ?? 0, amount),
      expired: group(
        book.charges.filter(({ status }) => status === 'EXPIRED'),
        (one) => one.expiresAt,
        amount,
      ),
    },
    deposits: group(book.deposits, made, amount),
    withdrawals: group(
      book.payouts.filter(({ status }) => status === 'CONFIRMED'),
      made,
      amount,
    ),
    refunds: group(back, made, refunded),
    infractions: group(book.disputes, ({ reportedAt }) => reportedAt, amount),
    generatedAt: iso(now()),
  };
}

export function accountRoutes(parts: HubParts): HubRoute[] {
  const { book } = parts;

  function balance() {
    const { security, withdraw, refund } = book.held();
    const blocked = security + withdraw + refund;
    return {
      status: 200,
      json: {
        total: book.available + blocked,
        available: book.available,
        blocked,
        blockedBySecurity: security,
        blockedByWithdraw: withdraw,
        blockedByRefund: refund,
        syncedAt: iso(parts.now()),
      },
    };
  }

  const read = { method: 'GET', scope: 'STATEMENT_READ' } as const;
  return [
    {
      method: 'GET',
      path: '/status',
      handle: () => ({ status: 200, json: { status: 'ok', version: '1.0.0' } }),
    },
    { ...read, path: '/transactions/balance', handle: balance },
    { ...read, path: '/transactions/limits', handle: () => ({ status: 200, json: limitsJson(parts) }) },
    {
      ...read,
      path: '/transactions/metrics',
      query: ['dateFrom', 'dateTo'],
      handle: (request) => ({ status: 200, json: metricsJson(parts, request) }),
    },
  ];
}
