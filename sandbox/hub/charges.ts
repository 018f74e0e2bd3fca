import { writeBrCode } from '../world/br-code.ts';
import { type Core, HOUR, iso, isoOrNull, without } from './core.ts';
import type { Charge, Customer, Deposit, Person } from './model.ts';
import { feeOf } from './settings.ts';

export const CHARGE_LIFE = HOUR;
export const CODE_HOST = 'pix.aroeira.example/hub/v2/';

export type NewCharge = {
  /** Seed of the ids. */
  word: string;
  amount: number;
  customer: Customer;
  description: string | null;
  externalRef: string | null;
  metadata: Record<string, unknown>;
  callbackUrl: string | null;
};

function paymentData(charge: Charge): Record<string, unknown> {
  return without({
    paymentId: charge.hookId,
    method: 'PIX',
    status: charge.status,
    amount: charge.amount,
    serviceFee: charge.fee,
    netAmount: charge.amount - charge.fee,
    metadata: charge.metadata,
    externalRef: charge.externalRef,
    endToEndId: charge.endToEndId,
    createdAt: iso(charge.createdAt),
    paidAt: isoOrNull(charge.paidAt),
    payer: charge.payer ? { name: charge.payer.name, document: charge.payer.document } : null,
  });
}

export function registerCharge(core: Core, newCharge: NewCharge): Charge {
  const { word, ...given } = newCharge;
  const at = core.now();
  const id = core.ids.id('chg', word);
  const charge: Charge = {
    kind: 'charge',
    ...given,
    id,
    hookId: core.ids.id('pay', word),
    status: 'PENDING',
    fee: Math.min(given.amount, feeOf('payment', given.amount)),
    qrCodeText: writeBrCode({
      url: `${CODE_HOST}${id}`,
      amount: given.amount,
      name: core.profile.name,
      city: core.profile.city,
      txid: id.slice(4, 26),
    }),
    endToEndId: null,
    payer: null,
    createdAt: at,
    expiresAt: at + CHARGE_LIFE,
    paidAt: null,
    refundedAt: null,
    refunds: [],
  };
  core.book.addCharge(charge);
  core.emit('PAYMENT_CREATED', paymentData(charge), charge.callbackUrl);
  core.later(charge.expiresAt, () => {
    if (charge.status === 'PENDING') expireCharge(core, charge);
  });
  return charge;
}

export function payCharge(core: Core, charge: Charge, payer?: Person): void {
  if (charge.status !== 'PENDING') return;
  const at = core.now();
  const { name, document } = charge.customer;
  charge.payer = payer ?? { name, document, bank: core.people.holder(document).bank };
  charge.status = 'PAID';
  charge.paidAt = at;
  charge.endToEndId = core.ids.endToEnd('E', charge.payer.bank.ispb, at, charge.id);
  core.book.post({
    type: 'PAYMENT',
    amount: charge.amount - charge.fee,
    gross: charge.amount,
    fee: charge.fee,
    of: charge.id,
    description: 'Cobrança paga',
    createdAt: charge.createdAt,
    postedAt: at,
  });
  core.emit('PAYMENT_PAID', paymentData(charge), charge.callbackUrl);
}

export function expireCharge(core: Core, charge: Charge): void {
  charge.status = 'EXPIRED';
  core.emit('PAYMENT_EXPIRED', paymentData(charge), charge.callbackUrl);
}

/** The payer's bank returns the whole payment by itself; the fee is not refunded. */
export function bankReturn(core: Core, charge: Charge): void {
  const at = core.now();
  const id = core.ids.id('rfd', charge.id, charge.refunds.length);
  charge.refunds.push({
    id,
    amount: charge.amount,
    fee: 0,
    status: 'COMPLETED',
    reason: 'BANK',
    failureReason: null,
    endToEndId: core.ids.endToEnd('D', charge.payer?.bank.ispb ?? '00000000', at, id),
    createdAt: at,
    endedAt: at,
  });
  charge.status = 'REFUNDED';
  charge.refundedAt = at;
  core.book.post({
    type: 'PAYMENT_REFUND',
    amount: -charge.amount,
    gross: charge.amount,
    fee: 0,
    of: charge.id,
    refundId: id,
    description: 'Devolvida pelo banco do pagador',
    createdAt: at,
    postedAt: at,
  });
  core.emit('PAYMENT_REFUNDED', { ...paymentData(charge), refundId: id }, charge.callbackUrl);
}

export type NewDeposit = { word: string; amount: number; payer: Person; receiverPixKey: string };

export function receiveDeposit(core: Core, { word, ...given }: NewDeposit): Deposit {
  const at = core.now();
  const deposit: Deposit = {
    kind: 'deposit',
    ...given,
    id: core.ids.id('dep', word),
    hookId: core.ids.id('dpt', word),
    fee: Math.min(given.amount, feeOf('deposit', given.amount)),
    endToEndId: core.ids.endToEnd('E', given.payer.bank.ispb, at, word),
    createdAt: at,
    paidAt: at,
    refundedAt: null,
    refunds: [],
  };
  core.book.addDeposit(deposit);
  core.book.post({
    type: 'DEPOSIT',
    amount: deposit.amount - deposit.fee,
    gross: deposit.amount,
    fee: deposit.fee,
    of: deposit.id,
    description: 'Pix recebido sem cobrança',
    createdAt: at,
    postedAt: at,
  });
  core.emit('DEPOSIT_RECEIVED', {
    depositId: deposit.hookId,
    method: 'PIX',
    amount: deposit.amount,
    serviceFee: deposit.fee,
    netAmount: deposit.amount - deposit.fee,
    endToEndId: deposit.endToEndId,
    receiverPixKey: deposit.receiverPixKey,
    payer: { name: given.payer.name, document: given.payer.document },
    paidAt: iso(at),
  });
  return deposit;
}
