import 'server-only';
import { GuicheError } from '#lib/api/errors.ts';
import { maskPixKey } from '#lib/mask-forms.ts';
import { knownOf } from '#lib/payments/server/decode-code.ts';
import { moneyKind } from '#lib/payments/server/money-kind.ts';
import { part } from '#lib/payments/server/payments-of.ts';
import { directoryKey } from '#lib/pix-key.ts';
import type { Payment } from '#lib/providers/money-records.ts';
import type { NewCodePayment, NewWithdrawal, ProviderPort } from '#lib/providers/port.ts';

/** `key`, `document`: whom the code paid when it was asked for, as far as it was told. */
export type CodeInput = NewCodePayment & { key: string | null; document?: string | null };

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
      send: ({ key: _, document: __, ...payment }, change) => routes.toCode(payment, change),
      find: (by, call) => routes.find(by, call),
      list: (filter, page, call) => routes.list(filter, page, call),
    };
  },
  sameReceiver: ({ key }, payment) => (key === null ? null : paysKey(key, payment.withdrawPixType, payment)),
  namedByReceiver: true,
  changedSince: ({ amount, input }, port) => codeChanged(amount, input, port),
});

/** Whether a code that is about to be paid late asks what it asked; null: it does. Cents. */
async function codeChanged(
  amount: number | null,
  { code, key, document = null }: CodeInput,
  port: ProviderPort,
): Promise<GuicheError | null> {
  const now = await knownOf(port, code, { priority: 'operator' });
  const other = now.amount !== null && now.amount !== amount && !now.amountEditable;
  const differs = (before: string | null, after: string | null) =>
    before !== null && after !== null && before.toLowerCase() !== after.toLowerCase();
  if (!other && !differs(key, now.key) && !differs(document, now.document)) return null;
  return new GuicheError('code_changed', 'The code asks something else since it was asked for.', {
    existing: { amount: now.amount },
  });
}

/** Whether a payment goes to this key; a provider that stars the key is compared with the key starred. */
function paysKey(key: string, type: string | null, { withdrawPixKey }: Payment): boolean | null {
  if (withdrawPixKey === null) return null;
  const plain = (text: string) => (directoryKey(text, type) ?? text.trim()).toLowerCase();
  if (plain(withdrawPixKey) === plain(key)) return true;
  if (!withdrawPixKey.includes('*')) return false;
  return maskPixKey(withdrawPixKey, type) === maskPixKey(key, type);
}
