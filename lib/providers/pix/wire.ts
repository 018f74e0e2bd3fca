import 'server-only';
import { parseJson } from '#lib/core/http/json.ts';
import { collectWarnings } from '#lib/providers/absence.ts';
import * as means from '#lib/providers/field-aliases.ts';
import { objectReader, type ReadObject, text } from '#lib/providers/fields.ts';
import * as people from '#lib/providers/parties.ts';
import { readDeliveryRow, type WireDelivery } from '#lib/providers/pix/deliveries.ts';
import { OWN_OF_DISPUTES, readRefund, type WireRefund } from '#lib/providers/shared-readers.ts';
import { best, hasStrange, named, type Rows, rowsOf, unwrapLayers } from '#lib/providers/unwrap.ts';

/** Readers of document 1's answers, including fields that document 1 does not show. */

const TRANSACTION = {
  id: means.ownId('payment'),
  status: means.state(),
  type: means.kind('operationType'),
  direction: means.direction(),
  method: means.method(),
  amount: means.amount(),
  serviceFeeCharged: means.fee(),
  qrCodeText: means.codeText(),
  qrCodeBase64: means.codeImage(),
  qrCodeUrl: means.codeImageUrl(),
  generatedName: text(),
  generatedDocument: text(),
  generatedEmail: text(),
  ...people.party('payer'),
  ...people.party('receiver'),
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
  refundAmount: means.refunded(),
  refundStatus: text(),
  refundReason: text(),
  refundDescription: text(),
  refundedAt: means.refundedAt('refundRefundedAt'),
  cancellationReason: means.cancelled(),
  infraction: means.disputes(),
  callbackLog: means.deliveries(),
  refunds: means.refunds(),
};
export const OF_TRANSACTIONS = means.words(
  'transaction charge deposit pix payment withdraw withdrawal transfer internalTransfer',
);
export const readTransaction = objectReader(TRANSACTION, [...OF_TRANSACTIONS, 'tx']);
export type WireTransaction = ReadObject<typeof TRANSACTION>;
const DISPUTE = {
  id: means.id(),
  status: means.state(),
  createdAt: means.made(...means.opened().spellings),
  updatedAt: means.changed(),
};
const readDispute = objectReader(DISPUTE, OWN_OF_DISPUTES);
export type WireDispute = ReadObject<typeof DISPUTE>['fields'];
export type WireTransactions = Rows<WireTransaction>;

/** GET /user/transactions. `total`, `pages` and `more` are null when the answer does not state them. */
export const readTransactions = (json: unknown): WireTransactions =>
  rowsOf(json, ['transactions'], readTransaction.row);

/** The last row alone, before all of the text is parsed; null when the text does not show which it is. */
export function readLastTransaction(text: string): WireTransactions | null {
  const list = text.indexOf('[{') + 1;
  const last = text.lastIndexOf('},{"') + 2;
  if (list === 0 || last < list) return null;
  try {
    const json = parseJson(text.slice(0, list) + text.slice(last));
    const { value } = collectWarnings(() => readTransactions(json));
    return value.rows.length === 1 ? value : null;
  } catch {
    return null;
  }
}

export type WireDetail = {
  transaction: WireTransaction;
  refunds: WireRefund[];
  /** True when an entry of its refunds is no object. */
  lostRefund: boolean;
  disputes: WireDispute[];
  deliveries: WireDelivery[];
};

/** GET /user/transactions/{id}, with refunds, disputes and deliveries inside it or next to it. */
export function readDetail(json: unknown): WireDetail {
  const layers = unwrapLayers(json, ['transaction', 'transactions']);
  const transaction = best(layers, readTransaction, (read) => read.fields.id !== null || read.known >= 3, [
    'transaction',
    { id: ({ fields }) => fields.id !== null },
  ]);
  const fieldsOf = <T>(
    names: readonly string[],
    read: (object: Record<string, unknown>) => { fields: T },
  ): T[] => named(layers, names).map((object) => read(object).fields);
  return {
    transaction,
    refunds: fieldsOf(TRANSACTION.refunds.spellings, readRefund),
    lostRefund: hasStrange(layers, TRANSACTION.refunds.spellings),
    disputes: oncePerId(fieldsOf(TRANSACTION.infraction.spellings, readDispute)),
    deliveries: named(layers, TRANSACTION.callbackLog.spellings).map(readDeliveryRow),
  };
}

/** Drops repetitions: the same dispute is both in `infraction` and in the list `Infraction`. */
function oncePerId<T extends { id: string | null }>(found: T[]): T[] {
  return found.filter(({ id }, at) => id === null || found.findIndex((one) => one.id === id) === at);
}

const INWARD = ['deposit', 'cashIn'];
const OUTWARD = ['withdraw', 'withdrawal', 'cashOut'];
const PROFILE = {
  id: means.id(),
  name: people.paidName(),
  accountNumber: people.accountNumber('number'),
  branch: people.branch(),
  status: means.state(),
  role: means.role(),
  allowDeposit: means.allowed(INWARD),
  allowWithdraw: means.allowed(OUTWARD),
  allowInfraction: means.allowed(['infraction', 'dispute']),
  cashInTicketMin: means.least(INWARD),
  cashInTicketMax: means.most(INWARD),
  cashOutTicketMin: means.least(OUTWARD),
  cashOutTicketMax: means.most(OUTWARD),
  dailyWithdrawLimit: means.dailyLimit(OUTWARD),
};
const LIMIT = {
  limit: means.limit(),
  used: means.used(),
  updatedAt: means.changed(),
  lastReset: means.reset(),
};
const readProfileFields = objectReader(PROFILE, ['user', 'profile', 'merchant', 'account']);
const readLimit = objectReader(LIMIT);
export type WireProfile = ReadObject<typeof PROFILE> & { limit: ReadObject<typeof LIMIT>['fields'] | null };

/** GET /user. A daily limit may come as an object, as a list of one, or as a bare number. */
export function readProfile(json: unknown): WireProfile {
  const layers = unwrapLayers(json, ['user', 'profile', 'account']);
  const profile = best(layers, readProfileFields, (read) => read.known >= 1, ['profile']);
  const daily = profile.fields.dailyWithdrawLimit;
  const [object] = unwrapLayers(daily);
  const read = object === undefined ? readLimit({ limit: daily }) : readLimit(object);
  return { ...profile, limit: read.known > 0 ? read.fields : null };
}
