import type { PixTransaction } from '../types.ts';
import { writeBrCode } from './br-code.ts';
import { type Codes, TAG } from './codes.ts';
import type { Customer, Customers } from './customers.ts';
import { feeOf, type Profile } from './profile.ts';
import { type Dice, fraction } from './random.ts';
import type { Slot, Slots } from './slots.ts';
import type { Timeline, Timelines } from './timeline.ts';

export type Place = { baseUrl: string };

export type Rows = {
  /** The transaction of an index at `now`, without changes by calls. Read only. */
  row(index: number, now: number): PixTransaction;
  /** The index a row was computed from; null when unknown. */
  numberOf(row: PixTransaction): number | null;
  amountOf(index: number): number;
  /** Cents that a partial refund returned; 0 without one, and when it was rejected. */
  partlyRefunded(index: number): number;
  nameOf(index: number): string;
};

export function blankTransaction(): PixTransaction {
  return {
    id: '',
    status: 'PENDING',
    type: 'DEPOSIT',
    method: 'PIX',
    amount: 0,
    serviceFeeCharged: null,
    qrCodeText: null,
    qrCodeBase64: null,
    qrCodeUrl: null,
    generatedName: null,
    generatedDocument: null,
    generatedEmail: null,
    payerName: null,
    payerDocument: null,
    payerInstitutionIspb: null,
    payerInstitutionName: null,
    payerAccountNumber: null,
    receiverName: null,
    receiverDocument: null,
    receiverInstitutionIspb: null,
    receiverInstitutionName: null,
    receiverAccountNumber: null,
    endToEndId: null,
    createdAt: '',
    updatedAt: '',
    paidAt: null,
    withdrawPixKey: null,
    withdrawPixType: null,
    clientReference: null,
    virtualAccount: null,
    callbackUrl: null,
    refundEndToEndId: null,
    refundAmount: null,
    refundStatus: null,
    refundReason: null,
    refundDescription: null,
    refundedAt: null,
    cancellationReason: null,
  };
}

const CALLBACK = 'https://erp.aroeira.example/pix/avisos';
const CANCELED = [
  'Cancelada por regra de risco',
  'Cancelada a pedido do recebedor',
  'Limite do cliente excedido',
];
const DESCRIPTIONS = ['Cliente desistiu da compra', 'Item em falta', 'Pagamento em duplicidade', null];
const PRICES = [1990, 2990, 4990, 5990, 8990, 9990, 12_900, 14_990, 19_900, 24_900, 39_990, 59_900];

function amountFor({ dice, treasury }: RowParts, slot: Slot, index: number): number {
  if (slot.scenario === 'treasury') return treasury(index);
  const roll = dice(90, index);
  const part = fraction(dice(91, index));
  if (slot.type === 'COMMISSION') return 50 + Math.floor(part * part * 4000);
  if (slot.type === 'WITHDRAW') return 2000 + Math.floor(part ** 3 * 240_000);
  if (roll % 10 < 4) return PRICES[(roll >>> 8) % PRICES.length] as number;
  if (roll % 1000 < 995) return 500 + Math.floor(part ** 3.2 * 90_000);
  return 200_000 + Math.floor(part ** 4 * 4_800_000);
}

export function isoOf(at: number): string {
  return new Date(at).toISOString();
}

export function payFrom(row: PixTransaction, payer: Customer, profile: Profile): void {
  row.payerName = payer.name;
  row.payerDocument = payer.document;
  row.payerInstitutionIspb = payer.bank.ispb;
  row.payerInstitutionName = payer.bank.name;
  receiveHere(row, profile);
}

export function receiveHere(row: PixTransaction, profile: Profile): void {
  row.receiverName = profile.name;
  row.receiverDocument = profile.document;
  row.receiverInstitutionIspb = profile.ispb;
  row.receiverInstitutionName = profile.institution;
  row.receiverAccountNumber = profile.accountNumber;
}

export function setPayer(row: PixTransaction, profile: Profile): void {
  row.payerName = profile.name;
  row.payerDocument = profile.document;
  row.payerInstitutionIspb = profile.ispb;
  row.payerInstitutionName = profile.institution;
  row.payerAccountNumber = profile.accountNumber;
}

