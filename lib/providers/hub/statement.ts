import 'server-only';
import { createHash } from 'node:crypto';
import { plainJson } from '#lib/http/json.ts';
import type { Parts } from '#lib/providers/client/parts.ts';
import { layersOf, listOf } from '#lib/providers/envelopes.ts';
import { instant, number, objectReader, type ReadObject, text } from '#lib/providers/fields.ts';
import {
  byCursor,
  type CursorList,
  lastInstant,
  names,
  oneOf,
  PERIOD,
  partsOfId,
} from '#lib/providers/hub/parts.ts';
import { notTaken } from '#lib/providers/hub/queries.ts';
import { cents } from '#lib/providers/hub/wire.ts';
import type { StatementLine } from '#lib/providers/money-records.ts';
import type { ProviderPort, StatementFilter } from '#lib/providers/port.ts';

type Thing = Exclude<keyof StatementFilter, 'direction' | 'amountFrom' | 'amountTo'>;

/** Of document 2's filters only period and line types have names that were seen. */
const SPELLINGS = {
  ...PERIOD,
  type: ['trigger', 'type', 'types', 'triggers', 'lineType'],
  transactionId: ['originId', 'id', 'operationId', 'identifier', 'reference'],
  amount: ['amount', 'value'],
  endToEndId: ['endToEndId', 'e2e', 'e2eId', 'endToEnd'],
  document: ['document', 'payerDocument', 'counterpartyDocument', 'taxId'],
  search: ['search', 'q', 'query', 'text'],
  status: ['status'],
  sort: ['sortBy', 'sort', 'sortField', 'orderBy'],
  order: ['sortDirection', 'sortOrder', 'order', 'direction'],
} as const;
const THINGS = Object.keys(SPELLINGS) as Thing[];
const NOT_THERE = ['direction', 'amountFrom', 'amountTo'] as const;
const SORTS = { posted: 'postedAt', created: 'createdAt' } as const;

/** Document 2, Statement. What the service refuses to filter by is refused at that field and no longer offered. */
export function statementOf(parts: Parts): NonNullable<ProviderPort['statement']> {
  const list: CursorList<Thing, StatementLine, { balance: number | null }> = {
    path: '/transactions/statement',
    names: names<Thing>(SPELLINGS),
    read(json) {
      const { rows, total } = listOf(json, ['entries', 'lines', 'statement', 'items']);
      return { rows: rows.map((row) => toLine(readLine(row))), total, extra: { balance: balanceIn(json) } };
    },
  };
  return {
    get filters() {
      return THINGS.filter((thing) => list.names.takes(thing));
    },
    async list(filter, page, call) {
      const refused = NOT_THERE.filter((name) => filter[name] !== undefined);
      if (refused.length > 0) throw notTaken(refused);
      const { extra, ...rest } = await byCursor(parts, list, valuesOf(filter), page, call);
      return { ...rest, balance: extra?.balance ?? null };
    },
  };
}

function valuesOf(filter: StatementFilter): Partial<Record<Thing, string | undefined>> {
  const { transactionId, amount, document, type, sort } = filter;
  return {
    from: filter.from,
    to: lastInstant(filter.to),
    type: type?.length ? type.join(',') : undefined,
    transactionId: transactionId === undefined ? undefined : partsOfId(transactionId).bare,
    amount: amount === undefined ? undefined : String(Math.abs(amount)),
    endToEndId: filter.endToEndId,
    document: document === undefined ? undefined : plainDocument(document),
    search: filter.search,
    status: oneOf('status', filter.status),
    sort: sort === undefined ? undefined : SORTS[sort],
    order: filter.order,
  };
}

/** On lines that went out it may be the destination's key: only a document loses its punctuation. */
function plainDocument(document: string): string {
  const bare = document.replace(/[.\-/\s]/g, '');
  return /^[0-9A-Z]{11,14}$/i.test(bare) ? bare : document;
}

