import { amountOf } from '#lib/closings/rules.ts';
import {
  beforeFee,
  type Difference,
  difference,
  type Line,
  lineSide,
  type Payment,
  paymentSide,
  signedAmount,
  unitsIn,
  type World,
} from '#lib/closings/world.ts';
import { type Day, saoPauloDay } from '#lib/core/dates.ts';
import { stayed } from '#lib/core/status/money.ts';
import { typeReading } from '#lib/statement/readings.ts';

/** Rules that compare one transaction with the lines of its day. Pure. */

/** What a line is to its transaction. `main`: the money of the payment itself. */
export type Role = 'main' | 'fee' | 'refund' | 'back' | 'dispute';

export function roleOf({ type, disputeId, side }: Line): Role {
  const reading = type === '' ? null : typeReading(type);
  if (disputeId !== null || side === 'blocks' || reading === 'DISPUTE') return 'dispute';
  if (reading === 'FEE') return 'fee';
  if (reading === 'REFUND') return 'refund';
  return reading === 'WITHDRAWAL_BACK' ? 'back' : 'main';
}

export type Group = { payment: Payment; lines: Record<Role, Line[]> };

export const noLines = (): Group['lines'] => ({ main: [], fee: [], refund: [], back: [], dispute: [] });

/** `feesPosted`: the statement shows fees, so that a missing one is a difference. */
export type DayFacts = Pick<World, 'day'> & { feesPosted: boolean };

const dayOf = (at: string | null): Day => (at === null ? '' : saoPauloDay(at));
const sum = (lines: readonly Line[]): bigint =>
  lines.reduce((total, { amount, exact }) => total + unitsIn(amount, exact), 0n);

const grossSum = (lines: readonly Line[]): bigint =>
  lines.reduce((total, line) => total + beforeFee(line), 0n);

/** Money that arrived, or left, whatever happened to it later. */
const hasMoved = ({ state }: Payment): boolean =>
  stayed(state) || state === 'returned' || state === 'returning';

/** Money that never moved, or came back at once. Not so while the end is open. */
const neverMoved = ({ state }: Payment): boolean =>
  state === 'refused' || state === 'cancelled' || state === 'expired';

/** The day on which the payment's own line is due: its payment, of an outgoing one its creation. */
function dueDay({ side, paidAt, createdAt }: Payment): Day {
  return dayOf(side === 'out' ? (createdAt ?? paidAt) : (paidAt ?? createdAt));
}

/** All differences between a transaction and its lines. */
export function comparePayment(group: Group, facts: DayFacts): Difference[] {
  const { state, amount } = group.payment;
  const { main } = group.lines;
  // It could not be read.
  if (state === null && amount === null) return [];
  const own = main.length > 0 ? compareMain(group, facts) : missingLine(group, facts);
  return [...own, ...compareFee(group, facts), ...compareRefund(group, facts)];
}

function missingLine({ payment, lines }: Group, { day }: DayFacts): Difference[] {
  if (!hasMoved(payment) || payment.side === null || payment.amount === 0) return [];
  if (dueDay(payment) !== day) return [];
  const units = unitsIn(payment.amount, payment.exact);
  const base = { left: paymentSide(payment), right: null, units, transactionId: payment.id };
  if (payment.postedDay !== null) return [difference({ ...base, cause: 'other_day', resolved: true })];
  // A withdrawal that came back may be shown by its return alone.
  if (lines.back.length > 0 && payment.state === 'returned') return [];
  return [difference({ ...base, cause: 'transaction_without_line' })];
}

function compareMain({ payment, lines }: Group, { day }: DayFacts): Difference[] {
  const [first] = lines.main as [Line, ...Line[]];
  const left = paymentSide(payment);
  const base = { left, right: lineSide(first), transactionId: payment.id };
  if (lines.main.some(({ amount }) => amount === null))
    return [difference({ ...base, cause: 'amount_differs', units: unitsIn(payment.amount, payment.exact) })];
  const found: Difference[] = [];
  // An outgoing line is posted before its end; one that came back has a line of its own.
  const isIncomingUnpaid = payment.side === 'in' && !hasMoved(payment) && payment.state !== null;
  if (isIncomingUnpaid && lines.refund.length === 0)
    found.push(difference({ ...base, cause: 'line_without_transaction', units: sum(lines.main) }));
  else {
    const off = amountOff(payment, lines.main);
    if (off !== 0n) found.push(difference({ ...base, cause: 'amount_differs', units: off }));
  }
  const created = dayOf(payment.createdAt);
  if (created !== '' && created !== day)
    found.push(difference({ ...base, cause: 'other_day', units: sum(lines.main), resolved: true }));
  return found;
}

