import 'server-only';
import {
  type Answer,
  amountIn,
  boundsAreOurs,
  createdIn,
  equal,
  isDocument,
  isNamed,
  matchRows,
  noneWhereOthersTell,
  some,
  type Tests,
} from '#lib/providers/filters.ts';
import type { Payment } from '#lib/providers/money-records.ts';
import type { PaymentFilter } from '#lib/providers/port.ts';
import { hasAmount, hasDate, hasId, type Must } from '#lib/providers/rows.ts';
import { sameState } from '#lib/states/money.ts';
import { stateOf } from '#lib/states/money-state.ts';

/** The same for lists of payments: what a service did not apply is applied here, and the page says so. Pure. */

const TESTS: Tests<Payment, PaymentFilter> = {
  ...createdIn,
  ...amountIn,
  status: (one, asked) => some(asked.status.map((word) => sameState(one.status, word, stateOf(one)))),
  clientReference: (one, { clientReference }) => equal(one.clientReference, clientReference),
  search: (one, { search }) => holds(one, search),
};

/** Free text is looked for in all that the service tells of a row: nobody says in which fields it looks itself. */
function holds(one: Payment, asked: string): Answer {
  const all = JSON.stringify(one);
  return isNamed([all], asked) ?? isDocument([one.payer.document, one.receiver.document], asked);
}

export const matchPayments = (filter: PaymentFilter, items: readonly Payment[]) =>
  boundsAreOurs(
    filter,
    matchRows(TESTS, filter, items, (name, told) =>
      name === 'clientReference' ? noneWhereOthersTell(told) : told,
    ),
  );

/** Fields expected in every payment. */
export const PAYMENT_MUST: Must<Payment> = {
  id: ({ id }) => hasId({ id: id.replace(/^[a-z]+:/, '') }),
  amount: hasAmount,
  status: ({ status }) => status !== null,
  date: hasDate,
};
