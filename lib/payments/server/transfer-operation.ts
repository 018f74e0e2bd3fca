import 'server-only';
import { EMPTY_RECEIVER } from '#lib/operations/contract.ts';
import { isKey } from '#lib/payments/server/check-receiver.ts';
import { codeChanged } from '#lib/payments/server/decode-code.ts';
import { moneyKind } from '#lib/payments/server/money-kind.ts';
import type { NewTransfer } from '#lib/providers/port.ts';
import { partOf } from '#lib/providers/reach.ts';

const plain = (text: string) => text.replace(/[^0-9a-z@.+]/gi, '').toLowerCase();
/** Account number of document 1. */
const isAccountNumber = (receiver: string) => /^\d{6}$/.test(receiver);

/** `code`: the code the key came from. `document`: the receiver's document at that time, if reported. */
type TransferInput = NewTransfer & { code?: string; document?: string | null };

/**
 * Transfers between accounts of the service (document 1: by account number; document 2: by a key of the other
 * account).
 */
export const TRANSFER = moneyKind<TransferInput>({
  name: 'transfer.create',
  permission: 'withdraw',
  stepUp: true,
  leaves: true,
  hubFindsByReference: false,
  routes(port) {
    const routes = partOf(port, 'transfers');
    return {
      send: ({ code: _, document: __, ...transfer }, change) => routes.create(transfer, change),
      find: (by, call) => routes.find(by, call),
      list: (filter, page, call) => routes.list(filter, page, call),
    };
  },
  receiver: ({ input: { receiver }, shown }, { kind }) =>
    kind === 'hub'
      ? { ...EMPTY_RECEIVER, ...shown, key: receiver }
      : { ...EMPTY_RECEIVER, account: receiver },
  changedSince: async ({ amount, input: { code, receiver, document } }, port) =>
    code === undefined ? null : codeChanged(amount, { code, key: receiver, document }, port),
  sameReceiver({ receiver }, { receiver: { accountNumber }, withdrawPixKey, withdrawPixType }) {
    // A key's holder also has an account number, but it does not identify the key.
    if (!isAccountNumber(receiver)) return isKey(withdrawPixKey, receiver, withdrawPixType);
    const shownAccount = accountNumber ?? withdrawPixKey;
    if (shownAccount === null || shownAccount.includes('*')) return null;
    return plain(shownAccount) === plain(receiver);
  },
});
