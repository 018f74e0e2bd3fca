import 'server-only';
import { plainJson } from '#lib/core/http/json.ts';
import type { WireAmount } from '#lib/core/money.ts';
import { sameState } from '#lib/core/status/money.ts';
import { isBlockedBalance } from '#lib/core/status/service.ts';
import { type Direction, directionWord, signedAmount } from '#lib/providers/direction.ts';
import * as means from '#lib/providers/field-aliases.ts';
import { objectReader, type ReadObject, text } from '#lib/providers/fields.ts';
import {
  type Answer,
  atLeast,
  equal,
  isDocument,
  matchRows,
  missingAsNoMatch,
  some,
  type Tests,
} from '#lib/providers/filters.ts';
import type { StatementLine } from '#lib/providers/money-records.ts';
import * as people from '#lib/providers/parties.ts';
import type { StatementFilter } from '#lib/providers/port.ts';
import { derivedId, hasId, type Must } from '#lib/providers/rows.ts';

/** Reader of an account's statement lines, shared by documents 1 and 2, as neither shows their fields. */

const EVERYBODY = ['payer', 'receiver', 'sender', 'recipient', 'beneficiary', 'debtor', 'creditor'];
const LINE = {
  id: means.id(),
  entryId: text(),
  amount: means.amount('signedAmount'),
  netAmount: means.netAmount(),
  gross: means.grossAmount(),
  fee: means.fee(),
  direction: means.direction(),
  operation: means.operation(),
  kind: means.kind('lineType', 'statementType', 'entryType'),
  reason: means.trigger(),
  description: means.note('details', 'history'),
  balanceType: means.balanceKind(),
  before: means.balanceBefore(),
  after: means.balanceAfter(),
  blockedBefore: means.blockedBefore(),
  blockedAfter: means.blockedAfter(),
  originId: means.ofPayment('operationId', 'originId', 'referenceId', 'reference', 'origin'),
  ...means.ofKinds(),
  disputeId: means.ofDispute(),
  endToEndId: means.endToEndId(),
  status: means.state(),
  statusReason: means.failed(),
  statusDetail: means.stateNote(),
  ...people.party('counterparty', EVERYBODY),
  counterpartyPixKey: means.around(
    ['counterparty', ...EVERYBODY, 'party'],
    means.pixKey('destinationKey', 'key'),
  ),
  createdAt: means.made(),
  postedAt: means.booked(),
  date: means.instantOfRow(),
};
const OWN = [
  'line',
  'entry',
  'statement',
  'bankStatement',
  'movement',
  'posting',
  'ledger',
  'transactionLine',
];
export const readLine = objectReader(LINE, OWN);
export type WireLine = ReadObject<typeof LINE>;
type Fields = WireLine['fields'];

/** How one document's statement writes amounts, types and ids. */
export type Dialect = {
  amountOf: (written: string) => WireAmount | null;
  /** Direction of a line type that the document names; undefined for any other. */
  documented: (type: string) => Direction | undefined;
  /** True when payment ids need their kind as a prefix, because the routes do (`payment:…`). */
  kinds: boolean;
};

/**
 * Lines of one page. `signs`: whether the list has shown that it writes a minus for outgoing money; null:
 * unknown. A row that shows that it does not outweighs every minus before it.
 */
export function toLines(
  wires: readonly WireLine[],
  dialect: Dialect,
  signs: boolean | null = null,
): { lines: StatementLine[]; signs: boolean | null } {
  const here = signsIn(wires, dialect);
  const shown = here === false ? here : (signs ?? here);
  return { lines: wires.map((wire) => toLine(wire, dialect, shown === true)), signs: shown };
}

/** True: a minus. False: outgoing money without one. Null: neither. */
function signsIn(wires: readonly WireLine[], dialect: Dialect): boolean | null {
  let minus = false;
  for (const { fields } of wires) {
    const cents = centsOf(fields.amount ?? fields.netAmount, dialect);
    if (cents === null || cents === 0) continue;
    if (cents < 0) minus = true;
    else if (wordsOf(fields).some((word) => directionWord(word) === 'out')) return false;
  }
  return minus ? true : null;
}

