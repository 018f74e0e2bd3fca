import 'server-only';
import { Paths } from '#lib/providers/client/paths.ts';

/** Likely paths of routes that document 2 names by scope but without a path, the likeliest first. */
export function hubPaths(now: () => number) {
  const of = (first: string, ...others: string[]) => new Paths([first, ...others], now);
  return {
    balance: of('/transactions/balance', '/balance', '/account/balance'),
    limits: of('/transactions/limits', '/limits', '/account/limits'),
    metrics: of('/transactions/metrics', '/metrics', '/account/metrics'),
    charges: of(
      ...(['/transactions/payment', '/transactions/payments'] as const),
      ...['/transactions/charge', '/transactions/charges'],
    ),
    deposit: of('/transactions/deposit', '/transactions/deposits'),
    withdrawal: of(
      ...(['/transactions/withdraw', '/transactions/withdrawals'] as const),
      ...['/transactions/pix/withdraw', '/transactions/payout'],
    ),
    codePayment: of(
      ...(['/transactions/pix/qr-payments', '/transactions/withdraw/qrcode'] as const),
      ...['/transactions/pix/qr-payment', '/transactions/pix/payments', '/transactions/pix/qrcode/pay'],
    ),
    transfers: of(
      ...(['/transactions/internal-transfer', '/transactions/internal-transfers'] as const),
      ...['/transactions/transfer', '/transactions/transfers'],
    ),
    decode: of(
      ...(['/transactions/pix/decode', '/transactions/pix/qrcode/decode'] as const),
      ...['/transactions/pix/qr-code/decode', '/transactions/pix/brcode/decode'],
    ),
    defaultKey: new Paths<'PUT' | 'POST' | 'PATCH'>(['PUT', 'POST', 'PATCH'], now),
    receipt: of('receipt', 'proof', 'voucher'),
  };
}
export type HubPaths = ReturnType<typeof hubPaths>;
