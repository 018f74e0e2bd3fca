import type { StatementLine } from '#lib/providers/money-records.ts';

/** A line of a statement read by its own fields: its way, its subject, the words in place of a name. Pure. */

/** Tells if the line changed the available balance; the other side of a block changes only the held one. */
export const movedAvailable = ({ balanceType }: Pick<StatementLine, 'balanceType'>): boolean =>
  balanceType === null || /^(?:AVAILABLE|BALANCE_AVAILABLE)$/i.test(balanceType);

export type Way = 'in' | 'out' | 'still';
/** A sign means that the available balance moved. */
export function wayOf(line: Pick<StatementLine, 'amount' | 'balanceType'>): Way {
  if (line.amount === null || line.amount === 0 || !movedAvailable(line)) return 'still';
  return line.amount > 0 ? 'in' : 'out';
}

export const isDisputeLine = ({ type, disputeId }: Pick<StatementLine, 'type' | 'disputeId'>): boolean =>
  disputeId !== null || /^(?:INFRACTION|DISPUTE|MED)_/.test(type ?? '');

/** A fee that is a line of its own (document 1). */
export const isFeeLine = ({ type }: Pick<StatementLine, 'type'>): boolean =>
  type !== null && typeReading(type) === 'FEE';

/** Cents of the fee inside a line's amount, negative where it came back; 0 where the line's parts do not show one. */
export function feeInside(line: StatementLine): number {
  const { amount, gross, fee } = line;
  if (amount === null || !gross || !fee || wayOf(line) === 'still') return 0;
  const inside = Math.sign(amount) * Math.abs(gross) - amount;
  return Math.abs(inside) === Math.abs(fee) ? inside : 0;
}

/** Available balance before a line: as told, else what its amount leaves of the balance after it. */
export function beforeOf(line: StatementLine): number | null {
  const { balanceBefore, balanceAfter, amount, amountExact } = line;
  // An amount with more decimals is rounded: its difference would be wrong by a cent.
  if (balanceBefore !== null || balanceAfter === null || amount === null || amountExact !== undefined)
    return balanceBefore;
  return movedAvailable(line) ? balanceAfter - amount : null;
}

/** One word without a space, with a digit in it: an id of the provider, not something it wrote to be read. */
const ID = /^(?=\S*\d)[\w:.-]{12,}$/;
const OF_THE_SERVICE = /COMMISSION|FEE|TARIFF|TAXA/i;

/** Text in place of a missing name: the provider's own, else the reason. Null: nothing is known. */
export function saidInstead({
  description,
  type,
  transactionId,
}: Pick<StatementLine, 'description' | 'type' | 'transactionId'>):
  | { by: 'provider'; text: string }
  | { by: 'us'; why: 'service' | 'unnamed' }
  | null {
  const text = description?.trim() ?? '';
  if (text !== '' && !ID.test(text)) return { by: 'provider', text };
  if (OF_THE_SERVICE.test(type ?? '')) return { by: 'us', why: 'service' };
  return transactionId === null ? null : { by: 'us', why: 'unnamed' };
}

/** The subject of an unknown type, read from the parts of its word; null where none is known. */
export function typeReading(word: string): LineReading | null {
  const key = word
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1_$2')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_');
  return READINGS.find(([, pattern]) => pattern.test(key))?.[0] ?? null;
}

/** The first that fits: what takes back stands before what it takes back. */
const READINGS = [
  ['DISPUTE', /INFRACTION|DISPUTE|CHARGEBACK|(?:^|_)MED(?:_|$)/],
  ['FEE', /(?:^|_)(?:FEE|FEES|TARIFF|TARIFA|TAX)(?:_|$)/],
  ['WITHDRAWAL_BACK', /(?:WITHDRAW|PAYOUT|CASH_?OUT|SAQUE)\w*(?:REVERS|REFUND|RETURN|ESTORN|DEVOL)/],
  ['REFUND', /REFUND|REVERS|RETURN|ESTORN|DEVOL/],
  ['TRANSFER', /TRANSFER/],
  ['WITHDRAWAL', /WITHDRAW|PAYOUT|CASH_?OUT|SAQUE|(?:^|_)PIX_OUT/],
  ['DEPOSIT', /DEPOSIT|CASH_?IN|RECEIV|PAYMENT|PAID|BOLETO|BANK_?SLIP|(?:^|_)PIX_IN/],
  ['ADJUSTMENT', /ADJUST|CORRECTION|AJUSTE/],
] as const;
export type LineReading = (typeof READINGS)[number][0];
