import 'server-only';
import { maskPixKey } from '#lib/mask-forms.ts';
import { moneyKind } from '#lib/payments/server/money-kind.ts';
import { part } from '#lib/payments/server/payments-of.ts';
import { directoryKey } from '#lib/pix-key.ts';
import type { Payment } from '#lib/providers/money-records.ts';
import type { NewCodePayment, NewWithdrawal } from '#lib/providers/port.ts';

/** The key inside a code is known only where the code was decoded. */
export type CodeInput = NewCodePayment & { key: string | null };

export const WITHDRAWAL_BY_KEY = moneyKind<NewWithdrawal>({
  name: 'withdrawal.key',
  permission: 'withdraw',
  stepUp: true,
  leaves: true,
  hubFindsByReference: false,
  routes(port) {
    const routes = part(port, 'withdrawals');
    return {
      send: (input, change) => routes.toKey(input, change),
      find: (by, call) => routes.find(by, call),
      list: (filter, page, call) => routes.list(filter, page, call),
    };
  },
  sameReceiver: ({ pixKey, pixKeyType }, payment) => paysKey(pixKey, pixKeyType, payment),
});

export const WITHDRAWAL_BY_CODE = moneyKind<CodeInput>({
  name: 'withdrawal.code',
  permission: 'withdraw',
  stepUp: true,
  leaves: true,
  hubFindsByReference: false,
  routes(port) {
    const routes = part(port, 'withdrawals');
    return {
      send: ({ key: _, ...payment }, change) => routes.toCode(payment, change),
      find: (by, call) => routes.find(by, call),
      list: (filter, page, call) => routes.list(filter, page, call),
    };
  },
  sameReceiver: ({ key }, payment) => (key === null ? null : paysKey(key, payment.withdrawPixType, payment)),
});

/** Whether a payment goes to this key; a provider that stars the key is compared with the key starred. */
function paysKey(key: string, type: string | null, { withdrawPixKey }: Payment): boolean | null {
  if (withdrawPixKey === null) return null;
  const plain = (text: string) => (directoryKey(text, type) ?? text.trim()).toLowerCase();
  if (plain(withdrawPixKey) === plain(key)) return true;
  if (!withdrawPixKey.includes('*')) return false;
  return maskPixKey(withdrawPixKey, type) === maskPixKey(key, type);
}
