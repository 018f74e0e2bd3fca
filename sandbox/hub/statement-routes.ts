import { LINE_STATES, LINE_TYPES, type Line } from './model.ts';
import type { HubParts, HubRequest, HubRoute } from './parts.ts';
import { PAGED, page, period, type Query } from './query.ts';
import { counterpartyOf, endToEndOf, lineJson, lineStatus, originId } from './wire.ts';

/** Names in the plain dialect; the nested one renames those that document 2 does not show. */
export const STATEMENT_QUERY = [
  ...PAGED,
  'dateFrom',
  'dateTo',
  'trigger',
  'originId',
  'amount',
  'endToEndId',
  'document',
  'search',
  'status',
  'sortBy',
  'sortDirection',
] as const;

type Test = (line: Line) => boolean;

/** Document 2, Statement query parameters. */
function testsOf({ book }: HubParts, query: Query): Test[] {
  const types = query.listOf('trigger', LINE_TYPES);
  const origin = query.text('originId', 1, 100);
  const amount = query.integer('amount', 0, 1e12);
  const endToEndId = query.text('endToEndId', 1, 64);
  const document = query.text('document', 1, 80);
  const search = query.text('search', 2, 120)?.toLowerCase();
  const status = query.oneOf('status', LINE_STATES);
  const within = period(query);
  const tests: (Test | false)[] = [
    ({ createdAt }) => within(createdAt),
    types !== undefined && (({ type }) => types.has(type)),
    origin !== undefined &&
      ((line) => line.of === origin || line.refundId === origin || originId(book, line) === origin),
    amount !== undefined && ((line) => Math.abs(line.amount) === amount || line.gross === amount),
    endToEndId !== undefined && ((line) => endToEndOf(book, line) === endToEndId),
    document !== undefined && ((line) => isOf(counterpartyOf(book, line), line, document)),
    search !== undefined && ((line) => isAbout(counterpartyOf(book, line), line, search)),
    status !== undefined && ((line) => lineStatus(book, line) === status),
  ];
  return tests.filter((one) => one !== false);
}

type Counterparty = ReturnType<typeof counterpartyOf>;

/** Outgoing lines match on the destination key, incoming ones on the payer's document. */
function isOf({ document, pixKey }: Counterparty, line: Line, searched: string): boolean {
  const bare = (text: string) => text.replace(/[.\-/\s]/g, '').toUpperCase();
  const value = line.amount < 0 && pixKey !== null ? pixKey : document;
  return value !== null && bare(value) === bare(searched);
}

function isAbout({ name, pixKey }: Counterparty, line: Line, searched: string): boolean {
  const value = line.amount < 0 && pixKey !== null ? pixKey : name;
  return value?.toLowerCase().includes(searched) ?? false;
}

export function statementRoutes(parts: HubParts): HubRoute[] {
  const { book } = parts;

  function list({ query }: HubRequest) {
    const tests = testsOf(parts, query);
    const by = query.oneOf('sortBy', ['postedAt', 'createdAt']) ?? 'postedAt';
    const ascending = query.oneOf('sortDirection', ['asc', 'desc']) === 'asc';
    const rows = book.lines.filter((line) => tests.every((test) => test(line)));
    const { data, nextCursor } = page(rows, query, (line) => line[by], ascending);
    const json = { data: data.map((line) => lineJson(book, line)), nextCursor, balance: book.available };
    return { status: 200, json };
  }

  return [
    {
      method: 'GET',
      path: '/transactions/statement',
      scope: 'STATEMENT_READ',
      query: STATEMENT_QUERY,
      handle: list,
    },
  ];
}
