import type { Payment, StatementLine } from '#lib/providers/money-records.ts';
import { BARE_TRANSACTION, type Direction, NO_PARTY } from '#lib/transactions/rules.ts';

/** Interprets a statement line by its own fields: direction, subject, and the text shown without a name. */

/** Whether the line changed the available balance; a block has a second line that did not. */
export const movedAvailable = ({ balanceType }: Pick<StatementLine, 'balanceType'>): boolean =>
  balanceType === null || /^(?:AVAILABLE|BALANCE_AVAILABLE)$/i.test(balanceType);

/** The size and direction of a signed amount in cents. */
export const sizeAndDirection = (cents: number | null): { cents: number | null; direction: Direction } => ({
  cents: cents === null ? null : Math.abs(cents),
  direction: !cents ? 'still' : cents > 0 ? 'in' : 'out',
});

/** Direction of a line. `still`: the available balance did not change. */
export const lineDirection = (line: Pick<StatementLine, 'amount' | 'balanceType'>): Direction =>
  movedAvailable(line) ? sizeAndDirection(line.amount).direction : 'still';

export const isDisputeLine = ({ type, disputeId }: Pick<StatementLine, 'type' | 'disputeId'>): boolean =>
  disputeId !== null || /^(?:INFRACTION|DISPUTE|MED)_/.test(type ?? '');

/** Whether the line is a fee of its own (document 1). */
export const isFeeLine = ({ type }: Pick<StatementLine, 'type'>): boolean =>
  type !== null && typeReading(type) === 'FEE';

/** Cents of the fee included in a line's amount, negative for a returned fee. 0: the line shows none. */
export function feeInside(line: StatementLine): number {
  const { amount, gross, fee } = line;
  if (amount === null || !gross || !fee || lineDirection(line) === 'still') return 0;
  const inside = Math.sign(amount) * Math.abs(gross) - amount;
  return Math.abs(inside) === Math.abs(fee) ? inside : 0;
}

/** Available balance before a line: as reported, else computed from the balance after it. */
export function beforeOf(line: StatementLine): number | null {
  const { balanceBefore, balanceAfter, amount, amountExact } = line;
  // An amount with more decimals is rounded, so the computed balance would be wrong by a cent.
  if (balanceBefore !== null || balanceAfter === null || amount === null || amountExact !== undefined)
    return balanceBefore;
  return movedAvailable(line) ? balanceAfter - amount : null;
}

/** A long word without spaces that contains a digit is an id of the provider, not a text to read. */
const ID = /^(?=\S*\d)[\w:.-]{12,}$/;
const OF_THE_SERVICE = /COMMISSION|FEE|TARIFF|TAXA/i;

type InsteadOfName = { by: 'provider'; text: string } | { by: 'us'; why: 'service' | 'unnamed' };

/** Text shown instead of a missing name: the provider's description, else a reason. Null: nothing is known. */
export function textInsteadOfName({
  description,
  type,
  transactionId,
}: Pick<StatementLine, 'description' | 'type' | 'transactionId'>): InsteadOfName | null {
  const text = description?.trim() ?? '';
  if (text !== '' && !ID.test(text)) return { by: 'provider', text };
  if (OF_THE_SERVICE.test(type ?? '')) return { by: 'us', why: 'service' };
  return transactionId === null ? null : { by: 'us', why: 'unnamed' };
}

/** Guesses the subject of an unknown type from the parts of its word. Null: no guess. */
export function typeReading(word: string): LineReading | null {
  const key = word
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1_$2')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_');
  return READINGS.find(([, pattern]) => pattern.test(key))?.[0] ?? null;
}

/** The first match counts, so reversals come before what they reverse. */
const READINGS = [
  ['DISPUTE', /INFRACTION|DISPUTE|CHARGEBACK|(?:^|_)MED(?:_|$)/],
  ['FEE', /(?:^|_)(?:FEE|FEES|TARIFF|TARIFA|TAX)(?:_|$)/],
  [
    'RELEASE',
    /UNBLOCK|UNHOLD|UNFREEZE|DESBLOQ|RELEASE|LIBERA|(?:BLOCK|HOLD|BLOQUEIO)\w*(?:REVERS|RETURN|ESTORN)/,
  ],
  ['BLOCK', /(?:^|_)(?:BLOCK|BLOCKED|BLOCKING|HOLD|HELD|FREEZE|JUDICIAL|RETENTION|RETENCAO)(?:_|$)|BLOQUE/],
  ['WITHDRAWAL_BACK', /(?:WITHDRAW|PAYOUT|CASH_?OUT|SAQUE)\w*(?:REVERS|REFUND|RETURN|ESTORN|DEVOL)/],
  ['REFUND', /REFUND|REVERS|RETURN|ESTORN|DEVOL/],
  // The service's own transfers out, which nobody asked for. A bank slip that was paid is "liquidado".
  ['SWEEP', /SWEEP|VARREDURA|^(?!.*(?:BOLETO|SLIP)).*LIQUIDA/],
  ['SWEEP', /(?:^|_)AUTO(?:MATIC[AO]?)?_?(?:WITHDRAW|TRANSFER|PAYOUT|CASH_?OUT|SAQUE)/],
  ['SWEEP', /(?:WITHDRAW|WITHDRAWAL|TRANSFER|PAYOUT|CASH_?OUT|SAQUE)_AUTO(?:MATIC[AO]?)?(?:_|$)/],
  ['TRANSFER', /TRANSFER/],
  ['WITHDRAWAL', /WITHDRAW|PAYOUT|CASH_?OUT|SAQUE|(?:^|_)PIX_OUT/],
  ['DEPOSIT', /DEPOSIT|CASH_?IN|RECEIV|PAYMENT|PAID|BOLETO|BANK_?SLIP|(?:^|_)PIX_IN/],
  ['ADJUSTMENT', /ADJUST|CORRECTION|AJUSTE|ACERTO|CORRECAO/],
] as const;
export type LineReading = (typeof READINGS)[number][0];

/** A Hub deposit from its statement line, as document 2 has no list of deposits. Null: another line. */
export function asDeposit(line: StatementLine): Payment | null {
  const { transactionId, type, counterparty } = line;
  if (type !== 'DEPOSIT' || transactionId === null || !transactionId.startsWith('deposit:')) return null;
  return {
    ...BARE_TRANSACTION,
    id: transactionId,
    // A line is in the statement only once the money arrived.
    status: 'COMPLETED',
    type: 'DEPOSIT',
    method: 'PIX',
    amount: line.gross ?? line.amount,
    fee: line.fee,
    payer: { ...NO_PARTY, name: counterparty.name, document: counterparty.document },
    createdAt: line.createdAt,
    paidAt: line.postedAt,
    endToEndId: line.endToEndId ?? null,
  };
}
