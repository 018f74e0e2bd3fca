import 'server-only';
import { z } from 'zod';
import { GuicheError } from '#lib/core/errors.ts';
import { centsToDecimal, decimalToCents } from '#lib/core/money.ts';
import { statusOf } from '#lib/providers/absence.ts';
import type { AdapterDeps } from '#lib/providers/client/adapter-deps.ts';
import type { Query } from '#lib/providers/client/client.ts';
import {
  FilterSupport,
  NOBODYS_ID,
  numbered,
  readPage,
  readUntilMatch,
} from '#lib/providers/client/lists.ts';
import { IgnoredFilters, ParameterNames } from '#lib/providers/client/parameter-names.ts';
import { segment } from '#lib/providers/client/paths.ts';
import type { Answer } from '#lib/providers/client/request-context.ts';
import { directionOfKind } from '#lib/providers/direction.ts';
import * as means from '#lib/providers/field-aliases.ts';
import { isPastPeriod } from '#lib/providers/filters.ts';
import type { StatementLine } from '#lib/providers/money-records.ts';
import { spellings } from '#lib/providers/pix/field-names.ts';
import type { Call, PortPageRequest, ProviderPort, StatementFilter } from '#lib/providers/port.ts';
import { withRequestedId } from '#lib/providers/rows.ts';
import {
  type Dialect,
  isOneOther,
  isOrdered,
  isPeriodUncertain,
  LINE_MUST,
  matchLines,
  readLine,
  toLine,
  toLines,
  type WireLine,
} from '#lib/providers/statement-lines.ts';
import { best, rowsOf, unwrapLayers } from '#lib/providers/unwrap.ts';

/** Document 1 shows no line; its amounts are reais, its line types those of transactions. */
export const PIX_STATEMENT: Dialect = {
  amountOf: decimalToCents,
  documented: directionOfKind,
  kinds: false,
};

/** GET /user/bank-statements. */
export const readStatement = (json: unknown) =>
  rowsOf(json, means.words('bankStatements statements bankStatement entries lines'), readLine.row);

/** GET /user/bank-statements/{id}. */
export const readStatementLine = (json: unknown): WireLine =>
  best(unwrapLayers(json, ['bankStatement', 'statement', 'entry', 'line']), readLine, isLine, [
    'line',
    LINE_HAS,
  ]);

const LINE_HAS = {
  id: ({ fields }: WireLine) => (fields.id ?? fields.entryId) !== null,
  amount: ({ fields }: WireLine) => (fields.amount ?? fields.netAmount) !== null,
};

const isLine = ({ fields, known }: WireLine) =>
  known >= 3 && (fields.id ?? fields.entryId ?? fields.amount ?? fields.netAmount) !== null;

const DAY_MS = 86_400_000;
const USUAL_DAYS = 30;
const MOST_ROWS = 100;
type Statement = NonNullable<ProviderPort['statement']>;
/** ISO 8601, `to` exclusive: set to the first page's newest entry, so that later entries shift nothing. */
const Position = z.object({
  page: z.int().min(1),
  size: z.int().min(1).max(MOST_ROWS),
  from: z.iso.datetime(),
  to: z.iso.datetime(),
});
type Position = z.infer<typeof Position>;
const FILTERS = [
  ...(['from', 'to', 'type', 'transactionId', 'direction'] as const),
  ...(['amount', 'amountFrom', 'amountTo', 'order'] as const),
];

/** Without the window's names: they are learned separately, as there is no answer without a window. */
const SPELLINGS = {
  type: ['reason', 'type', 'kind'],
  transactionId: ['transactionId', 'transaction'],
  direction: ['operation', 'direction', 'nature'],
  amountFrom: ['amountFrom', 'amountMin', 'minAmount'],
  amountTo: ['amountTo', 'amountMax', 'maxAmount'],
  order: ['sortDirection', 'sortOrder', 'order'],
} as const;
type Thing = keyof typeof SPELLINGS;