type RowParts = {
  dice: Dice;
  slots: Slots;
  customers: Customers;
  codes: Codes;
  timelines: Timelines;
  profile: Profile;
  place: Place;
  /** Cents of the merchant's own transfers. */
  treasury: (index: number) => number;
};

type Making = {
  row: PixTransaction;
  slot: Slot;
  customer: Customer;
  timeline: Timeline;
  index: number;
  now: number;
};

const paidBy = ({ timeline, now }: Making) =>
  timeline.paidAt !== null && timeline.paidAt <= now ? timeline.paidAt : null;

function fillDeposit({ dice, codes, profile, place }: RowParts, making: Making): void {
  const { row, customer, index } = making;
  const roll = dice(92, index);
  row.receiverAccountNumber = profile.accountNumber;
  if (roll % 5 !== 0) row.generatedName = customer.name.replace('=', '');
  if (roll % 3 !== 0 || row.amount > 200_000) row.generatedDocument = customer.document;
  if (roll % 4 === 0) row.generatedEmail = customer.email;
  const paidAt = paidBy(making);
  if (row.method === 'PIX' && paidAt === null) {
    row.qrCodeUrl = `${place.baseUrl}/pix/qr-code/${row.id}`;
    row.qrCodeText = chargeCode(row, profile);
  }
  if (paidAt === null) return;
  payFrom(row, customer, profile);
  if (row.method === 'INTERNAL_TRANSFER') row.payerAccountNumber = accountOf(customer.number);
  if (row.method === 'PIX') {
    row.endToEndId = codes.endToEnd('E', customer.bank.ispb, paidAt, TAG.endToEnd, index);
  }
}

function fillWithdrawal({ codes, profile }: RowParts, making: Making): void {
  const { row, customer, index } = making;
  setPayer(row, profile);
  if (row.method === 'PIX') {
    row.withdrawPixKey = customer.key;
    row.withdrawPixType = customer.keyType;
  }
  const paidAt = paidBy(making);
  if (paidAt === null) return;
  row.receiverName = customer.name;
  row.receiverDocument = customer.document;
  row.receiverInstitutionIspb = customer.bank.ispb;
  row.receiverInstitutionName = customer.bank.name;
  if (row.method === 'PIX') {
    row.endToEndId = codes.endToEnd('E', profile.ispb, paidAt, TAG.endToEnd, index);
  } else row.receiverAccountNumber = accountOf(customer.number);
}

/** Cents of a partial refund. */
function partOf(dice: Dice, index: number, amount: number): number {
  return Math.max(1, Math.floor(amount * (0.2 + 0.6 * fraction(dice(93, index)))));
}
const isPartRejected = (dice: Dice, index: number) => dice(93, index) % 6 === 0;

function fillRefund({ dice, codes, profile }: RowParts, { row, slot, timeline, index, now }: Making): void {
  if (timeline.refundAt === null) return;
  const roll = dice(93, index);
  const partial = slot.scenario === 'partial';
  const queuedAt = partial ? timeline.refundAt : (timeline.steps[2]?.at ?? timeline.refundAt);
  if (now < queuedAt) return;
  row.refundAmount = partial ? partOf(dice, index, row.amount) : row.amount;
  row.refundReason = slot.scenario === 'disputed-returned' ? 'INFRACTION' : 'CUSTOMER_REQUEST';
  row.refundDescription = DESCRIPTIONS[roll % DESCRIPTIONS.length] ?? null;
  row.refundStatus = 'PENDING';
  if (slot.scenario === 'stuck' || now < timeline.refundAt) return;
  row.refundStatus = partial && isPartRejected(dice, index) ? 'CANCELED' : 'COMPLETED';
  if (row.refundStatus === 'CANCELED') return;
  row.refundedAt = isoOf(timeline.refundAt);
  row.refundEndToEndId = codes.endToEnd('D', profile.ispb, timeline.refundAt, TAG.refundEndToEnd, index);
}

