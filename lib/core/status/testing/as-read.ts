import { moneyStateOf, refundOutcome } from '#lib/core/status/money.ts';

type Statuses = { status?: string | null; refundStatus?: string | null };

/** A record made by hand, with the meanings that its adapter would have read out of its words. */
export const asRead = <R extends Statuses>(record: R) => ({
  ...(record.status === undefined ? {} : { state: moneyStateOf(record.status) }),
  ...(record.refundStatus == null ? {} : { refundEnd: refundOutcome({ status: record.refundStatus }) }),
  ...record,
});