/** Document 1's bank statement; ignored filters are applied here. `aheadMs`: of the provider's clock. */
export function statementOf(deps: AdapterDeps, aheadMs: () => number): Statement {
  const { client, readable, now } = deps;
  const window = windowReader(deps);
  const names = new ParameterNames<Thing>(SPELLINGS, { leavesOut: deps.now });
  const overlooked = new IgnoredFilters(names);
  const applied = new FilterSupport(now);
  let signs: boolean | null = null;
  const isNone = async (at: Position, values: Partial<Record<Thing, string>>, call: Call) => {
    const { json } = await names.read(values, (query) =>
      window.read({ ...at, page: 1, size: 1 }, query, call),
    );
    const { rows, strange } = readable(() => readStatement(json));
    return rows.length + strange === 0;
  };
  const appliesId = (at: Position, call: Call) =>
    applied.of(names.nameOf('transactionId') ?? '', async () => {
      const none = await isNone(at, { transactionId: NOBODYS_ID }, call);
      return names.takes('transactionId') && none;
    });
  const appliesWindow = (at: Position, call: Call) =>
    applied.of(`window ${window.pair()}`, () => {
      const [from = '', to = ''] = [1, 2].map((days) =>
        new Date(now() + aheadMs() + days * DAY_MS).toISOString(),
      );
      return isNone({ ...at, from, to }, {}, call);
    });
  const readLines = async (filter: StatementFilter, at: Position, call: Call) => {
    const paging = { page: at.page, limit: at.size };
    const { read, asOf } = await readPage(paging, async ({ page }) => {
      const { json, asOf } = await names.read(valuesOf(filter), (query) =>
        window.read({ ...at, page }, query, call),
      );
      return { read: readable(() => readStatement(json)), asOf };
    });
    const shown = toLines(read.rows, PIX_STATEMENT, signs);
    signs = shown.signs;
    const requested = { ...filter, from: at.from, to: at.to };
    const otherId = isOneOther(filter, shown.lines) ? await appliesId(at, call) : null;
    const period = isPeriodUncertain(requested, shown.lines) ? await appliesWindow(at, call) : null;
    const matched = matchLines(requested, shown.lines, { otherId: otherId ?? null, period: period ?? null });
    return { read, asOf, lines: shown.lines, ...matched };
  };
  return {
    filters: FILTERS,
    async list(filter, page, call) {
      const matched = async (position: unknown) => {
        const at = position as Position;
        const readHere = () => readLines(filter, at, call);
        const found = at.page === 1 ? await window.applied(readHere) : await readHere();
        const { read, asOf, lines, rows, broken, moved, unverified } = found;
        const ours = (filter.type?.length ?? 0) > 1 ? (['type'] as const) : [];
        const order = isOrdered(lines, filter) === false ? (['order'] as const) : [];
        const { more, ...numberedPage } = numbered(
          rows,
          read,
          { page: at.page, limit: at.size },
          asOf,
          LINE_MUST,
        );
        const ends = !more || isPastPeriod(lines, at);
        return {
          ...numberedPage,
          balance: null,
          next: ends ? null : { ...at, page: at.page + 1, to: endOf(at, lines, filter) },
          // No other name would accept several types.
          moved: [...moved, ...ours],
          broken: [...broken.filter((name) => isRequested(filter, name)), ...order, ...ours],
          unverified: unverified.filter((name) => isRequested(filter, name)),
        };
      };
      return readUntilMatch(positionOf(now() + aheadMs(), filter, page), matched, {
        overlooked,
        filter,
        numberOf: (at) => (at as Position).page,
      });
    },
    async get(id, call) {
      const path = `/user/bank-statements/${segment(id)}`;
      const { json } = await client.read(path, {}, call, { thing: true });
      return readable(() => toLine(ofLine(readStatementLine(json), id), PIX_STATEMENT, signs ?? false));
    },
  };
}

