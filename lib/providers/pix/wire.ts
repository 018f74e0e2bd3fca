import 'server-only';
import { best, layersOf, listOf, named } from '#lib/providers/envelopes.ts';
import { flag, instant, number, objectReader, type ReadObject, raw, text } from '#lib/providers/fields.ts';

/** Every spelling this product reads of document 1's answers, and of what document 1 does not show. */

const TRANSACTION = {
  id: text('transactionId', '_id'),
  status: text('transactionStatus'),
  type: text('transactionType'),
  method: text('paymentMethod'),
  amount: number(),
  serviceFeeCharged: number('serviceFee', 'feeCharged', 'fee'),
  qrCodeText: text('qrCodeEmv', 'qrCode', 'emv'),
  qrCodeBase64: text('qrCodeImage'),
  qrCodeUrl: text('qrCodeImageUrl'),
  generatedName: text(),
  generatedDocument: text(),
  generatedEmail: text(),
  payerName: text(),
  payerDocument: text('payerTaxId'),
  payerInstitutionIspb: text('payerIspb', 'payerBankIspb'),
  payerInstitutionName: text('payerInstitution', 'payerBankName', 'payerBank'),
  payerAccountNumber: text('payerAccount'),
  receiverName: text(),
  receiverDocument: text('receiverTaxId'),
  receiverInstitutionIspb: text('receiverIspb', 'receiverBankIspb'),
  receiverInstitutionName: text('receiverInstitution', 'receiverBankName', 'receiverBank'),
  receiverAccountNumber: text('receiverAccount'),
  endToEndId: text('e2eId', 'endToEnd'),
  createdAt: instant('creationDate', 'created'),
  updatedAt: instant('updateDate', 'updated'),
  paidAt: instant('paymentDate', 'paid'),
  withdrawPixKey: text('pixKey'),
  withdrawPixType: text('pixType', 'withdrawPixKeyType', 'pixKeyType'),
  clientReference: text('externalReference', 'externalRef'),
  virtualAccount: text(),
  callbackUrl: text(),
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
const NESTED = [
  ...['payer', 'payerInstitution', 'payerBank', 'payerAccount'],
  ...['receiver', 'receiverInstitution', 'receiverBank', 'receiverAccount'],
  ...['refund', 'qrCode', 'generated', 'withdraw', 'pixKey'],
];
export const readTransaction = objectReader(TRANSACTION, NESTED);
export type WireTransaction = ReadObject<typeof TRANSACTION>;

const REFUND = {
  id: text('refundId'),
  amount: number('refundAmount'),
  status: text('refundStatus'),
  reason: text('refundReason'),
  description: text('refundDescription'),
  endToEndId: text('refundEndToEndId'),
  refundedAt: instant(),
  createdAt: instant(),
};
const DISPUTE = {
  id: text('infractionId'),
  status: text(),
  createdAt: instant('reportedAt'),
  updatedAt: instant(),
};
const DELIVERY = {
  id: text('callbackId'),
  url: text('callbackUrl'),
  status: number('statusCode', 'httpStatus'),
  responseTime: number('responseTimeMs', 'duration'),
  createdAt: instant('sentAt'),
};
export const readRefund = objectReader(REFUND);
const readDispute = objectReader(DISPUTE);
const readDelivery = objectReader(DELIVERY);
/** Names under which a transaction's refunds stand. */
export const REFUNDS = ['refunds', ...TRANSACTION.refunds.spellings];
export type WireRefund = ReadObject<typeof REFUND>['fields'];
export type WireDispute = ReadObject<typeof DISPUTE>['fields'];
export type WireDelivery = ReadObject<typeof DELIVERY>['fields'];

export type WireTransactions = { rows: WireTransaction[]; total: number | null; pages: number | null };

/** GET /user/transactions. `total` and `pages` are null where the answer does not tell. */
export function readTransactions(json: unknown): WireTransactions {
  const { rows, total, pages } = listOf(json, ['transactions']);
  return { rows: rows.map(readTransaction), total, pages };
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
  available: number('balanceAvailable', 'availableBalance', 'balance', 'amountAvailable'),
  blocked: number('balanceBlocked', 'blockedBalance', 'amountBlocked'),
  total: number('balanceTotal', 'totalBalance'),
};
const readBalanceFields = objectReader(BALANCE, ['balance']);
export type WireBalance = ReadObject<typeof BALANCE>['fields'];

/** GET /user/balance. */
export function readBalance(json: unknown): WireBalance {
  const layers = layersOf(json, ['balance', 'balances', 'account', 'user']);
  return best(layers, readBalanceFields, (read) => read.known > 0, 'balance').fields;
}

const PROFILE = {
  id: text('userId', 'accountId'),
  name: text('companyName', 'tradeName', 'legalName'),
  accountNumber: text('account'),
  branch: text('agency'),
  status: text('accountStatus'),
  role: text(),
  allowDeposit: flag('depositAllowed', 'depositEnabled'),
  allowWithdraw: flag('withdrawAllowed', 'withdrawEnabled'),
  allowInfraction: flag('infractionAllowed', 'infractionEnabled'),
  cashInTicketMin: number('depositMin', 'minDeposit'),
  cashInTicketMax: number('depositMax', 'maxDeposit'),
  cashOutTicketMin: number('withdrawMin', 'minWithdraw'),
  cashOutTicketMax: number('withdrawMax', 'maxWithdraw'),
  dailyWithdrawLimit: raw('dailyWithdrawalLimit', 'withdrawLimit', 'withdrawDailyLimit'),
};
const LIMIT = {
  limit: number('dailyLimit', 'value', 'amount', 'total', 'max'),
  used: number('usage', 'usedToday', 'usedAmount', 'consumed'),
  updatedAt: instant(),
  lastReset: instant('lastResetAt', 'resetAt'),
};
const readProfileFields = objectReader(PROFILE);
const readLimit = objectReader(LIMIT);
export type WireProfile = ReadObject<typeof PROFILE> & { limit: ReadObject<typeof LIMIT>['fields'] | null };

/** GET /user. A daily limit may come as an object, as a list of one, or as a bare number. */
export function readProfile(json: unknown): WireProfile {
  const layers = layersOf(json, ['user', 'profile', 'account']);
  const profile = best(layers, readProfileFields, (read) => read.known >= 2, 'profile');
  const given = profile.fields.dailyWithdrawLimit;
  const [object] = layersOf(given);
  const read = object === undefined ? readLimit({ limit: given }) : readLimit(object);
  return { ...profile, limit: read.known > 0 ? read.fields : null };
}
