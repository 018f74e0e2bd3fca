import { REASONS } from './codes.ts';
import type { Charge, Recurrence } from './model.ts';

export const isoOf = (at: number): string => new Date(at).toISOString();

const MADE_BY = 'creditcard';

export function recurrenceJson(recurrence: Recurrence) {
  return {
    recurrentPaymentId: recurrence.id,
    interval: recurrence.interval,
    status: recurrence.status,
    amount: recurrence.amount,
    endDate: recurrence.endDate,
    nextRecurrency: recurrence.next === null ? null : isoOf(recurrence.next),
  };
}

/** The charge object, without any card data. */
export function chargeJson(charge: Charge, recurrence: Recurrence | null) {
  const { status, reasonCode, returnCode, returnMessage, acquirerTransactionId } = charge.payment;
  return {
    id: charge.id,
    externalId: charge.externalId,
    postbackUrl: charge.postbackUrl,
    amount: charge.amount,
    paymentType: MADE_BY,
    createdAt: isoOf(charge.createdAt),
    updatedAt: isoOf(charge.updatedAt),
    customer: charge.customer,
    creditCardPayment: {
      status,
      reasonCode,
      reasonMessage: REASONS[reasonCode] ?? null,
      returnCode,
      returnMessage,
      acquirerTransactionId,
    },
    recurrence: recurrence && recurrenceJson(recurrence),
    recurrenceCycle: charge.recurrenceCycle,
    reversedAmount: charge.reversed,
    chargebacks: charge.chargebacks.map((one) => ({
      ...one,
      createdAt: isoOf(one.createdAt),
      updatedAt: isoOf(one.updatedAt),
    })),
  };
}

export type ChargeJson = ReturnType<typeof chargeJson>;
