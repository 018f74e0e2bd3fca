import 'server-only';
import { numberText, parseJson, plainJson } from '#lib/core/http/json.ts';
import { secondsLeftOf } from '#lib/core/provider-numbers.ts';
import * as means from '#lib/providers/field-aliases.ts';
import {
  type Fields,
  isObject,
  number,
  objectReader,
  plainKey,
  type ReadObject,
} from '#lib/providers/fields.ts';
import type { DecodedCode, KeyHolder, RefundState } from '#lib/providers/money-records.ts';
import * as people from '#lib/providers/parties.ts';
import type { ProviderFile } from '#lib/providers/port.ts';
import type { Balance, Infraction, Refund } from '#lib/providers/records.ts';
import { hasAmount, hasId, type Must } from '#lib/providers/rows.ts';
import { best, UnreadableAnswer, unwrapLayers } from '#lib/providers/unwrap.ts';

/** Reader of an account's balance, shared by documents 1 and 2, as neither shows its fields. */

const FIELDS = {
  available: means.available(),
  /** Next to `available` it may be the total; alone it is the available balance. */
  balance: number(),
  blocked: means.blocked(),
  total: means.balanceTotal(),
  syncedAt: means.changed('syncedAt', 'asOf', 'synchronizedAt'),
};
const read = objectReader(FIELDS, ['balance', 'account', 'wallet']);

const readPart = objectReader({ amount: means.amount('value') });

/** Reads a balance in cents. `centsOf` parses the document's amounts; `asOf` is ISO 8601 UTC. */
export function balanceIn(
  json: unknown,
  centsOf: (written: string | null) => number | null,
  asOf: string,
): Balance {
  const hasAmount = ({ fields }: ReturnType<typeof read>) =>
    [fields.available, fields.balance, fields.total, fields.blocked].some((one) => centsOf(one) !== null);
  const { fields, other } = best(
    unwrapLayers(json, ['balance', 'balances', 'wallet', 'account', 'user']),
    read,
    hasAmount,
    ['balance'],
  );
  const available = centsOf(fields.available ?? fields.balance);
  const blocked = centsOf(fields.blocked);
  const sum = available === null || blocked === null ? null : available + blocked;
  return {
    available,
    blocked,
    total: centsOf(fields.total) ?? sum,
    breakdown: partsOf(other, centsOf),
    asOf: fields.syncedAt ?? asOf,
  };
}

export const balanceOf = (object: Record<string, unknown>): string | null => {
  const { balance, available } = read(object).fields;
  return balance ?? available;
};

/** Parts of the blocked amount: `blockedByWithdraw: 100` → withdraw 100; or an object of them. */
function partsOf(
  other: Record<string, unknown>,
  centsOf: (written: string | null) => number | null,
): Balance['breakdown'] {
  return Object.entries(other).flatMap(([key, value]) => {
    const [, named] = /^blocked_?by_?(.*)$/i.exec(key) ?? [];
    if (named === undefined) return [];
    if (named === '' && isObject(value)) return partsOf(prefixed(value), centsOf);
    const amount = centsOf(isObject(value) ? readPart(value).fields.amount : numberText(value));
    return amount === null ? [] : [{ kind: named.replace(/^./, (first) => first.toLowerCase()), amount }];
  });
}

const prefixed = (parts: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(parts).map(([key, value]) => [`blockedBy${key}`, value]));

/** A key's holder and a code's content, for documents 1 and 2, which do not show the fields. */

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

/** `centsOf` parses the document's amounts. `asOf`: ISO 8601 UTC, the start of the remaining time. */
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

export const OWN_OF_DISPUTES = ['infraction', 'dispute', 'claim', 'med', 'case'];

/** A party is a field of the dispute or of its transaction. */
const IN_TRANSACTION = ['payer', 'sender', 'debtor', 'receiver', 'recipient', 'creditor'];
const inTransaction = (of: readonly string[]) =>
  means.each(
    means.PAYMENTS,
    IN_TRANSACTION.filter((side) => of.includes(side)),
  );

export const INFRACTION_FIELDS = {
  id: means.id(),
  protocol: means.protocol(),
  status: means.state(),
  type: means.kind(),
  reportedBy: means.reporter(),
  reportDetails: {
    ...means.note('reportDetails', 'reportReason', 'reportDescription', 'report', 'details', 'reason'),
    like: /(?:claimant|reporter|payer|complain|claim).*(?:note|text|comment|message|statement|description|reason)/,
  },
  analysisResult: means.result(),
  analysisDetails: {
    ...means.resultNote(),
    like: /(?:result|decision|outcome|resolution|analysis|verdict).*(?:note|text|comment|details|description|reason)/,
  },
  reportedAt: means.opened(),
  createdAt: means.made('date', 'timestamp'),
  expiresAt: means.deadline(),
  /** Next to the status; only a dispute that was answered, or decided, has these. */
  answeredAt: means.answered(),
  resultAt: means.decided(),
  updatedAt: means.changed(),
  endToEndId: means.around(means.PAYMENTS, means.endToEndId()),
  ...people.party('payer', inTransaction(['payer', 'sender', 'debtor'])),
  ...people.party('receiver', inTransaction(['receiver', 'recipient', 'creditor'])),
  defenseHistory: means.defenses(),
};

