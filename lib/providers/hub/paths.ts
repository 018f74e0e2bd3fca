import 'server-only';
import { Paths } from '#lib/providers/client/paths.ts';

/** Likely paths of routes that document 2 names by scope but without a path, the likeliest first. */
export function hubPaths(now: () => number) {
  const of = (first: string, ...others: string[]) => new Paths([first, ...others], now);
  const receipts = new Map<string, Paths>();
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
    /** Of one dispute, by its protocol: document 2 shows the list alone. */
    dispute: of(
      ...(['/transactions/infractions', '/transactions/infraction'] as const),
      ...['/transactions/disputes', '/infractions'],
    ),
    /** Names of a receipt below the path that its kind of payment has. */
    receiptAt(path: string): Paths {
      const known = receipts.get(path) ?? of('receipt', 'proof', 'voucher');
      receipts.set(path, known);
      return known;
    },
  };
}
export type HubPaths = ReturnType<typeof hubPaths>;
