import 'server-only';
import { z } from 'zod';
import type { Ctx } from '#lib/api/context.ts';
import { isFiltered } from '#lib/api/csv-stream.ts';
import { instantsOf, listScope } from '#lib/api/list-window.ts';
import { filterStore, requireRevealFor } from '#lib/api/personal-filter.ts';
import { serializeFor } from '#lib/api/serialize.ts';
import type { Args } from '#lib/api/serve.ts';
import { addDays, isDay, saoPauloDay, startOfDay } from '#lib/core/dates.ts';
import { GuicheError, invalidField } from '#lib/core/errors.ts';
import { databaseIso, databaseNow } from '#lib/data/clock.ts';
import type { ExportHow } from '#lib/list/query-schema.ts';
import {
  amount,
  instant,
  type LabelOf,
  labelsAt,
  sentenceAt,
  statusLabel,
  text,
  word,
} from '#lib/list/server/columns.ts';
import { csvTable } from '#lib/list/server/csv-table.ts';
import { exportList, formatOf, servePage, splitExportQuery } from '#lib/list/server/export-list.ts';
import { firstPages, readWithSpellings } from '#lib/list/server/ranges.ts';
import { StatementLine } from '#lib/providers/money-records.ts';
import type { Call, ProviderPort, Reading, StatementFilter } from '#lib/providers/port.ts';
import { backgroundCall, partOf } from '#lib/providers/reach.ts';
import type { Transaction } from '#lib/providers/records.ts';
import {
  StatementLineAnswer,
  StatementList,
  StatementNames,
  StatementQuery,
  StatementStoredFilter,
  StatementSums,
} from '#lib/statement/contract.ts';
import { sumPart } from '#lib/statement/period-sums.ts';
import { movedAvailable, typeReading } from '#lib/statement/readings.ts';
import { missingNamesQuery, USUAL_DAYS, withNames } from '#lib/statement/rules.ts';
import { counterpartOf } from '#lib/transactions/rules.ts';

/** Later pages have the first page's period, because "the last 30 days" would move between pages. */
const Resume = z.object({
  window: z.object({ from: z.string().optional(), to: z.string().optional() }),
  position: z.unknown(),
});

export const { storeFilter, getStoredFilter, storedFilter } = filterStore(StatementStoredFilter);

/**
 * Builds the port's filter: a stored filter's values replace its id. A filter the service does not support is
 * refused at its field (`not_supported`) instead of being ignored.
 */
async function readFilter(
  ctx: Ctx,
  takes: readonly (keyof StatementFilter)[],
  query: StatementQuery,
): Promise<Omit<StatementFilter, 'from' | 'to'>> {
  const { f, from: _from, to: _to, ...rest } = query;
  const { document, search } = rest;
  await requireRevealFor(ctx, { document, search });
  const stored = f === undefined ? {} : await storedFilter(ctx, f);
  if (stored === null) throw invalidField('f', 'unknown');
  const { name: _, ...values } = stored;
  const filter = { ...rest, ...values };
  const refused = Object.entries(filter).filter(
    ([name, value]) => value !== undefined && !takes.includes(name as keyof StatementFilter),
  );
  if (refused.length > 0)
    throw new GuicheError('invalid_request', 'This account’s service does not filter by this.', {
      fields: refused.map(([field]) => ({ field, message: 'not_supported' })),
    });
  return filter;
}

/** The period in instants, `to` exclusive. Without a start: 30 days, ending with `to` or today. */
function windowOf({ from, to }: StatementQuery): ReturnType<typeof instantsOf> {
  const last = to === undefined ? saoPauloDay(databaseNow()) : isDay(to) ? to : saoPauloDay(new Date(to));
  if (from !== undefined) return instantsOf({ from, to });
  const { to: end } = instantsOf({ to });
  return { from: startOfDay(addDays(last, 1 - USUAL_DAYS)), to: end };
}

/** The period and the service's position of a request: the first page's, or those that its cursor carries. */
const resumed = (position: unknown, query: StatementQuery) =>
  position === null ? { window: windowOf(query), position: null } : Resume.parse(position);

/**
 * Document 1, GET /user/bank-statements; document 2, statement: one page, newest first by default, masked
 * (names only for roles without `reveal`). The cursor is bound to this account and these filters.
 */
export async function listStatement({
  ctx,
  query: { limit, cursor, ...query },
}: Args<'GET /statement'>): Promise<StatementList> {
  const statement = ctx.part('statement');
  const filter = await readFilter(ctx, statement.filters, query);
  const { from, to } = query;
  const scope = listScope('GET /statement', ctx.account.id, { ...filter, from, to });
  const { window, ...page } = await servePage(scope, { limit, cursor }, async (request) => {
    const { window, position } = resumed(request.position, query);
    const inPeriod = { ...filter, from: window.from, to: window.to };
    const found = await readWithSpellings(inPeriod, (spelled) =>
      statement.list(spelled, { limit, position }, ctx.call),
    );
    return { ...found, window, next: found.next === null ? null : { window, position: found.next } };
  });
  return serializeFor(ctx, StatementList, {
    ...page,
    filters: [...statement.filters],
    period: { from: window.from ?? null, to: window.to ?? null },
  });
}

