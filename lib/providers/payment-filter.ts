import 'server-only';
import type { Payment } from '#lib/providers/money-records.ts';
import type { PaymentFilter, Reading } from '#lib/providers/port.ts';
import { hasAmount, hasDate, hasId, type Must } from '#lib/providers/rows.ts';
import { sameState } from '#lib/states.ts';

/** The same for lists of payments: what a service did not apply is applied here, and the page says so. Pure. */

type Answer = boolean | null;
const DAY_MS = 86_400_000;
const time = (instant: string) => Date.parse(instant);

/** Whole days of another zone are a service's own reading of a period: only what is far outside was not filtered. */
const TESTS: Record<
  'from' | 'to' | 'status' | 'clientReference',
  (one: Payment, of: PaymentFilter) => Answer
> = {
  from: ({ createdAt }, { from = '' }) =>
    createdAt === null ? null : time(createdAt) >= time(from) - DAY_MS,
  to: ({ createdAt }, { to = '' }) => (createdAt === null ? null : time(createdAt) < time(to) + DAY_MS),
  status: ({ status }, { status: words = [] }) => {
    const told = words.map((word) => sameState(status, word));
    return told.includes(true) ? true : told.includes(null) ? null : false;
  },
  clientReference: (one, { clientReference }) =>
    one.clientReference === null ? null : one.clientReference === clientReference,
};

export function judgePayments(
  filter: PaymentFilter,
  items: readonly Payment[],
): { items: Payment[] } & Pick<Reading, 'filteredHere' | 'filtersUntold'> {
  const given = (Object.keys(TESTS) as (keyof typeof TESTS)[]).filter((name) => filter[name]?.length);
  const answers = given.map((name) => items.map((item) => TESTS[name](item, filter)));
  const broken = given.filter((_, at) => answers[at]?.includes(false));
  const untold = given.filter((_, at) => items.length > 0 && answers[at]?.every((one) => one === null));
  return {
    items: items.filter((_, row) => answers.every((told) => told[row] !== false)),
    ...(broken.length === 0 ? {} : { filteredHere: broken }),
    ...(untold.length === 0 ? {} : { filtersUntold: untold }),
  };
}

/** What every payment should tell. */
export const PAYMENT_MUST: Must<Payment> = {
  id: ({ id }) => hasId({ id: id.replace(/^[a-z]+:/, '') }),
  amount: hasAmount,
  status: ({ status }) => status !== null,
  date: hasDate,
};