/** The window is mandatory, its longest unknown. `now`: epoch ms of the provider's clock, if known. */
function positionOf(now: number, filter: StatementFilter, { limit, position }: PortPageRequest): Position {
  if (position !== null && position !== undefined) {
    const { data } = Position.safeParse(position);
    if (data === undefined) throw new GuicheError('invalid_request', 'The position is not of this list.');
    return data;
  }
  const to = filter.to === undefined ? now + DAY_MS : Date.parse(filter.to);
  const from = filter.from === undefined ? Math.min(now, to) - USUAL_DAYS * DAY_MS : Date.parse(filter.from);
  return {
    page: 1,
    size: Math.max(1, Math.min(MOST_ROWS, limit)),
    from: new Date(from).toISOString(),
    to: new Date(Math.max(from, to)).toISOString(),
  };
}

/** Ends a descending list's window at its newest entry, or later entries would come between its pages. */
function endOf({ page, to }: Position, rows: readonly StatementLine[], { order }: StatementFilter): string {
  const newest = rows.map(({ createdAt }) => createdAt ?? '').reduce((a, b) => (b > a ? b : a), '');
  if (page > 1 || order === 'asc' || newest === '' || newest >= to) return to;
  return new Date(Date.parse(newest) + 1).toISOString();
}

/** Only one type can be requested; several are filtered here. */
function valuesOf({ type, transactionId, direction, order, ...amounts }: StatementFilter) {
  const decimal = (cents: number | undefined) => (cents === undefined ? undefined : centsToDecimal(cents));
  return {
    type: type?.length === 1 ? type[0] : undefined,
    transactionId,
    direction: direction === undefined ? undefined : direction === 'in' ? 'INCREMENT' : 'DECREMENT',
    amountFrom: decimal(amounts.amount ?? amounts.amountFrom),
    amountTo: decimal(amounts.amount ?? amounts.amountTo),
    order,
  };
}

const ofLine = (read: WireLine, id: string) =>
  read.fields.entryId === null ? withRequestedId(read, id) : read;

/** Whether the operator chose this filter; the usual window is none. */
const isRequested = (filter: StatementFilter, name: keyof StatementFilter) => filter[name] !== undefined;

type Attempt = { kind: 'done'; answer: Answer } | { kind: 'refused'; error: GuicheError };
type Matched = { broken: readonly string[] };
const PAIRS = ['createdAtFrom createdAtTo', 'dateFrom dateTo', 'startDate endDate', 'from to'] as const;
const isIgnored = ({ broken }: Matched) => broken.includes('from') || broken.includes('to');

/** Learns the names of the window's ends from 400s; tries a second pair if rows show the first ignored. */
function windowReader({ client }: AdapterDeps) {
  const [first, second, ...others] = PAIRS;
  const readers = [spellings(PAIRS), spellings([second, first, ...others])] as const;
  let ends: (typeof readers)[number] = readers[0];
  let tried = false;
  return {
    pair: () => readers.indexOf(ends),
    async read({ page, size, from, to }: Position, filter: Query, call: Call): Promise<Answer> {
      const last = new Date(Date.parse(to) - 1).toISOString();
      const attempt = await ends(async (names): Promise<Attempt> => {
        const [begin = '', end = ''] = names.split(' ');
        const query = { [begin]: from, [end]: last, ...filter, page: String(page), limit: String(size) };
        try {
          return { kind: 'done', answer: await client.read('/user/bank-statements', query, call) };
        } catch (error) {
          if (error instanceof GuicheError) return { kind: 'refused', error };
          throw error;
        }
      });
      if (attempt.kind === 'refused') throw attempt.error;
      return attempt.answer;
    },
    /** Reads a first page, once more under the second pair if the service ignored the first. */
    async applied<T extends Matched>(read: () => Promise<T>): Promise<T> {
      const result = await read();
      if (tried || !isIgnored(result)) return result;
      tried = true;
      ends = readers[1];
      try {
        const other = await read();
        if (!isIgnored(other)) return other;
      } catch (error) {
        if (!(error instanceof GuicheError)) throw error;
        // Only a refusal of the call proves something about the names.
        tried = [400, 422].includes(statusOf(error) ?? 0);
      }
      ends = readers[0];
      return result;
    },
  };
}