/** Lines and ms after which an answer with sums ends; its cursor leads on. */
const SUMMED_AT_ONCE = 1_000;
const SUMMING_MS = 3_000;
/**
 * `until`: the end of what is left of the period. `summed`: ids of lines of its last instant, already added.
 * `ignored`: the service does not apply the period's end.
 */
const SumsResume = Resume.extend({
  until: z.string().optional(),
  summed: z.array(z.string()),
  ignored: z.boolean(),
});
type SumsResume = z.infer<typeof SumsResume>;

/**
 * Adds up the lines of a period, as many as one answer takes, so that a page has sums of all lines and not only
 * of those on screen. With background priority: other pages' reads go first.
 */
export async function sumStatement({
  ctx,
  query: { cursor, ...query },
}: Args<'GET /statement/sums'>): Promise<StatementSums> {
  const statement = ctx.part('statement');
  const filter = await readFilter(ctx, statement.filters, query);
  const { from, to, sort = 'posted', order = 'desc' } = query;
  const scope = listScope('GET /statement/sums', ctx.account.id, { ...filter, from, to });
  const call = backgroundCall(ctx.signal);
  const { window, items, asOf, nextCursor } = await servePage(
    scope,
    { limit: EXPORT_PAGE, cursor },
    async ({ limit, position: resume }) => {
      const at: SumsResume =
        resume === null
          ? { window: windowOf(query), position: null, summed: [], ignored: false }
          : SumsResume.parse(resume);
      const { window, until, summed } = at;
      const inPeriod = { ...filter, from: window.from, to: until ?? window.to };
      const read = await readWithSpellings(inPeriod, (spelled) =>
        readOn(at.position, (position) => statement.list(spelled, { limit, position }, call)),
      );
      const ignored = at.ignored || read.filteredHere.includes('to');
      const rest = (ignored ? null : restOf(read.items)) ?? { until, summed, position: read.next };
      return {
        items: read.items.filter(({ id }) => !summed.includes(id)),
        asOf: read.asOf,
        window,
        next: read.next === null ? null : { ...rest, window, ignored },
      };
    },
  );
  const period = { from: window.from ?? null, to: window.to ?? null };
  return serializeFor(ctx, StatementSums, { ...sumPart(items, { sort, order }), nextCursor, asOf, period });
}

/**
 * What is left of a period after these lines, as a shorter period: document 1 numbers its pages, and a service
 * goes through all rows before a page. Null unless the lines have one time each, the newest first.
 */
function restOf(lines: readonly StatementLine[]): Omit<SumsResume, 'window' | 'ignored'> | null {
  const times = lines.map(({ createdAt, postedAt }) => (createdAt === postedAt ? createdAt : null) ?? '');
  const [first, last] = [times[0], times.at(-1)];
  const falls = times.every((time, at) => time !== '' && time <= (times[at - 1] ?? time));
  if (last === undefined || last === first || !falls) return null;
  const summed = lines.filter(({ createdAt }) => createdAt === last).map(({ id }) => id);
  const until = new Date(Date.parse(last) + 1).toISOString();
  return { until, position: null, summed };
}

type Lines = { items: StatementLine[]; next: unknown; asOf: string };

/** Pages from a position on, each line once. What fails after the first page fails again in the next answer. */
async function readOn(
  from: unknown,
  read: (position: unknown) => Promise<Lines & Reading>,
): Promise<Lines & { filteredHere: string[] }> {
  const until = performance.now() + SUMMING_MS;
  const first = await read(from);
  const pages = [first];
  let { next } = first;
  let count = first.items.length;
  while (next !== null && count < SUMMED_AT_ONCE && performance.now() < until) {
    const page = await read(next).catch(() => null);
    if (page === null) break;
    pages.push(page);
    count += page.items.length;
    next = page.next;
  }
  const lines = new Map(pages.flatMap(({ items }) => items.map((line) => [line.id, line] as const)));
  const filteredHere = pages.flatMap((page) => page.filteredHere ?? []);
  return { items: [...lines.values()], next, asOf: first.asOf, filteredHere };
}

/** Document 1, GET /user/bank-statements/{id}. Document 2 cannot read one line: `not_supported`. */
export async function getStatementLine({ ctx, id }: { ctx: Ctx; id: string }): Promise<StatementLineAnswer> {
  const line = await partOf(ctx.part('statement'), 'get')(id, ctx.call);
  return serializeFor(ctx, StatementLineAnswer, { line, asOf: databaseIso() });
}

