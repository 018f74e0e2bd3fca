import 'server-only';
import { moneyKind } from '#lib/payments/server/money-kind.ts';
import type { NewCharge } from '#lib/providers/port.ts';
import { partOf } from '#lib/providers/reach.ts';

/** Documents 1 and 2: a charge. It has no receiver, so only its amount identifies it. */
export const CHARGE = moneyKind<NewCharge>({
  name: 'charge.create',
  permission: 'charge',
  stepUp: false,
  leaves: false,
  hubFindsByReference: true,
  routes(port) {
    const routes = partOf(port, 'charges');
    return {
      send: (input, change) => routes.create(input, change),
      find: (by, call) => routes.find(by, call),
      list: (filter, page, call) => routes.list(filter, page, call),
    };
  },
  sameReceiver: () => null,
});
