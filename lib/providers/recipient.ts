import 'server-only';
import { plainJson } from '#lib/core/http/json.ts';
import { secondsLeftOf } from '#lib/core/provider-numbers.ts';
import * as means from '#lib/providers/field-aliases.ts';
import { objectReader, type ReadObject } from '#lib/providers/fields.ts';
import type { DecodedCode, KeyHolder } from '#lib/providers/money-records.ts';
import * as people from '#lib/providers/parties.ts';
import { best, UnreadableAnswer, unwrapLayers } from '#lib/providers/unwrap.ts';

/**
 * Readers of a key's holder and of a code's content, shared by documents 1 and 2, which do not show the
 * fields.
 */

const HOLDER = {
  key: means.pixKey('key', 'key.key', 'key.value'),
  keyType: means.pixKeyType('key.type', 'key.keyType'),
  name: people.paidName(),
  document: people.paidDocument(),
  personType: people.personType('type'),
  accountType: people.accountType(),
  branch: people.branch(),
  accountNumber: people.accountNumber(),
  institutionIspb: people.bankIspb('participant'),
  institutionName: people.bankName('bank', 'institution'),
};
const readHolder = objectReader(HOLDER, ['key', 'dict', 'entry', 'destination', 'recipient']);

/** Reads a key's holder. Masked values were masked by the provider. */
export function holderIn(json: unknown): KeyHolder {
  const fits = ({ fields }: ReadObject<typeof HOLDER>) =>
    (fields.name ?? fields.document ?? fields.institutionName ?? fields.institutionIspb) !== null;
  const layers = unwrapLayers(json, ['key', 'pixKey', 'dict', 'entry', 'destination', 'recipient', 'holder']);
  const { fields, other } = best(layers, readHolder, fits, ['holder']);
  return { ...fields, other: plainJson(other) as Record<string, unknown> };
}

const CODE = {
  type: means.kind('qrCodeType', 'codeType', 'qrType'),
  isDynamic: means.dynamic(),
  name: people.paidName(),
  document: people.paidDocument(),
  city: people.city(),
  key: people.paidKey(),
  txid: means.txid(),
  url: means.url('payloadUrl', 'urlPayload', 'dynamicUrl'),
  description: means.note('additionalInformation', 'info', 'payerRequest'),
  amount: means.amount('finalAmount', 'amountToPay', 'totalAmount', 'amount.final'),
  originalAmount: means.originalAmount(),
  amountEditable: means.editable(),
  isAmountFixed: means.fixedAmount(),
  dueDate: means.dueDay(),
  expiresIn: means.secondsLeft(),
  expiresAt: means.deadline(),
};
const readCode = objectReader(CODE, ['qrCode', 'code', 'pix', 'brCode', 'merchant', 'holder']);
type Code = ReadObject<typeof CODE>['fields'];

/**
 * Reads a code's content. `centsOf` parses the document's amounts. `asOf`: ISO 8601 UTC, the start of the
 * remaining time.
 */
export function codeIn(
  json: unknown,
  centsOf: (written: string) => number | null,
  asOf: string,
): DecodedCode {
  const layers = unwrapLayers(json, ['qrCode', 'code', 'pixCode', 'pix', 'brcode', 'emv', 'decoded']);
  const { fields, other } = best(layers, readCode, ({ known }) => known >= 2, ['code']);
  const { amount, originalAmount, amountEditable, isDynamic, isAmountFixed, expiresIn, expiresAt, ...same } =
    fields;
  const content = [same.name, same.document, same.key, same.url, same.txid, same.type, amount, isDynamic];
  if (content.every((one) => one === null)) throw new UnreadableAnswer('code');
  // A code without an amount may contain 0.
  const sumOf = (written: string | null) => (written === null ? null : centsOf(written)) || null;
  const unknownFields = plainJson(other) as Record<string, unknown>;
  if (amount !== null && sumOf(amount) === null && Number(amount) !== 0) unknownFields.amount = amount;
  return {
    ...same,
    type: same.type ?? (isDynamic === null ? null : isDynamic ? 'DYNAMIC' : 'STATIC'),
    amount: sumOf(amount),
    originalAmount: sumOf(originalAmount),
    amountEditable: amountEditable ?? (isAmountFixed === null ? null : !isAmountFixed),
    expiresInSeconds: secondsLeft(fields, asOf),
    other: { ...unknownFields, ...(expiresAt === null ? {} : { expiresAt }) },
  };
}

/** Remaining seconds; 0 in a static code means that it does not end (null). */
function secondsLeft({ type, isDynamic, expiresIn, expiresAt }: Code, asOf: string): number | null {
  const seconds = secondsLeftOf(expiresIn);
  const ends = isDynamic === true || /dynamic|dinamic|dinâmic/i.test(type ?? '');
  if (seconds !== null) return seconds > 0 || ends ? Math.max(0, seconds) : null;
  const until = Date.parse(expiresAt ?? '');
  return Number.isNaN(until) ? null : Math.max(0, Math.floor((until - Date.parse(asOf)) / 1000));
}