export function toLine({ fields, other }: WireLine, dialect: Dialect, signs: boolean): StatementLine {
  const written = fields.amount ?? fields.netAmount;
  const amount = written === null ? null : dialect.amountOf(written);
  const type = typeOf(fields);
  const cents = (text: string | null) => centsOf(text, dialect);
  const isBlocked = isBlockedBalance(fields.balanceType);
  const signed =
    amount === null
      ? { amount: null }
      : signedAmount({
          words: wordsOf(fields),
          type: type.word,
          cents: amount.cents,
          before: cents(isBlocked ? fields.blockedBefore : fields.before),
          after: cents(isBlocked ? fields.blockedAfter : fields.after),
          documented: type.word === null ? undefined : dialect.documented(type.word),
          signs,
        });
  return {
    id: fields.id ?? fields.entryId ?? derivedId({ fields, other }),
    ...signed,
    ...exactOf(amount, signed.amount),
    balanceAfter: cents(fields.after),
    balanceBefore: cents(fields.before),
    balanceType: fields.balanceType,
    type: type.word,
    description: type.described ? null : fields.description,
    transactionId: originOf(fields, type.word, dialect),
    disputeId: fields.disputeId,
    ...(fields.endToEndId === null ? {} : { endToEndId: fields.endToEndId }),
    gross: cents(fields.gross),
    fee: cents(fields.fee),
    status: fields.status,
    statusReason: fields.statusReason ?? fields.statusDetail,
    counterparty: {
      name: fields.counterpartyName,
      document: fields.counterpartyDocument,
      pixKey: fields.counterpartyPixKey,
    },
    createdAt: fields.createdAt ?? fields.date,
    postedAt: fields.postedAt ?? fields.createdAt ?? fields.date,
    other: { ...aside(fields, type.word, dialect), ...(plainJson(other) as Record<string, unknown>) },
  };
}

const wordsOf = ({ direction, operation, kind, reason }: Fields) => [direction, operation, kind, reason];

const centsOf = (text: string | null, { amountOf }: Dialect) =>
  text === null ? null : (amountOf(text)?.cents ?? null);

function exactOf(amount: WireAmount | null, signed: number | null): { amountExact?: string } {
  if (amount?.exact === undefined) return {};
  const bare = amount.exact.replace(/^-/, '');
  return { amountExact: signed !== null && signed < 0 ? `-${bare}` : bare };
}

/** The line's type: a word that means more than a direction. A service may write it as the description. */
function typeOf(fields: Fields): { word: string | null; described: boolean } {
  const { reason, kind, operation, description } = fields;
  const word = [reason, kind, operation].find((one) => one !== null && directionWord(one) === null) ?? null;
  const described = word === null && description !== null && /^[A-Z][A-Z0-9_]+$/.test(description);
  return described ? { word: description, described } : { word, described };
}

/** Values without a field of their own, and unreadable amounts. */
function aside(fields: Fields, type: string | null, dialect: Dialect): Record<string, unknown> {
  const { amount, netAmount, gross, fee, direction, operation, kind, reason } = fields;
  const labels = { direction, operation, kind, reason };
  const sums = { amount, netAmount, gross, fee };
  return {
    ...Object.fromEntries(Object.entries(labels).filter(([, word]) => word !== null && word !== type)),
    ...Object.fromEntries(
      Object.entries({
        previousBalanceBlocked: fields.blockedBefore,
        newBalanceBlocked: fields.blockedAfter,
      }).filter(([, value]) => value !== null),
    ),
    ...Object.fromEntries(
      Object.entries(sums).filter(([, text]) => text !== null && dialect.amountOf(text) === null),
    ),
    ...(amount !== null && netAmount !== null ? { netAmount } : {}),
  };
}

/** By line type (document 2). Refunds and disputes may be of a charge or a deposit. */
const KINDS: readonly (readonly [type: RegExp, kind: string])[] = [
  [/^PAYMENT$/, 'payment'],
  [/^DEPOSIT$/, 'deposit'],
  [/^(PAYOUT|WITHDRAW|EXTERNAL_PAYMENT)/, 'withdraw'],
  [/TRANSFER/, 'transfer'],
];

function originOf(fields: Fields, type: string | null, { kinds }: Dialect): string | null {
  const { paymentId, depositId, withdrawId, transferId, originId } = fields;
  const named = { payment: paymentId, deposit: depositId, withdraw: withdrawId, transfer: transferId };
  const found = Object.entries(named).find(([, id]) => id !== null);
  const id = found?.[1] ?? originId;
  if (id === null || !kinds) return id;
  const kind = found?.[0] ?? KINDS.find(([of]) => of.test(type ?? ''))?.[1];
  return kind === undefined ? id : `${kind}:${id}`;
}

export const LINE_MUST: Must<StatementLine> = {
  id: hasId,
  amount: ({ amount, amountUnsigned }) => amount !== null || amountUnsigned !== undefined,
  direction: ({ directionDoubt }) => directionDoubt === undefined,
  date: ({ createdAt, postedAt }) => createdAt !== null || postedAt !== null,
};

const DAY_MS = 86_400_000;

/**
 * The period is of creation. A line with a posting date alone is tested by that, less strictly by `marginMs`
 * if the service applies the period: a line is created before it is posted.
 */
