import 'server-only';
import { NOBODY } from '#lib/operations/contract.ts';
import { codeChanged } from '#lib/payments/server/decode-code.ts';
import { shownOf } from '#lib/payments/server/look-up-key.ts';
import { moneyKind } from '#lib/payments/server/money-kind.ts';
import { isKey } from '#lib/payments/server/same-key.ts';
import type { PixKeyKind } from '#lib/pix/pix-key.ts';
import type { Call, NewCodePayment, NewWithdrawal, ProviderPort } from '#lib/providers/port.ts';
import { partOf } from '#lib/providers/reach.ts';

/** `key`, `document`: whom the code paid when it was asked for, as far as it was told. */
export type CodeInput = NewCodePayment & { key: string | null; document?: string | null };

export const WITHDRAWAL_BY_KEY = moneyKind<NewWithdrawal>({
  name: 'withdrawal.key',
  permission: 'withdraw',
  stepUp: true,
  leaves: true,
  hubFindsByReference: false,
  routes(port) {
    const routes = partOf(port, 'withdrawals');
    return {
      send: (input, change) => routes.toKey(input, change),
      find: (by, call) => routes.find(by, call),
      list: (filter, page, call) => routes.list(filter, page, call),
    };
  },
  sameReceiver: ({ pixKey, pixKeyType }, { withdrawPixKey }) => isKey(withdrawPixKey, pixKey, pixKeyType),
  async receiver({ input: { pixKey, pixKeyType }, shown }, port, call) {
    const holder = shown ?? (await holderOf(port, pixKey, pixKeyType, call));
    return { ...NOBODY, ...holder, key: pixKey, keyType: pixKeyType };
  },
});

/** Asked for without a look-up: who decides still sees whose key it is, as far as the directory answers now. */
async function holderOf({ keyLookup }: ProviderPort, key: string, type: string, call: Call) {
  const holder = await keyLookup?.(key, type as PixKeyKind, call).catch(() => undefined);
  return holder === undefined ? {} : shownOf(holder);
}

export const WITHDRAWAL_BY_CODE = moneyKind<CodeInput>({
  name: 'withdrawal.code',
  permission: 'withdraw',
  stepUp: true,
  leaves: true,
  hubFindsByReference: false,
  routes(port) {
    const routes = partOf(port, 'withdrawals');
    return {
      send: ({ key: _, document: __, ...payment }, change) => routes.toCode(payment, change),
      find: (by, call) => routes.find(by, call),
      list: (filter, page, call) => routes.list(filter, page, call),
    };
  },
  sameReceiver: ({ key }, { withdrawPixKey, withdrawPixType }) =>
    key === null ? null : isKey(withdrawPixKey, key, withdrawPixType),
  receiver: ({ input: { key }, shown }) => ({ ...NOBODY, ...shown, key }),
  namedByReceiver: true,
  changedSince: ({ amount, input }, port) => codeChanged(amount, input, port),
});