type InfractionFields = Fields<typeof INFRACTION_FIELDS>;

/** The members of a dispute that documents 1 and 2 share. */
export const infractionOf = (fields: InfractionFields) => ({
  protocol: fields.protocol,
  status: fields.status,
  type: fields.type,
  reportedBy: fields.reportedBy,
  reason: fields.reportDetails,
  result: fields.analysisResult,
  resultDetails: fields.analysisDetails,
  openedAt: fields.reportedAt ?? fields.createdAt,
  deadline: fields.expiresAt,
  ...(fields.answeredAt === null ? {} : { answeredAt: fields.answeredAt }),
  ...(fields.resultAt === null ? {} : { decidedAt: fields.resultAt }),
  updatedAt: fields.updatedAt,
  endToEndId: fields.endToEndId,
  payer: people.partyOf(fields, 'payer'),
  receiver: people.partyOf(fields, 'receiver'),
});

/** Fields expected in every dispute; an ended one needs no deadline. */
export const INFRACTION_MUST: Must<Infraction> = {
  id: hasId,
  amount: hasAmount,
  status: ({ status }) => status !== null,
  date: ({ openedAt }) => openedAt !== null,
};

/** Reader of a payment's refunds, shared by documents 1 and 2, as neither shows their fields. */

const REFUND = {
  id: means.ownId('refund'),
  amount: means.amount(),
  status: means.state(),
  reason: means.reason('origin'),
  description: means.note(...means.failed().spellings),
  endToEndId: means.endToEndId('returnId'),
  refundedAt: means.refundedAt('completedAt', 'confirmedAt', 'endedAt', 'settledAt'),
  createdAt: means.made(),
};

export const readRefund = objectReader(REFUND, ['refund', 'return']);
export type WireRefund = ReadObject<typeof REFUND>['fields'];

/** `centsOf` parses the document's amounts. */
export const toRefund =
  (centsOf: (written: string | null) => number | null) =>
  ({ amount, ...same }: WireRefund): Refund => ({ ...same, amount: centsOf(amount) });

/** The state from an answer that has only the refund, or not even that. */
export const refundAlone = (refund: Refund | null): RefundState => ({
  refunded: null,
  inProgress: null,
  refundable: null,
  status: refund?.status ?? null,
  refunds: refund === null ? [] : [refund],
  openDispute: null,
});

/** File types by their first bytes; the type in a header is ignored. */
const KINDS = [
  { mimeType: 'application/pdf', begins: [0x25, 0x50, 0x44, 0x46, 0x2d] },
  { mimeType: 'image/png', begins: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { mimeType: 'image/jpeg', begins: [0xff, 0xd8, 0xff] },
] as const;
export type FileType = (typeof KINDS)[number]['mimeType'];
const DATA_URI = /^data:[\w.+-]+\/[\w.+-]+(?:;[\w=.-]+)*;base64,/i;
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;
const NAMES = means.FILES.map(plainKey);

/** Bytes, or base64 as text or within JSON. Throws UnreadableAnswer without a file of a `wanted` type. */
export function fileIn(bytes: Uint8Array, wanted: readonly FileType[]): ProviderFile {
  const found = typed(bytes, wanted) ?? fileInText(Buffer.from(bytes).toString('utf8'), wanted);
  if (found === null) throw new UnreadableAnswer('file');
  return found;
}

/** Decodes a file from base64; null when it holds no file of a `wanted` type. */
export function fileInBase64(text: string, wanted: readonly FileType[]): ProviderFile | null {
  const plain = text.trim().replace(DATA_URI, '').replace(/\s+/g, '');
  return BASE64.test(plain) ? typed(Buffer.from(plain, 'base64'), wanted) : null;
}

function typed(bytes: Uint8Array, wanted: readonly FileType[]): ProviderFile | null {
  const kind = KINDS.find(({ begins }) => begins.every((byte, at) => bytes[at] === byte));
  return kind !== undefined && wanted.includes(kind.mimeType) ? { bytes, mimeType: kind.mimeType } : null;
}

function fileInText(text: string, wanted: readonly FileType[]): ProviderFile | null {
  const plain = fileInBase64(text, wanted);
  if (plain !== null) return plain;
  const json = jsonOf(text);
  if (typeof json === 'string') return fileInBase64(json, wanted);
  const layers = unwrapLayers(json, [...NAMES, 'transaction']);
  for (const name of NAMES)
    for (const layer of layers)
      for (const [key, value] of Object.entries(layer)) {
        const file = typeof value === 'string' && plainKey(key) === name ? fileInBase64(value, wanted) : null;
        if (file !== null) return file;
      }
  return null;
}

function jsonOf(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}