/** Units by which the lines differ from the payment's amount. */
function amountOff(payment: Payment, main: readonly Line[]): bigint {
  const stated = signedAmount(payment);
  if (stated === null) return 0n;
  const gross = grossSum(main);
  const expected = unitsIn(stated.cents, stated.exact ?? null);
  const off = gross - (payment.side === null && gross < 0n ? -expected : expected);
  // One side may round what the other shows with more decimals.
  return amountOf(off).cents === 0 && off !== 0n && payment.exact !== null ? 0n : off;
}

function compareFee({ payment, lines }: Group, { day, feesPosted }: DayFacts): Difference[] {
  if (payment.fee === null) return [];
  const inside = lines.main.reduce((total, { fee }) => total + unitsIn(fee === null ? 0 : Math.abs(fee)), 0n);
  const charged = lines.fee.length > 0 ? -sum(lines.fee) : inside;
  const expected = unitsIn(payment.fee, payment.feeExact);
  const [line] = lines.fee.length > 0 ? lines.fee : lines.main;
  const isShown = lines.fee.length > 0 || inside !== 0n;
  // Without a line of its own a fee may be due on another day, or the service posts none.
  const isDue = feesPosted && line !== undefined && stayed(payment.state) && dayOf(payment.paidAt) === day;
  if (!isShown && !isDue) return [];
  const off = charged - expected;
  if (off === 0n) return [];
  const isRounding = isShown && payment.feeExact !== null && amountOf(off).cents === 0;
  return [
    difference({
      cause: 'fee_differs',
      reason: isRounding ? 'decimals' : 'amount',
      left: paymentSide(payment, amountOf(-expected)),
      right: line === undefined ? null : { ...lineSide(line), amount: isShown ? amountOf(-charged) : null },
      units: off,
      transactionId: payment.id,
      // The service rounds the fee of each line to whole cents.
      resolved: isRounding,
    }),
  ];
}

/** A refund, or a withdrawal that came back, on one side only. */
function compareRefund({ payment, lines }: Group, { day }: DayFacts): Difference[] {
  const shown = payment.side === 'out' ? [...lines.back, ...lines.refund] : lines.refund;
  const returned = grossSum(shown);
  const size = returned < 0n ? -returned : returned;
  const refunded = unitsIn(payment.refunded);
  const [line] = shown;
  const right = line === undefined ? null : lineSide(line);
  const base = { cause: 'refund_one_sided', right, transactionId: payment.id } as const;
  if (payment.side === 'out' && neverMoved(payment) && payment.refunded === null) {
    const out = -sum(lines.main);
    if (size === 0n && out !== 0n && dayOf(payment.updatedAt) === day)
      return [difference({ ...base, left: paymentSide(payment), reason: 'line_missing', units: out })];
    return [];
  }
  if (payment.side === 'out' && payment.state === 'returned' && payment.refunded === null) return [];
  const left = payment.refunded === null ? null : paymentSide(payment, amountOf(-refunded));
  if (size !== 0n && refunded === 0n && payment.state !== 'returning')
    return [difference({ ...base, left: paymentSide(payment), reason: 'refund_missing', units: size })];
  if (payment.refundOfDispute || refunded === 0n) return [];
  const isDue = dayOf(payment.refundedAt) === day;
  if (size === 0n)
    return isDue ? [difference({ ...base, left, reason: 'line_missing', units: refunded })] : [];
  // Of a payment of an earlier day, other parts may have been refunded then.
  const isWhole = dayOf(payment.createdAt) === day && isDue;
  if (size > refunded || (isWhole && size !== refunded))
    return [difference({ ...base, left, reason: 'amount', units: size - refunded })];
  return [];
}
