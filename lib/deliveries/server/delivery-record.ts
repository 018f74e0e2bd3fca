import 'server-only';
import type { Delivery } from '#lib/deliveries/contract.ts';
import { GIVEN_UP_MS } from '#lib/deliveries/rules.ts';
import type { DeliveryRow } from '#lib/deliveries/server/record-row.ts';

/** Failures whose last attempt lies before this are given up; what the index has not read yet may be an attempt. */
export const givenUpBefore = (completeAt: Date | null): Date =>
  new Date((completeAt?.getTime() ?? 0) - GIVEN_UP_MS);

/** A row as a record; whoever answers with it presents it. */
export function deliveryRecord(row: DeliveryRow, completeAt: Date | null): Delivery {
  const givenUp = row.outcome === 'failed' && row.lastAt < givenUpBefore(completeAt);
  return {
    id: row.id,
    transactionId: row.transactionId,
    webhookId: row.webhookId,
    url: row.url,
    event: row.event,
    status: row.status,
    outcome: givenUp ? 'given_up' : (row.outcome as Delivery['outcome']),
    open: row.open,
    attempt: row.attempt,
    responseTimeMs: row.responseTimeMs,
    createdAt: row.createdAt.toISOString(),
    amount: row.amount,
    clientReference: row.clientReference,
    transactionStatus: row.transactionStatus,
    resendId: row.resendId,
    derived: [...row.derived, 'attempt', 'outcome', ...(row.resendId === null ? [] : ['resendId'])],
  };
}
