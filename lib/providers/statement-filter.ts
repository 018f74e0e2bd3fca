import 'server-only';
import { sameState } from '#lib/core/status/money.ts';
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
import type { StatementFilter } from '#lib/providers/port.ts';

/** Filters of statement lines. Pure. */

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
  type: ({ type }, asked) =>
    type === null ? null : asked.type.some((word) => word.toUpperCase() === type.toUpperCase()),
  status: ({ status }, asked) => some(asked.status.map((word) => sameState(status, word))),
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
 * `otherId`: whether the service applies the id filter; null: unknown. A payment may have two ids (document
 * 2): if the service filters, rows of one other id belong to the requested payment. `period`: whether it
 * applies the period.
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
export function isPeriodDoubtful(filter: StatementFilter, lines: readonly StatementLine[]): boolean {
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
