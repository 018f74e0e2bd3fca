import 'server-only';
import { sameState } from '#lib/core/status/money.ts';
import {
  type Answer,
  atLeast,
  equal,
  isDocument,
  matchRows,
  noneWhereOthersTell,
  some,
  type Tests,
} from '#lib/providers/filters.ts';
import type { StatementLine } from '#lib/providers/money-records.ts';
import type { StatementFilter } from '#lib/providers/port.ts';

/** The same for statements. Pure. */

const DAY_MS = 86_400_000;

/**
 * The period is of creation. A line that tells its posting alone is judged by that, and `marginMs` less strictly where
 * the service was seen to apply the period: it was created before it was posted.
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
function isFound({ counterparty: { name, pixKey }, description }: StatementLine, asked: string): Answer {
  const told = [name, pixKey, description].filter((text) => text !== null);
  if (told.some((text) => text.toLowerCase().includes(asked.toLowerCase()))) return true;
  return (name === null && pixKey === null) || told.some((text) => text.includes('*')) ? null : false;
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
 * `otherId`: whether this service was seen to apply the filter by id; null where nobody knows. One payment may have two
 * ids (document 2), and only of a service that applies it rows of one other id are of the one that was asked for.
 * `period`: the same of the period.
 */
export function matchLines(
  filter: StatementFilter,
  lines: readonly StatementLine[],
  { otherId = null, period = null }: { otherId?: Answer; period?: Answer } = {},
) {
  const tests = period === true ? { ...TESTS, ...LENIENT } : TESTS;
  return matchRows(tests, filter, lines, (name, told) => {
    if (name === 'endToEndId') return noneWhereOthersTell(told);
    return name === 'transactionId' && isOneOther(filter, lines)
      ? told.map((one) => (one === false ? otherId : one))
      : told;
  });
}

/** Tells if a line was posted up to a day outside of the period and does not tell when it was created. */
export function isPeriodDoubtful(filter: StatementFilter, lines: readonly StatementLine[]): boolean {
  const inside = (tests: typeof STRICT) => matchRows(tests, filter, lines).rows.length;
  return inside(LENIENT) > inside(STRICT);
}

/** Tells if all rows that name a payment share one other id than the one asked for. */
export function isOneOther({ transactionId }: StatementFilter, lines: readonly StatementLine[]): boolean {
  if (transactionId === undefined) return false;
  const ids = new Set(lines.flatMap((line) => line.transactionId ?? []).map(bareId));
  return ids.size === 1 && !ids.has(bareId(transactionId));
}

/** Tells if the rows stand in the order asked for; null when they do not tell. */
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
