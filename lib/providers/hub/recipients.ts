import 'server-only';
import { plainJson } from '#lib/http/json.ts';
import { absenceOf } from '#lib/providers/absence.ts';
import { best, layersOf } from '#lib/providers/envelopes.ts';
import { flag, number, objectReader, text, wholeNumber } from '#lib/providers/fields.ts';
import { given, type HubParts } from '#lib/providers/hub/parts.ts';
import { cents } from '#lib/providers/hub/wire.ts';
import type { DecodedCode, KeyHolder } from '#lib/providers/money-records.ts';
import type { ProviderPort } from '#lib/providers/port.ts';

/** Document 2, looked up before paying: who a key pays, what a code says. They change nothing. */
export function recipientsOf({
  client,
  readable,
  paths,
}: HubParts): Required<Pick<ProviderPort, 'keyLookup' | 'decodeCode'>> {
  return {
    async keyLookup(key, keyType, call) {
      const body = given({ pixKey: key, pixKeyType: keyType?.toUpperCase() });
      const { json } = await client.ask('/transactions/pix/destination', body, call);
      return readable(() => toHolder(json));
    },
    async decodeCode(code, call) {
      const ask = (path: string) => client.ask(path, { brCode: code }, call);
      const { json } = await paths.decode.read(ask).catch((error: unknown) => {
        // The recipient's look-up is document 2's own, and takes a code as well.
        if (absenceOf(error) === null) throw error;
        return ask('/transactions/pix/destination');
      });
      return readable(() => toDecoded(json));
    },
  };
}

const readHolder = objectReader({
  key: text('pixKey', 'key.value'),
  keyType: text('pixKeyType', 'type', 'key.type'),
  holderName: text('name', 'ownerName', 'owner.name'),
  holderDocument: text('document', 'taxId', 'holder.taxId', 'ownerDocument', 'owner.document', 'owner.taxId'),
  personType: text('holderType', 'holder.personType', 'holder.type'),
  accountType: text('bank.accountType', 'account.type'),
  branch: text('bank.branch', 'agency', 'bank.agency', 'account.branch'),
  accountNumber: text('bank.accountNumber', 'account', 'bank.account', 'account.number'),
  ispb: text('bank.ispb', 'bankIspb', 'institutionIspb', 'institution.ispb'),
  institution: text('bank.name', 'bankName', 'bank', 'institutionName', 'institution', 'institution.name'),
});

function toHolder(json: unknown): KeyHolder {
  const { fields, other } = best(
    layersOf(json, ['destination', 'recipient']),
    readHolder,
    (read) => read.known >= 2,
    'recipient',
  );
  return {
    key: fields.key,
    keyType: fields.keyType,
    name: fields.holderName,
    document: fields.holderDocument,
    personType: fields.personType,
    accountType: fields.accountType,
    branch: fields.branch,
    accountNumber: fields.accountNumber,
    institutionIspb: fields.ispb,
    institutionName: fields.institution,
    other: plainJson(other) as Record<string, unknown>,
  };
}

const readDecoded = objectReader(
  {
    type: text('qrCodeType', 'codeType'),
    isDynamic: flag('dynamic'),
    name: text('merchantName', 'receiverName', 'merchant.name', 'holderName', 'holder.name'),
    document: text(
      ...(['merchantDocument', 'receiverDocument', 'merchant.document'] as const),
      ...(['holderDocument', 'holder.document'] as const),
    ),
    city: text('merchantCity', 'merchant.city'),
    key: text('pixKey'),
    txid: text('transactionId', 'reference'),
    url: text('location', 'payloadUrl'),
    description: text('additionalInfo', 'comment', 'message'),
    amount: number('value'),
    originalAmount: number('amountOriginal'),
    isAmountFixed: flag('amountFixed', 'fixedAmount'),
    amountEditable: flag('isAmountEditable', 'editableAmount'),
    expiresInSeconds: number('expiresIn', 'expiration'),
    dueDate: text('dueAt', 'due'),
  },
  ['merchant', 'holder'],
);

function toDecoded(json: unknown): DecodedCode {
  const { fields, other } = best(
    layersOf(json, ['code', 'brCode', 'decoded', 'qrCode']),
    readDecoded,
    (read) => read.known >= 2,
    'decoded code',
  );
  const { type, isDynamic, isAmountFixed, amountEditable, expiresInSeconds, ...same } = fields;
  const kind = isDynamic === null ? null : isDynamic ? 'DYNAMIC' : 'STATIC';
  return {
    ...same,
    type: type ?? kind,
    amount: cents(fields.amount),
    originalAmount: cents(fields.originalAmount),
    amountEditable: amountEditable ?? (isAmountFixed === null ? null : !isAmountFixed),
    // A nought: it does not end.
    expiresInSeconds: wholeNumber(expiresInSeconds) || null,
    other: plainJson(other) as Record<string, unknown>,
  };
}
