import { CENTS, type Core, centsOf, HOUR, without } from './core.ts';
import { type Charge, type Deposit, type Refund, refundSums } from './model.ts';
import { feeOf } from './settings.ts';

/** Simulated ms until the bank decides. */
const DECIDED = 5000;

function refundData(of: Charge | Deposit, refund: Refund): Record<string, unknown> {
  return without({
    refundId: refund.id,
    ...(of.kind === 'charge'
      ? { paymentId: of.hookId, externalRef: of.externalRef }
      : { depositId: of.hookId }),
    amount: refund.amount,
    refundFee: refund.fee,
    status: refund.status,
    reason: refund.failureReason,
    endToEndId: refund.endToEndId,
  });
}

function callbackOf(of: Charge | Deposit): string | null {
  return of.kind === 'charge' ? of.callbackUrl : null;
}

/** The amount leaves the available balance at once and returns if the bank rejects the refund. */
export function startRefund(core: Core, of: Charge | Deposit, amount: number, wait?: number): Refund {
  const at = core.now();
  const refund: Refund = {
    id: core.ids.id('rfd', of.id, of.refunds.length),
    amount,
    fee: feeOf('refund', amount),
    status: 'PENDING',
    reason: 'REQUESTED',
    failureReason: null,
    endToEndId: null,
    createdAt: at,
    endedAt: null,
  };
  of.refunds.push(refund);
  core.book.post({
    type: 'PAYMENT_REFUND',
    amount: -(amount + refund.fee),
    gross: amount,
    fee: refund.fee,
    of: of.id,
    refundId: refund.id,
    description: 'Devolução pedida',
    createdAt: at,
    postedAt: at,
  });
  const long = centsOf(amount) === CENTS.takesLong ? 2 * HOUR : DECIDED;
  const fails = centsOf(amount) === CENTS.fails;
  core.later(at + (wait ?? long), () => endRefund(core, of, refund, fails));
  return refund;
}

export function endRefund(core: Core, of: Charge | Deposit, refund: Refund, failed: boolean): void {
  if (refund.status !== 'PENDING') return;
  const at = core.now();
  refund.endedAt = at;
  if (failed) {
    refund.status = 'FAILED';
    refund.failureReason = 'RECEIVER_ACCOUNT_CLOSED';
    core.book.post({
      type: 'PAYMENT_REFUND',
      amount: refund.amount + refund.fee,
      gross: refund.amount,
      fee: refund.fee,
      of: of.id,
      refundId: refund.id,
      description: 'Devolução recusada, valor de volta',
      createdAt: refund.createdAt,
      postedAt: at,
    });
    core.emit('REFUND_FAILED', refundData(of, refund), callbackOf(of));
    return;
  }
  refund.status = 'COMPLETED';
  refund.endToEndId = core.ids.endToEnd('D', of.payer?.bank.ispb ?? '00000000', at, refund.id);
  closeWhenFull(of, at);
  core.emit('REFUND_COMPLETED', refundData(of, refund), callbackOf(of));
}

export function closeWhenFull(of: Charge | Deposit, at: number): void {
  if (refundSums(of).refunded < of.amount) return;
  of.refundedAt = at;
  if (of.kind === 'charge') of.status = 'REFUNDED';
}
