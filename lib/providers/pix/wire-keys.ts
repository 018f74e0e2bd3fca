import 'server-only';
import { best, layersOf, UnreadableAnswer } from '#lib/providers/envelopes.ts';
import { flag, instant, number, objectReader, type ReadObject, text } from '#lib/providers/fields.ts';

/** Document 1, Keys and DICT, whose answers it does not show: every spelling this product reads. */

/** A name with and without each of the objects in which it may stand. */
const within = (objects: string, names: string) =>
  objects
    .split(' ')
    .flatMap((object) => names.split(' ').map((name) => (object === '-' ? name : `${object}.${name}`)));
const OWNERS =
  '- owner holder beneficiary receiver recipient payee creditor person accountOwner accountHolder merchant';
const BANKS = '- bank institution participant psp account account.bank account.institution';

const HOLDER = {
  key: text('pixKey', 'keyValue', 'addressingKey', 'key.key', 'key.value'),
  keyType: text('pixKeyType', 'pixType', 'addressingKeyType', 'key.type', 'key.keyType'),
  name: text(...within(OWNERS, 'name fullName legalName companyName'), 'ownerName', 'holderName'),
  document: text(
    ...within(OWNERS, 'document taxId taxIdNumber documentNumber cpfCnpj cpf cnpj'),
    ...['ownerDocument', 'holderDocument'],
  ),
  personType: text(...within(OWNERS, 'personType type'), 'ownerType', 'holderType'),
  accountType: text('account.type', 'account.accountType', 'typeAccount'),
  branch: text('agency', 'branchCode', 'account.branch', 'account.agency', 'account.branchCode'),
  accountNumber: text('account.number', 'account.accountNumber', 'accountNo', 'account'),
  institutionIspb: text(...within(BANKS, 'ispb'), 'bankIspb', 'participantIspb', 'participant'),
  institutionName: text(
    ...within(
      'bank institution participant psp account.bank account.institution holder.bank owner.bank',
      'name legalName fullName',
    ),
    ...['bankName', 'bank', 'institution', 'participantName'],
  ),
};
const readHolderFields = objectReader(HOLDER, ['key', 'dict', 'entry']);
export type WireHolder = ReadObject<typeof HOLDER>;

/** GET /pix/key, or GET /user/dict. */
export function readHolder(json: unknown): WireHolder {
  const fits = ({ fields }: WireHolder) =>
    (fields.name ?? fields.document ?? fields.institutionName ?? fields.institutionIspb) !== null;
  return best(layersOf(json, ['key', 'pixKey', 'dict', 'entry']), readHolderFields, fits, 'holder of a key');
}

const CODE = {
  type: text('qrCodeType', 'codeType', 'qrType', 'kind'),
  name: text(...within(OWNERS, 'name fullName legalName'), 'receiverName', 'beneficiaryName', 'merchantName'),
  document: text(
    ...within(OWNERS, 'document taxId documentNumber cpfCnpj cpf cnpj'),
    ...['receiverDocument', 'beneficiaryDocument'],
  ),
  city: text(...within(OWNERS, 'city'), 'merchantCity', 'beneficiaryCity', 'receiverCity'),
  key: text('pixKey', 'keyValue', ...within('receiver beneficiary', 'key pixKey')),
  txid: text('transactionIdentification', 'txIdentifier', 'conciliationId', 'identifier'),
  url: text('location', 'payloadUrl', 'urlPayload', 'dynamicUrl'),
  description: text('additionalInfo', 'additionalInformation', 'message', 'info', 'payerRequest'),
  amount: number('value', 'finalAmount', 'amountToPay', 'totalAmount', 'amount.value', 'amount.final'),
  originalAmount: number('originalValue', 'nominalAmount', 'amount.original', 'amount.originalValue'),
  amountEditable: flag(
    ...['editable', 'isAmountEditable', 'allowAmountChange', 'allowsChange', 'canChangeAmount'],
    ...['amount.editable', 'amount.canChange', 'amountChangeable'],
  ),
  expiresIn: number('expiresInSeconds', 'expirationSeconds', 'expiration', 'secondsLeft', 'ttl'),
  expiresAt: instant('expirationDate', 'expirationAt', 'dueAt'),
  dueDate: text('dueOn', 'maturityDate'),
};
const readCodeFields = objectReader(CODE, ['qrCode', 'code', 'pix']);
export type WireCode = ReadObject<typeof CODE>;

/** POST /pix/qrcode/read. */
export function readCode(json: unknown): WireCode {
  const layers = layersOf(json, ['qrCode', 'qrcode', 'code', 'pix', 'brcode', 'emv']);
  const found = best(layers, readCodeFields, ({ known }) => known >= 2, 'code');
  const { name, document, key, amount, url, txid, type } = found.fields;
  if ((name ?? document ?? key ?? amount ?? url ?? txid ?? type) === null) throw new UnreadableAnswer('code');
  return found;
}