const periodTests = (marginMs: number): Tests<StatementLine, StatementFilter> => ({
  from: ({ createdAt, postedAt }, { from }) => {
    if (createdAt !== null) return Date.parse(createdAt) >= Date.parse(from);
    return postedAt === null ? null : Date.parse(postedAt) >= Date.parse(from) - marginMs;
  },
  to: ({ createdAt, postedAt }, { to }) => {
    if (createdAt !== null) return Date.parse(createdAt) < Date.parse(to);
    return postedAt === null ? null : Date.parse(postedAt) < Date.parse(to) + marginMs;
  },
});
const [STRICT, LENIENT] = [periodTests(0), periodTests(DAY_MS)];

const sizeOf = ({ amount, amountUnsigned }: StatementLine) =>
  amount === null ? (amountUnsigned ?? null) : Math.abs(amount);

function isDirection({ amount }: StatementLine, direction: 'in' | 'out'): Answer {
  if (amount === null) return null;
  return amount === 0 || amount > 0 === (direction === 'in');
}

const bareId = (id: string) => id.replace(/^(?:payment|deposit|withdraw|transfer):/, '');
function isFound({ counterparty: { name, pixKey }, description }: StatementLine, requested: string): Answer {
  const texts = [name, pixKey, description].filter((text) => text !== null);
  if (texts.some((text) => text.toLowerCase().includes(requested.toLowerCase()))) return true;
  return (name === null && pixKey === null) || texts.some((text) => text.includes('*')) ? null : false;
}

const TESTS: Tests<StatementLine, StatementFilter> = {
  ...STRICT,
  type: ({ type }, requested) =>
    type === null ? null : requested.type.some((word) => word.toUpperCase() === type.toUpperCase()),
  status: ({ status }, requested) => some(requested.status.map((word) => sameState(status, word))),
  transactionId: (line, { transactionId }) =>
    line.transactionId === null ? null : bareId(line.transactionId) === bareId(transactionId),
  endToEndId: (line, { endToEndId }) => equal(line.endToEndId, endToEndId),
  document: ({ counterparty }, { document }) =>
    isDocument([counterparty.document, counterparty.pixKey], document),
  search: (line, { search }) => isFound(line, search),
  direction: (line, { direction }) => isDirection(line, direction),
  amount: (line, { amount }) =>
    sizeOf(line) === null ? null : sizeOf(line) === Math.abs(amount) || line.gross === Math.abs(amount),
  amountFrom: (line, { amountFrom }) => atLeast(sizeOf(line), amountFrom),
  amountTo: (line, { amountTo }) => atLeast(amountTo, sizeOf(line)),
};

/**
 * `otherId`: whether the service applies the id filter; null: unknown. As a payment may have two ids
 * (document 2), rows of one other id then belong to it. `period`: whether it applies the period.
 */
export function matchLines(
  filter: StatementFilter,
  lines: readonly StatementLine[],
  { otherId = null, period = null }: { otherId?: Answer; period?: Answer } = {},
) {
  const tests = period === true ? { ...TESTS, ...LENIENT } : TESTS;
  return matchRows(tests, filter, lines, (name, results) => {
    if (name === 'endToEndId') return missingAsNoMatch(results);
    return name === 'transactionId' && isOneOther(filter, lines)
      ? results.map((one) => (one === false ? otherId : one))
      : results;
  });
}

/** Whether a line without a creation date was posted up to a day outside the period. */
export function isPeriodUncertain(filter: StatementFilter, lines: readonly StatementLine[]): boolean {
  const inside = (tests: typeof STRICT) => matchRows(tests, filter, lines).rows.length;
  return inside(LENIENT) > inside(STRICT);
}

/** Whether all rows with a payment share one id, and it is not the requested one. */
export function isOneOther({ transactionId }: StatementFilter, lines: readonly StatementLine[]): boolean {
  if (transactionId === undefined) return false;
  const ids = new Set(lines.flatMap((line) => line.transactionId ?? []).map(bareId));
  return ids.size === 1 && !ids.has(bareId(transactionId));
}

/** Whether the rows are in the requested order; null when no order was requested. */
export function isOrdered(lines: readonly StatementLine[], { sort, order }: StatementFilter): Answer {
  if (sort === undefined && order === undefined) return null;
  const at = (line: StatementLine) =>
    sort === 'created' ? (line.createdAt ?? line.postedAt) : (line.postedAt ?? line.createdAt);
  const times = lines.map(at).filter((time) => time !== null);
  const rising = order === 'asc';
  return times.every((time, index) => {
    const before = times[index - 1] ?? time;
    return rising ? time >= before : time <= before;
  });
}