const LINE = {
  id: text('lineId', '_id'),
  entryId: text(),
  amount: number('value', 'netAmount'),
  balanceAfter: number('newBalance', 'balance', 'runningBalance'),
  balanceBefore: number('previousBalance'),
  balanceType: text(),
  trigger: text('type', 'lineType', 'kind', 'operation'),
  description: text('comment'),
  originId: text('operationId', 'reference', 'origin'),
  paymentId: text(),
  depositId: text(),
  withdrawId: text(),
  transferId: text(),
  infractionProtocol: text('protocol', 'disputeProtocol'),
  gross: number('grossAmount', 'amountGross'),
  fee: number('serviceFee', 'feeAmount'),
  status: text('state'),
  statusReason: text('failureReason', 'reason'),
  statusDetail: text('statusDescription'),
  counterpartyName: text('payerName', 'payer.name', 'receiver.name', 'party.name'),
  counterpartyDocument: text(
    ...['payerDocument', 'counterparty.taxId', 'payer.document', 'receiver.document'],
    ...['party.document', 'party.taxId'],
  ),
  counterpartyPixKey: text('counterparty.key', 'receiver.pixKey', 'party.pixKey', 'party.key'),
  createdAt: instant('created'),
  postedAt: instant('date', 'occurredAt', 'effectiveAt'),
};
const readLine = objectReader(LINE, ['counterparty', 'payer', 'receiver', 'party']);
type WireLine = ReadObject<typeof LINE>;

function toLine({ fields, other }: WireLine): StatementLine {
  return {
    id: fields.id ?? fields.entryId ?? fallbackId(fields),
    amount: cents(fields.amount),
    balanceAfter: cents(fields.balanceAfter),
    balanceBefore: cents(fields.balanceBefore),
    balanceType: fields.balanceType,
    type: fields.trigger,
    description: fields.description,
    transactionId: originOf(fields),
    disputeId: fields.infractionProtocol,
    gross: cents(fields.gross),
    fee: cents(fields.fee),
    status: fields.status,
    statusReason: fields.statusReason ?? fields.statusDetail,
    counterparty: {
      name: fields.counterpartyName,
      document: fields.counterpartyDocument,
      pixKey: fields.counterpartyPixKey,
    },
    createdAt: fields.createdAt,
    postedAt: fields.postedAt,
    other: plainJson(other) as Record<string, unknown>,
  };
}

type Fields = WireLine['fields'];

/** Which kind of payment a line type speaks of; a refund or a dispute may be of a charge or of a deposit. */
const KINDS: readonly (readonly [type: RegExp, kind: string])[] = [
  [/^PAYMENT$/, 'payment'],
  [/^DEPOSIT$/, 'deposit'],
  [/^(PAYOUT|WITHDRAW|EXTERNAL_PAYMENT)/, 'withdraw'],
  [/TRANSFER/, 'transfer'],
];

function originOf(fields: Fields): string | null {
  if (fields.paymentId !== null) return `payment:${fields.paymentId}`;
  if (fields.depositId !== null) return `deposit:${fields.depositId}`;
  if (fields.withdrawId !== null) return `withdraw:${fields.withdrawId}`;
  if (fields.transferId !== null) return `transfer:${fields.transferId}`;
  if (fields.originId === null) return null;
  const kind = KINDS.find(([type]) => type.test(fields.trigger ?? ''))?.[1];
  return kind === undefined ? fields.originId : `${kind}:${fields.originId}`;
}

/** A line without an id keeps a stable one, so that lists neither lose nor repeat it. */
const fallbackId = (fields: Fields) =>
  `no-id-${createHash('sha256').update(JSON.stringify(fields)).digest('hex').slice(0, 16)}`;

const readBalance = objectReader({ balance: number('availableBalance', 'available', 'currentBalance') });

/** Beside the lines, never in one of them. */
function balanceIn(json: unknown): number | null {
  if (Array.isArray(json)) return null;
  const [told] = layersOf(json)
    .slice(0, 2)
    .filter((layer) => Object.values(layer).some(Array.isArray) || 'balance' in layer)
    .map((layer) => readBalance(layer).fields.balance)
    .filter((balance) => balance !== null);
  return cents(told ?? null);
}
