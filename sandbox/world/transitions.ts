import { randomInt } from 'node:crypto';
import type { PixTransaction } from '../types.ts';
import { TAG } from './codes.ts';
import type { Customer } from './customers.ts';
import type { Entry, Refund } from './overlay.ts';
import { feeOf } from './profile.ts';
import { isoOf, payFrom } from './rows.ts';
import type { SandboxWorld } from './world.ts';

/** Document 1's transitions as new snapshots; nothing here is stored or sent. */
export type Moved = { entry: Entry; event: string };

function moved(entry: Entry, at: number, status: string, part: Partial<PixTransaction>): Moved {
  const transaction = { ...entry.transaction, ...part, status, updatedAt: isoOf(at) };
  return { entry: { ...entry, transaction, due: null }, event: `TRANSACTION_${status}` };
}

function endToEndOf(world: SandboxWorld, entry: Entry, ispb: string, at: number): string {
  if (entry.index !== null) return world.codes.endToEnd('E', ispb, at, TAG.endToEnd, entry.index);
  const number = world.codes.openId(entry.transaction.id, TAG.created) ?? 0;
  return world.codes.endToEnd('E', ispb, at, TAG.createdEndToEnd, number);
}

/** The customer a charge is for, or a random one. */
export function payerOf(world: SandboxWorld, transaction: PixTransaction, other: boolean): Customer {
  const { customers } = world;
  const known = transaction.generatedDocument ? customers.byDocument(transaction.generatedDocument) : null;
  const number = known ?? randomInt(customers.count);
  if (other) return customers.customer((number + 1) % customers.count);
  const customer = customers.customer(number);
  if (known !== null || transaction.generatedDocument === null) return customer;
  return {
    ...customer,
    document: transaction.generatedDocument,
    name: transaction.generatedName ?? customer.name,
  };
}

export function paid(world: SandboxWorld, entry: Entry, at: number, payer: Customer): Moved {
  const row = { ...entry.transaction };
  payFrom(row, payer, world.profile);
  row.endToEndId = endToEndOf(world, entry, payer.bank.ispb, at);
  row.paidAt = isoOf(at);
  row.serviceFeeCharged = feeOf(row.type, row.method, row.amount);
  row.qrCodeText = null;
  row.qrCodeBase64 = null;
  row.qrCodeUrl = null;
  return moved({ ...entry, transaction: row }, at, 'COMPLETED', {});
}

export function sent(world: SandboxWorld, entry: Entry, at: number, receiver: Customer): Moved {
  return moved(entry, at, 'COMPLETED', {
    receiverName: receiver.name,
    receiverDocument: receiver.document,
    receiverInstitutionIspb: receiver.bank.ispb,
    receiverInstitutionName: receiver.bank.name,
    endToEndId: endToEndOf(world, entry, world.profile.ispb, at),
    paidAt: isoOf(at),
    serviceFeeCharged: feeOf('WITHDRAW', 'PIX', entry.transaction.amount),
  });
}

/** A late status arrives: the transaction is again as the computed world plans it. */
export function asPlanned(world: SandboxWorld, entry: Entry, at: number): Moved {
  const transaction = entry.index === null ? entry.transaction : world.rows.row(entry.index, at);
  return { entry: { ...entry, transaction, due: null }, event: `TRANSACTION_${transaction.status}` };
}

export function expired(entry: Entry, at: number): Moved {
  return moved(entry, at, 'EXPIRED', {});
}

export function canceled(entry: Entry, at: number, reason: string): Moved {
  return moved(entry, at, 'CANCELED', { cancellationReason: reason });
}

export function failed(entry: Entry, at: number): Moved {
  return moved(entry, at, 'ERROR', {});
}

export function waiting(entry: Entry, at: number): Moved {
  return moved(entry, at, 'WAITING_FOR_REFUND', {
    refundStatus: 'PENDING',
    refundReason: 'INFRACTION',
    refundAmount: entry.transaction.amount,
  });
}

export function refundedSum({ refunds }: Entry): number {
  return refunds.filter((one) => one.status !== 'CANCELED').reduce((sum, one) => sum + one.amount, 0);
}

/** Simulated ms until a refund is decided. */
const DECIDING = 6000;

export function refundStarted(
  world: SandboxWorld,
  entry: Entry,
  at: number,
  asked: Partial<Refund>,
  wait = DECIDING,
): Entry {
  const refund: Refund = {
    id: world.codes.id(TAG.refund, randomInt(1 << 26)),
    amount: entry.transaction.amount,
    reason: 'CUSTOMER_REQUEST',
    description: null,
    clientReference: null,
    endToEndId: null,
    refundedAt: null,
    ...asked,
    status: 'PENDING',
    createdAt: isoOf(at),
    updatedAt: isoOf(at),
    dueAt: at + wait,
  };
  return withRefunds(entry, [refund, ...entry.refunds], at);
}

function withRefunds(entry: Entry, refunds: Refund[], at: number): Entry {
  const [newest] = refunds;
  if (!newest) return entry;
  const counted = refunds.filter((one) => one.status !== 'CANCELED');
  const shown = counted.length > 0 ? counted.reduce((sum, one) => sum + one.amount, 0) : newest.amount;
  const transaction: PixTransaction = {
    ...entry.transaction,
    refundAmount: shown,
    refundStatus: newest.status,
    refundReason: newest.reason,
    refundDescription: newest.description,
    refundEndToEndId: newest.endToEndId,
    refundedAt: newest.refundedAt,
    updatedAt: isoOf(at),
  };
  return { ...entry, transaction, refunds };
}

/** Decides a due refund: returned, or rejected when its cents are 13, so tests can reach both. */
export function refundDecided(world: SandboxWorld, entry: Entry, refundId: string, at: number): Moved {
  const returned = (refund: Refund) => refund.reason === 'INFRACTION' || refund.amount % 100 !== 13;
  const refunds = entry.refunds.map((refund): Refund => {
    if (refund.id !== refundId || refund.dueAt === null) return refund;
    const base = { ...refund, dueAt: null, updatedAt: isoOf(at) };
    if (!returned(refund)) return { ...base, status: 'CANCELED' };
    const endToEndId = world.codes.endToEnd('D', world.profile.ispb, at, TAG.refund, randomInt(1 << 26));
    return { ...base, status: 'COMPLETED', endToEndId, refundedAt: isoOf(at) };
  });
  const next = withRefunds(entry, refunds, at);
  const done = refunds.filter((one) => one.status === 'COMPLETED').reduce((sum, one) => sum + one.amount, 0);
  if (done < entry.transaction.amount) return { entry: next, event: '' };
  return moved(next, at, 'REFUNDED', {});
}