function fillStatus({ dice }: RowParts, making: Making): void {
  const { row, slot, timeline, index, now } = making;
  let updatedAt = timeline.createdAt;
  for (const step of timeline.steps) {
    if (step.at > now) break;
    row.status = step.status;
    updatedAt = step.at;
  }
  if (slot.scenario === 'partial' && timeline.refundAt !== null && timeline.refundAt <= now) {
    updatedAt = timeline.refundAt;
  }
  row.createdAt = isoOf(timeline.createdAt);
  row.updatedAt = isoOf(updatedAt);
  const paidAt = paidBy(making);
  if (paidAt !== null) {
    row.paidAt = isoOf(paidAt);
    row.serviceFeeCharged = feeOf(slot.type, slot.method, row.amount);
  }
  if (row.status === 'CANCELED') row.cancellationReason = CANCELED[dice(95, index) % CANCELED.length] ?? null;
}

function makeRow(parts: RowParts, index: number, now: number): PixTransaction {
  const { slots, customers, codes, timelines, profile } = parts;
  const slot = slots.of(index);
  const customer = customers.customer(customers.of(index));
  const row: Indexed = blankTransaction();
  row[INDEX] = index;
  const making: Making = { row, slot, customer, timeline: timelines.of(index), index, now };
  row.id = codes.id(TAG.base, index);
  row.type = slot.type;
  row.method = slot.method;
  row.amount = amountFor(parts, slot, index);
  fillStatus(parts, making);
  row.clientReference = codes.reference(slot.type, index);
  row.virtualAccount = slot.virtualAccount;
  row.callbackUrl = slot.callback ? CALLBACK : null;
  if (slot.type === 'DEPOSIT') fillDeposit(parts, making);
  else if (slot.type === 'WITHDRAW') fillWithdrawal(parts, making);
  else receiveHere(row, profile);
  fillRefund(parts, making);
  return row;
}

/** The copy-and-paste code of one of this account's charges. */
export function chargeCode(row: PixTransaction, profile: Profile): string {
  return writeBrCode({
    url: `pix.aroeira.example/qr/v2/${row.id}`,
    amount: row.amount,
    name: 'Aroeira Comercio Digital',
    city: profile.city,
    txid: '***',
  });
}

/** A symbol key is not written to JSON, but a copy of a row keeps it. */
const INDEX = Symbol('index');
type Indexed = PixTransaction & { [INDEX]?: number };

type CachedRow = { row: PixTransaction; from: number; until: number; baseUrl: string };
const MAX_CACHED = 10_000;

/** Caches rows: a row is unchanged until its next step, and the same pages are read repeatedly. */
function createShelf(parts: RowParts): (index: number, now: number) => PixTransaction {
  const shelf = new Map<number, CachedRow>();
  return (index, now) => {
    const known = shelf.get(index);
    const { baseUrl } = parts.place;
    if (known && known.from <= now && now < known.until && known.baseUrl === baseUrl) return known.row;
    const row = makeRow(parts, index, now);
    const { steps, refundAt } = parts.timelines.of(index);
    let [from, until] = [refundAt !== null && refundAt <= now ? refundAt : 0, Infinity];
    if (refundAt !== null && refundAt > now) until = refundAt;
    for (const { at } of steps) {
      if (at <= now) from = Math.max(from, at);
      else until = Math.min(until, at);
    }
    if (shelf.size >= MAX_CACHED) shelf.clear();
    shelf.set(index, { row, from, until, baseUrl });
    return row;
  };
}

export function createRows(parts: RowParts): Rows {
  const { dice, slots, customers } = parts;
  const shelved = createShelf(parts);
  const amountOf = (index: number) => amountFor(parts, slots.of(index), index);
  return {
    numberOf: (row: Indexed) => row[INDEX] ?? null,
    amountOf,
    partlyRefunded(index) {
      if (slots.of(index).scenario !== 'partial' || isPartRejected(dice, index)) return 0;
      return partOf(dice, index, amountOf(index));
    },
    nameOf: (index) => customers.name(customers.of(index)),
    row: shelved,
  };
}

export function accountOf(number: number): string {
  return String(100_000 + ((number * 7919) % 900_000));
}
