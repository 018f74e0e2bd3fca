import 'server-only';
import { best, layersOf, listOf, type WireList } from '#lib/providers/envelopes.ts';
import { instant, number, objectReader, type ReadObject, text } from '#lib/providers/fields.ts';

/** Document 1's statement entries and pending deposits, whose fields it does not show: every spelling read here. */

const LINE = {
  id: text('statementId', 'entryId', 'bankStatementId', '_id'),
  amount: number('value'),
  operation: text('direction', 'entryDirection', 'nature', 'creditDebit', 'operationType', 'side'),
  reason: text('type', 'entryType', 'statementType', 'category', 'event', 'trigger'),
  description: text('details', 'memo', 'history'),
  balanceType: text('balanceKind', 'wallet'),
  previousBalanceAvailable: number(
    ...['availableBefore', 'balanceBefore', 'previousBalance', 'balanceAvailableBefore'],
    ...['previousBalance.available', 'before.available'],
  ),
  newBalanceAvailable: number(
    ...['availableAfter', 'balanceAfter', 'newBalance', 'balance', 'balanceAvailableAfter'],
    ...['newBalance.available', 'after.available'],
  ),
  previousBalanceBlocked: number('blockedBefore', 'previousBalance.blocked', 'before.blocked'),
  newBalanceBlocked: number('blockedAfter', 'newBalance.blocked', 'after.blocked'),
  transactionId: text('transaction', 'transaction.id', 'originId', 'referenceId'),
  infractionId: text('infraction', 'infraction.id', 'disputeId', 'dispute.id'),
  status: text(),
  createdAt: instant('creationDate', 'created', 'date'),
  postedAt: instant('bookedAt', 'effectiveAt'),
  updatedAt: instant('updateDate', 'updated'),
};
const readLine = objectReader(LINE, [
  ...['previousBalance', 'newBalance', 'before', 'after', 'transaction', 'infraction', 'dispute'],
]);
export type WireLine = ReadObject<typeof LINE>;
const isLine = ({ fields, known }: WireLine) => fields.id !== null && fields.amount !== null && known >= 3;

type Rows<T> = Omit<WireList, 'rows'> & { rows: T[] };

/** GET /user/bank-statements. */
export function readStatement(json: unknown): Rows<WireLine> {
  const { rows, ...rest } = listOf(json, [
    'bankStatements',
    'statements',
    'bankStatement',
    'entries',
    'lines',
  ]);
  return { ...rest, rows: rows.map(readLine).filter(({ fields }) => fields.id !== null) };
}

/** GET /user/bank-statements/{id}. */
export const readStatementLine = (json: unknown): WireLine =>
  best(layersOf(json, ['bankStatement', 'statement', 'entry', 'line']), readLine, isLine, 'statement entry');

const SIDES = ['payer', 'receiver'].flatMap((side) =>
  ['', 'Institution', 'Bank', 'Account'].map((part) => `${side}${part}`),
);
const DEPOSIT = {
  id: text('depositId', 'pendingDepositId', '_id'),
  status: text('depositStatus', 'state'),
  amount: number('value'),
  payerName: text(),
  payerDocument: text('payerTaxId'),
  payerAccountNumber: text('payerAccount'),
  payerInstitutionIspb: text('payerIspb', 'payerBankIspb'),
  payerInstitutionName: text('payerInstitution', 'payerBankName', 'payerBank'),
  receiverName: text(),
  receiverDocument: text('receiverTaxId'),
  receiverAccountNumber: text('receiverAccount'),
  receiverInstitutionIspb: text('receiverIspb', 'receiverBankIspb'),
  receiverInstitutionName: text('receiverInstitution', 'receiverBankName', 'receiverBank'),
  endToEndId: text('e2eId', 'endToEnd'),
  pixKey: text('key', 'receiverPixKey'),
  description: text('message', 'additionalInfo'),
  paidAt: instant('paymentDate', 'paid'),
  approvedAt: instant('approvalDate'),
  rejectedAt: instant('rejectionDate'),
  rejectionReason: text('rejectReason', 'rejectedReason'),
  transactionId: text('transaction', 'transaction.id'),
  createdAt: instant('creationDate', 'created', 'receivedAt'),
  updatedAt: instant('updateDate', 'updated'),
};
const readDeposit = objectReader(DEPOSIT, [...SIDES, 'transaction']);
export type WireDeposit = ReadObject<typeof DEPOSIT>;

/** GET /user/deposit-pending. */
export function readDeposits(json: unknown): Rows<WireDeposit> {
  const { rows, ...rest } = listOf(json, ['data', 'deposits', 'depositsPending', 'pendingDeposits']);
  return { ...rest, rows: rows.map(readDeposit).filter(({ fields }) => fields.id !== null) };
}

/** GET /user/deposit-pending/{id}. */
export function readPendingDeposit(json: unknown): WireDeposit {
  const fits = ({ fields, known }: WireDeposit) => fields.id !== null && known >= 3;
  return best(layersOf(json, ['deposit', 'pendingDeposit', 'depositPending']), readDeposit, fits, 'deposit');
}
