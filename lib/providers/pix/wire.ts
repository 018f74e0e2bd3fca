import 'server-only';
import { OWN_OF_DISPUTES } from '#lib/providers/dispute-fields.ts';
import { best, layersOf, listOf, named, type WireList } from '#lib/providers/envelopes.ts';
import { flag, instant, number, objectReader, type ReadObject, raw, text } from '#lib/providers/fields.ts';
import * as means from '#lib/providers/meanings.ts';

/** Document 1's answers, and what document 1 does not show. */

const TRANSACTION = {
  id: means.id('transactionId'),
  status: means.state('transactionStatus'),
  type: means.kind('transactionType', 'operationType'),
  method: text('paymentMethod'),
  amount: means.amount(),
  serviceFeeCharged: means.fee(),
  qrCodeText: text('qrCodeEmv', 'qrCode', 'emv', 'brCode', 'copyPaste', 'pixCopyPaste'),
  qrCodeBase64: text('qrCodeImage'),
  qrCodeUrl: text('qrCodeImageUrl'),
  generatedName: text(),
  generatedDocument: text(),
  generatedEmail: text(),
  ...means.party('payer'),
  ...means.party('receiver'),
  endToEndId: means.endToEndId(),
  createdAt: means.made(),
  updatedAt: means.changed(),
  date: means.instantOfRow(),
  paidAt: means.paid(),
  withdrawPixKey: means.pixKey('withdraw.key'),
  withdrawPixType: means.pixKeyType('withdrawPixKeyType', 'withdraw.keyType'),
  clientReference: means.reference(),
  virtualAccount: text(),
  callbackUrl: means.callbackUrl(),
  refundEndToEndId: text(),
  refundAmount: number('refundedAmount'),
  refundStatus: text(),
  refundReason: text(),
  refundDescription: text(),
  refundedAt: instant('refundDate', 'refundRefundedAt'),
  cancellationReason: text('cancelationReason', 'cancelReason'),
  infraction: raw('infractions', 'dispute', 'disputes'),
  callbackLog: raw('callbackLogs', 'callbacks', 'deliveries'),
  refunds: raw('refundHistory'),
};
export const readTransaction = objectReader(TRANSACTION, [
  ...['transaction', 'tx', 'charge', 'payment', 'deposit', 'withdraw', 'withdrawal', 'transfer', 'pix'],
]);
export type WireTransaction = ReadObject<typeof TRANSACTION>;

const REFUND = {
  id: means.id('refundId'),
  amount: means.amount('refundAmount'),
  status: means.state('refundStatus'),
  reason: means.reason('refundReason'),
  description: means.note('refundDescription'),
  endToEndId: means.endToEndId('refundEndToEndId'),
  refundedAt: instant('completedAt', 'returnedAt'),
  createdAt: means.made(),
};
const DISPUTE = {
  id: means.id('infractionId'),
  status: means.state(),
  createdAt: means.made('reportedAt', 'openedAt'),
  updatedAt: means.changed(),
};
const DELIVERY = {
  id: means.id('callbackId'),
  url: means.url('callbackUrl'),
  status: number('statusCode', 'httpStatus'),
  responseTime: number('responseTimeMs', 'duration'),
  createdAt: means.made('sentAt'),
};
export const readRefund = objectReader(REFUND, ['refund', 'return']);
const readDispute = objectReader(DISPUTE, OWN_OF_DISPUTES);
const readDelivery = objectReader(DELIVERY, ['callback', 'delivery', 'log']);
/** Names under which a transaction's refunds stand. */
export const REFUNDS = ['refunds', ...TRANSACTION.refunds.spellings];
export type WireRefund = ReadObject<typeof REFUND>['fields'];
export type WireDispute = ReadObject<typeof DISPUTE>['fields'];
export type WireDelivery = ReadObject<typeof DELIVERY>['fields'];

export type WireTransactions = Pick<WireList, 'total' | 'pages' | 'strange'> & { rows: WireTransaction[] };

/** GET /user/transactions. `total` and `pages` are null where the answer does not tell. */
export function readTransactions(json: unknown): WireTransactions {
  const { rows, more: _, ...rest } = listOf(json, ['transactions']);
  return { ...rest, rows: rows.map(readTransaction.row) };
}

export type WireDetail = {
  transaction: WireTransaction;
  refunds: WireRefund[];
  disputes: WireDispute[];
  deliveries: WireDelivery[];
};

