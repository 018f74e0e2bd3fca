import 'server-only';
import { plainJson } from '#lib/http/json.ts';
import { decimalToCents, type WireAmount } from '#lib/money.ts';
import type { PendingDeposit, StatementLine } from '#lib/providers/money-records.ts';
import type { WireDeposit, WireLine } from '#lib/providers/pix/wire-statement.ts';

/** Pure: what wire-statement.ts read → the records. Cents. */

const moneyOf = (text: string | null) => (text === null ? null : decimalToCents(text));
const centsOf = (text: string | null) => moneyOf(text)?.cents ?? null;
const otherOf = (other: Record<string, unknown>) => plainJson(other) as Record<string, unknown>;

export function toStatementLine({ fields, other }: WireLine): StatementLine {
  const { operation, reason, description, previousBalanceBlocked, newBalanceBlocked, ...same } = fields;
  const amount = signed(moneyOf(fields.amount), isDebit(fields));
  // A service may name the reason where others describe it.
  const word = reason === null && description !== null && /^[A-Z][A-Z0-9_]+$/.test(description);
  const apart = Object.entries({ operation, previousBalanceBlocked, newBalanceBlocked });
  const kept = apart.filter(([, value]) => value !== null);
  return {
    id: same.id ?? '',
    amount: amount?.cents ?? null,
    ...(amount?.exact === undefined ? {} : { amountExact: amount.exact }),
    balanceAfter: centsOf(same.newBalanceAvailable),
    balanceBefore: centsOf(same.previousBalanceAvailable),
    balanceType: same.balanceType,
    type: word ? description : reason,
    description: word ? null : description,
    transactionId: same.transactionId,
    disputeId: same.infractionId,
    gross: null,
    fee: null,
    status: same.status,
    statusReason: null,
    counterparty: { name: null, document: null, pixKey: null },
    createdAt: same.createdAt,
    postedAt: same.postedAt ?? same.createdAt,
    other: { ...Object.fromEntries(kept), ...otherOf(other) },
  };
}

const DEBIT = /^(?:decrement|debit|debito|débito|out|outgoing|saida|saída|d|minus|-)$/i;
const CREDIT = /^(?:increment|credit|credito|crédito|in|incoming|entrada|c|plus|\+)$/i;

/** By the operation's word, else by what it did to the balance; null where neither tells. */
function isDebit(fields: WireLine['fields']): boolean | null {
  const { operation } = fields;
  if (operation !== null && DEBIT.test(operation)) return true;
  if (operation !== null && CREDIT.test(operation)) return false;
  const blocked = /^blocked$/i.test(fields.balanceType ?? '');
  const before = centsOf(blocked ? fields.previousBalanceBlocked : fields.previousBalanceAvailable);
  const after = centsOf(blocked ? fields.newBalanceBlocked : fields.newBalanceAvailable);
  return before === null || after === null || before === after ? null : after < before;
}

/** A sign that came with the amount stays; an amount whose direction nobody tells is none. */
function signed(amount: WireAmount | null, debit: boolean | null): WireAmount | null {
  if (amount === null || amount.cents < 0 || debit === false) return amount;
  if (amount.cents === 0) return amount;
  if (debit === null) return null;
  return {
    cents: -amount.cents,
    ...(amount.exact === undefined ? {} : { exact: `-${amount.exact}` }),
  };
}

export function toPendingDeposit({ fields, other }: WireDeposit): PendingDeposit {
  return {
    id: fields.id ?? '',
    status: fields.status,
    amount: centsOf(fields.amount),
    payer: partyOf(fields, 'payer'),
    receiver: partyOf(fields, 'receiver'),
    endToEndId: fields.endToEndId,
    pixKey: fields.pixKey,
    description: fields.description,
    paidAt: fields.paidAt,
    approvedAt: fields.approvedAt,
    rejectedAt: fields.rejectedAt,
    rejectionReason: fields.rejectionReason,
    transactionId: fields.transactionId,
    createdAt: fields.createdAt,
    updatedAt: fields.updatedAt,
    other: otherOf(other),
  };
}

const partyOf = (fields: WireDeposit['fields'], side: 'payer' | 'receiver') => ({
  name: fields[`${side}Name`],
  document: fields[`${side}Document`],
  institutionIspb: fields[`${side}InstitutionIspb`],
  institutionName: fields[`${side}InstitutionName`],
  accountNumber: fields[`${side}AccountNumber`],
});