/** Transactions that are read for names. */
const NAMES_PAGE = 500;
const MOST_PAGES = 2;

/**
 * Finds the counterparties of statement lines, masked like transactions. Document 1's statement has none, so
 * they come from GET /user/transactions of the same period, at most two pages.
 */
export async function nameLines({ ctx, query }: Args<'GET /statement/names'>): Promise<StatementNames> {
  return serializeFor(ctx, StatementNames, {
    items: await partiesOf(ctx.part('transactions'), query, ctx.call),
  });
}

/** The lines with the counterparties of their payments, unmasked. */
async function namedLines({ port }: Ctx, lines: StatementLine[], call: Call): Promise<StatementLine[]> {
  const query = missingNamesQuery(lines);
  if (query === null || port.transactions === undefined) return lines;
  return withNames(lines, await partiesOf(port.transactions, { ...query, ids: query.ids.split(',') }, call));
}

type NamesQuery = { from: string; to: string; ids: readonly string[] };

async function partiesOf(
  transactions: NonNullable<ProviderPort['transactions']>,
  { from, to, ids }: NamesQuery,
  call: Call,
): Promise<StatementNames['items']> {
  const missing = new Set(ids);
  const found: Transaction[] = [];
  const read = (position: unknown) => transactions.list({ from, to }, { limit: NAMES_PAGE, position }, call);
  for await (const { items } of firstPages(MOST_PAGES, read)) {
    found.push(...items.filter(({ id }) => missing.delete(id)));
    if (missing.size === 0) break;
  }
  return found.flatMap((transaction) => {
    const { name, document } = counterpartOf(transaction);
    return name === null && document === null ? [] : [{ transactionId: transaction.id, name, document }];
  });
}

/** Maximum page size of document 1 and of the Hub. */
const EXPORT_PAGE = 100;
const Lines = z.array(StatementLine);

const types = labelsAt('line-labels.types', (type) => `${type}.name`);
const readings = labelsAt('line-labels.reading.types');
const withReading = sentenceAt('line-labels.reading.known');
const statuses = labelsAt('line-labels.status');
const balances = labelsAt('statement.balanceType');

const lineStatus: LabelOf<StatementLine> = (status, locale) => {
  const label = statuses(status, locale);
  return label === status ? statusLabel(status, locale) : label;
};

/** Shows an unknown type together with its guessed meaning. */
const typeWord: LabelOf<StatementLine> = (type, locale) => {
  const label = types(type, locale);
  const reading = type === null || label !== type ? null : readings(typeReading(type), locale);
  return type === null || reading === null ? label : withReading(locale, { word: type, reading });
};

const balanceWord: LabelOf<StatementLine> = (type, locale, line) =>
  type === null ? null : balances(movedAvailable(line) ? 'available' : 'blocked', locale);

export const statementTable = csvTable<StatementLine>([
  text('id', (line) => line.id),
  instant('createdAt', (line) => line.createdAt),
  instant('postedAt', (line) => line.postedAt),
  word('type', (line) => line.type, typeWord),
  text('description', (line) => line.description),
  amount(
    'amount',
    (line) => line.amount,
    (line) => line.amountExact,
  ),
  amount('gross', (line) => line.gross),
  amount('fee', (line) => line.fee),
  amount('balanceBefore', (line) => line.balanceBefore),
  amount('balanceAfter', (line) => line.balanceAfter),
  word('balanceType', (line) => line.balanceType, balanceWord),
  word('status', (line) => line.status, lineStatus),
  text('statusReason', (line) => line.statusReason),
  text('transactionId', (line) => line.transactionId),
  text('disputeId', (line) => line.disputeId),
  text('counterpartyName', (line) => line.counterparty.name),
  text('counterpartyDocument', (line) => line.counterparty.document),
  text('counterpartyPixKey', (line) => line.counterparty.pixKey),
]);

/** Exports all lines of a filter, or the chosen ones, as a file (`exportList`). */
export async function exportStatement(ctx: Ctx, call: StatementQuery & ExportHow): Promise<Response> {
  const { how, filter: query } = splitExportQuery(call);
  const statement = ctx.part('statement');
  const filter = await readFilter(ctx, statement.filters, query);
  const inPeriod = { ...filter, ...windowOf(query) };
  const forPeople = formatOf(how, ctx.locale) !== 'machine';
  return exportList({
    ctx,
    name: 'statement',
    how,
    table: statementTable,
    read: async (position, call) => {
      const page = await statement.list(inPeriod, { limit: EXPORT_PAGE, position }, call);
      return forPeople ? { ...page, items: await namedLines(ctx, page.items, call) } : page;
    },
    rows: Lines,
    query: StatementQuery,
    filter: inPeriod,
    filtered: isFiltered({ ...filter, from: query.from, to: query.to }),
  });
}