/** GET /user/transactions/{id}: the transaction, and what is named beside it or in it. */
export function readDetail(json: unknown): WireDetail {
  const layers = layersOf(json, ['transaction', 'transactions']);
  const transaction = best(
    layers,
    readTransaction,
    (read) => read.fields.id !== null || read.known >= 3,
    'transaction',
  );
  const fieldsOf = <T>(
    names: readonly string[],
    read: (object: Record<string, unknown>) => { fields: T },
  ): T[] => named(layers, names).map((object) => read(object).fields);
  return {
    transaction,
    refunds: fieldsOf(REFUNDS, readRefund),
    disputes: oncePerId(fieldsOf(['infraction', ...TRANSACTION.infraction.spellings], readDispute)),
    deliveries: fieldsOf(['callbackLog', ...TRANSACTION.callbackLog.spellings], readDelivery),
  };
}

/** The same dispute stands both in `infraction` and in the list `Infraction`. */
function oncePerId<T extends { id: string | null }>(found: T[]): T[] {
  return found.filter(({ id }, at) => id === null || found.findIndex((one) => one.id === id) === at);
}

const BALANCE = {
  available: number(
    'balanceAvailable',
    'availableBalance',
    'balance',
    'amountAvailable',
    'free',
    'withdrawable',
  ),
  blocked: number('balanceBlocked', 'blockedBalance', 'amountBlocked', 'held', 'reserved'),
  total: number('balanceTotal', 'totalBalance', 'total'),
};
const readBalanceFields = objectReader(BALANCE, ['balance']);
export type WireBalance = ReadObject<typeof BALANCE>['fields'];

/** GET /user/balance. */
export function readBalance(json: unknown): WireBalance {
  const layers = layersOf(json, ['balance', 'balances', 'account', 'user']);
  return best(layers, readBalanceFields, (read) => read.known > 0, 'balance').fields;
}

const PROFILE = {
  id: means.id('userId', 'accountId'),
  name: text('companyName', 'tradeName', 'legalName', 'fullName', 'holderName', 'owner.name', 'holder.name'),
  accountNumber: text('account', 'account.number', 'number', 'accountNo', 'bankAccount.number'),
  branch: text('agency', 'account.branch', 'account.agency', 'branchCode'),
  status: means.state('accountStatus'),
  role: text('profile', 'userRole'),
  allowDeposit: flag('depositAllowed', 'depositEnabled', 'permissions.deposit', 'canDeposit'),
  allowWithdraw: flag('withdrawAllowed', 'withdrawEnabled', 'permissions.withdraw', 'canWithdraw'),
  allowInfraction: flag('infractionAllowed', 'infractionEnabled', 'permissions.infraction'),
  cashInTicketMin: number('depositMin', 'minDeposit', 'cashIn.min', 'deposit.min'),
  cashInTicketMax: number('depositMax', 'maxDeposit', 'cashIn.max', 'deposit.max'),
  cashOutTicketMin: number('withdrawMin', 'minWithdraw', 'cashOut.min', 'withdraw.min'),
  cashOutTicketMax: number('withdrawMax', 'maxWithdraw', 'cashOut.max', 'withdraw.max'),
  dailyWithdrawLimit: raw('dailyWithdrawalLimit', 'withdrawLimit', 'withdrawDailyLimit'),
};
const LIMIT = {
  limit: number('dailyLimit', 'value', 'amount', 'total', 'max'),
  used: number('usage', 'usedToday', 'usedAmount', 'consumed'),
  updatedAt: instant(),
  lastReset: instant('lastResetAt', 'resetAt'),
};
const readProfileFields = objectReader(PROFILE, ['user', 'profile', 'merchant', 'account']);
const readLimit = objectReader(LIMIT);
export type WireProfile = ReadObject<typeof PROFILE> & { limit: ReadObject<typeof LIMIT>['fields'] | null };

/** GET /user. A daily limit may come as an object, as a list of one, or as a bare number. */
export function readProfile(json: unknown): WireProfile {
  const layers = layersOf(json, ['user', 'profile', 'account']);
  const profile = best(layers, readProfileFields, (read) => read.known >= 1, 'profile');
  const given = profile.fields.dailyWithdrawLimit;
  const [object] = layersOf(given);
  const read = object === undefined ? readLimit({ limit: given }) : readLimit(object);
  return { ...profile, limit: read.known > 0 ? read.fields : null };
}
