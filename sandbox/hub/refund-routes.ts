import { Body } from './body.ts';
import { checkBank, checkRate, found } from './creation.ts';
import { HubError } from './errors.ts';
import { type Charge, type Deposit, refundSums } from './model.ts';
import type { HubParts, HubRequest, HubRoute } from './parts.ts';
import { feeOf } from './settings.ts';
import { chargeJson, depositJson } from './wire.ts';

function checkRefund({ book }: HubParts, of: Charge | Deposit): number {
  const open = book.openDispute(of.id);
  if (open) {
    throw new HubError(422, 'REFUND_INFRACTION_OPEN', 'A dispute on it is not over.', {
      protocol: open.protocol,
    });
  }
  const { inProgress, refundable } = refundSums(of);
  if (inProgress > 0) throw new HubError(422, 'REFUND_IN_FLIGHT', 'Another refund is being processed.');
  if (of.paidAt === null) throw new HubError(422, 'PAYMENT_NOT_PAID', 'The charge was not paid.');
  if (refundable === 0) throw new HubError(422, 'PAYMENT_ALREADY_REFUNDED', 'Nothing is left to refund.');
  return refundable;
}

export function refundRoutes(parts: HubParts): HubRoute[] {
  const { world, book } = parts;

  /** Without an amount, refunds all that remains. */
  function refund(request: HubRequest, of: Charge | Deposit): void {
    const body = new Body(request.body ?? {});
    const requested = body.cents('amount');
    body.done();
    checkRate(parts, request, 'money');
    const refundable = checkRefund(parts, of);
    const amount = requested ?? refundable;
    if (amount > refundable) {
      throw new HubError(422, 'REFUND_AMOUNT_EXCEEDED', 'Above what is left to refund.', { refundable });
    }
    const required = amount + feeOf('refund', amount);
    if (required > book.available) {
      throw new HubError(422, 'REFUND_INSUFFICIENT_BALANCE', 'The available balance does not cover it.', {
        available: book.available,
        required,
      });
    }
    checkBank(amount);
    world.run('refund', { of: of.id, amount });
  }

  function payment(request: HubRequest) {
    const charge = found(book.charge(request.params.paymentId ?? ''), 'PAYMENT_NOT_FOUND');
    refund(request, charge);
    return { status: 200, json: chargeJson(book, charge) };
  }

  function deposit(request: HubRequest) {
    const received = found(book.deposit(request.params.depositId ?? ''), 'DEPOSIT_NOT_FOUND');
    refund(request, received);
    return { status: 200, json: depositJson(book, received) };
  }

  function get({ params }: HubRequest) {
    return {
      status: 200,
      json: depositJson(book, found(book.deposit(params.depositId ?? ''), 'DEPOSIT_NOT_FOUND')),
    };
  }

  return [
    {
      method: 'POST',
      path: '/transactions/payment/:paymentId/refund',
      scope: 'REFUND',
      operation: 'REFUND',
      handle: payment,
    },
    {
      method: 'POST',
      path: '/transactions/deposit/:depositId/refund',
      scope: 'REFUND',
      operation: 'REFUND',
      handle: deposit,
    },
    { method: 'GET', path: '/transactions/deposit/:depositId', scope: 'DEPOSIT_READ', handle: get },
  ];
}
