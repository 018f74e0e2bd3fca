import 'server-only';
import { moneyKind } from '#lib/payments/server/money-kind.ts';
import { part } from '#lib/payments/server/payments-of.ts';
import type { NewTransfer } from '#lib/providers/port.ts';

const plain = (text: string) => text.replace(/[^0-9a-z@.+]/gi, '').toLowerCase();

/** Between accounts of the service (document 1: by account number; document 2: by a key of the other account). */
export const TRANSFER = moneyKind<NewTransfer>({
  name: 'transfer.create',
  permission: 'withdraw',
  stepUp: true,
  leaves: true,
  hubFindsByReference: false,
  routes(port) {
    const routes = part(port, 'transfers');
    return {
      send: (input, change) => routes.create(input, change),
      find: (by, call) => routes.find(by, call),
      list: (filter, page, call) => routes.list(filter, page, call),
    };
  },
  sameReceiver({ receiver }, payment) {
    const told = payment.receiver.accountNumber ?? payment.withdrawPixKey;
    if (told === null || told.includes('*')) return null;
    return plain(told) === plain(receiver);
  },
});
