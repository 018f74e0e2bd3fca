import 'server-only';
import { createHash } from 'node:crypto';
import { and, count, desc, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { addDays, type Day, saoPauloDay, startOfDay } from '#lib/core/dates.ts';
import { db, rowsOf } from '#lib/data/client.ts';
import { deliveries, deliveryAddresses, deliveryCounts } from '#lib/data/schema/deliveries.ts';
import type { DeliveryFilter, DeliveryList, OutcomeFilter } from '#lib/deliveries/contract.ts';
import {
  answerIn,
  isGivenUp,
  isNotGivenUp,
  ofOutcomes,
  type Period,
  periodOf,
  whereOf,
  whereWithin,
} from '#lib/deliveries/server/delivery-filter.ts';

type Facets = DeliveryList['facets'];
type Filter = Omit<DeliveryFilter, 'outcome'>;
type Query = { accountId: string; filter: Filter; completeAt: Date | null };

/** The filter's total, and the count of each outcome ignoring the filter's own outcome. */
export async function countDeliveries(
  accountId: string,
  { outcome, ...filter }: DeliveryFilter,
  completeAt: Date | null,
): Promise<{ total: number; facets: Facets }> {
  const facets = await facetsOf({ accountId, filter, completeAt });
  return { total: outcome === undefined ? facets.all : countOf(facets, outcome), facets };
}

/** Given-up deliveries are part of the open failures and counted once. */
function countOf(facets: Facets, outcomes: readonly OutcomeFilter[]): number {
  const names = new Set(outcomes);
  if (names.has('failed')) names.delete('given_up');
  return [...names].reduce((sum, name) => sum + facets[name], 0);
}

/** Uses stored counts where possible; filters that they do not cover are counted row by row. */
async function facetsOf(query: Query): Promise<Facets> {
  const { accountId, filter } = query;
  const period = periodOf(filter);
  const address = await addressOf(accountId, filter);
  if (address === null) return countRows(query, period);
  const { days, edges } = wholeDays(period);
  const parts = await Promise.all([
    ...(days === null ? [] : [storedCounts(query, address, days)]),
    ...edges.map((edge) => countRows(query, edge)),
  ]);
  return facetsFrom((name) => parts.reduce((sum, part) => sum + part[name], 0));
}

/** The stored counts' address key. '': all addresses; null: the counts do not cover the filter. */
async function addressOf(accountId: string, filter: Filter): Promise<string | null> {
  const { url, webhookId, transactionId, answer, amountFrom, amountTo } = filter;
  if (answer !== undefined || amountFrom !== undefined || amountTo !== undefined) return null;
  if (transactionId !== undefined || (url !== undefined && webhookId !== undefined)) return null;
  if (url === undefined) return '';
  const address = createHash('md5').update(url).digest('hex');
  const [known] = await db()
    .select()
    .from(deliveryAddresses)
    .where(and(eq(deliveryAddresses.accountId, accountId), eq(deliveryAddresses.address, address)));
  return known === undefined ? null : address;
}

/** The days from `first` until before `end`; both null: all. */
type Days = { first: Day | null; end: Day | null };

/** The whole São Paulo days within a period, and the rest of the period before and after them. */
function wholeDays({ from, to }: Period): { days: Days | null; edges: Period[] } {
  const first = from === undefined ? null : dayFrom(from);
  const end = to === undefined ? null : saoPauloDay(to);
  if (first !== null && end !== null && first >= end) return { days: null, edges: [{ from, to }] };
  const edges = [
    ...(first === null ? [] : [{ from, to: new Date(startOfDay(first)) }]),
    ...(end === null ? [] : [{ from: new Date(startOfDay(end)), to }]),
  ];
  return { days: { first, end }, edges: edges.filter((edge) => Number(edge.from) < Number(edge.to)) };
}

/** The first day that begins at or after this instant. */
function dayFrom(instant: Date): Day {
  const day = saoPauloDay(instant);
  return Date.parse(startOfDay(day)) === instant.getTime() ? day : addDays(day, 1);
}

async function storedCounts(query: Query, address: string, days: Days): Promise<Facets> {
  const { accountId, filter } = query;
  const { statusClass, event, webhookId } = filter;
  const { rows, outcome, open } = deliveryCounts;
  const those = (which?: SQL) =>
    which === undefined ? sql<unknown>`sum(${rows})` : sql<unknown>`sum(${rows}) filter (where ${which})`;
  const [[row], notGivenUp] = await Promise.all([
    db()
      .select({
        all: those(),
        delivered: those(eq(outcome, 'delivered')),
        failed: those(eq(open, true)),
        recovered: those(eq(outcome, 'recovered')),
        closed: those(eq(outcome, 'closed')),
      })
      .from(deliveryCounts)
      .where(
        and(
          eq(deliveryCounts.accountId, accountId),
          eq(deliveryCounts.address, address),
          within(days),
          statusClass === undefined ? undefined : inArray(deliveryCounts.answer, statusClass.map(answerIn)),
          event === undefined ? undefined : inArray(deliveryCounts.event, event),
          webhookId === undefined ? undefined : eq(deliveryCounts.webhookId, webhookId),
        ),
      ),
    countNotGivenUp(query, instantsOf(days)),
  ]);
  const givenUp = Math.max(0, Number(row?.failed ?? 0) - notGivenUp);
  return facetsFrom((name) => (name === 'given_up' ? givenUp : Number(row?.[name] ?? 0)));
}

/** Open failures that are not given up: few, so their own index finds them before the rest of the filter. */
async function countNotGivenUp({ accountId, filter, completeAt }: Query, period: Period): Promise<number> {
  const own = and(eq(deliveries.accountId, accountId), isNotGivenUp(completeAt));
  const [row] = await rowsOf<{ rows: unknown }>(sql`
    select count(*) as rows from (select * from ${deliveries} where ${own} offset 0) as ${deliveries}
    where ${whereWithin(accountId, filter, period)}`);
  return Number(row?.rows ?? 0);
}

/** The row at -infinity has the total of all days; a range of days excludes it. */
function within({ first, end }: Days): SQL | undefined {
  const { day } = deliveryCounts;
  if (first === null && end === null) return eq(day, '-infinity');
  return and(gte(day, first ?? '0001-01-01'), end === null ? undefined : lt(day, end));
}

const instantsOf = ({ first, end }: Days): Period => ({
  from: first === null ? undefined : new Date(startOfDay(first)),
  to: end === null ? undefined : new Date(startOfDay(end)),
});

/** Counts row by row. */
async function countRows({ accountId, filter, completeAt }: Query, period: Period): Promise<Facets> {
  const those = (which: SQL | undefined) => sql<unknown>`count(*) filter (where ${which})`;
  const [row] = await db()
    .select({
      all: count(),
      delivered: those(ofOutcomes(['delivered'], completeAt)),
      failed: those(ofOutcomes(['failed'], completeAt)),
      recovered: those(ofOutcomes(['recovered'], completeAt)),
      given_up: those(isGivenUp(completeAt)),
      closed: those(ofOutcomes(['closed'], completeAt)),
    })
    .from(deliveries)
    .where(whereWithin(accountId, filter, period));
  return facetsFrom((name) => Number(row?.[name] ?? 0));
}

/** A record without any other outcome is an earlier attempt. */
function facetsFrom(numberOf: (name: Exclude<keyof Facets, 'earlier'>) => number): Facets {
  const [all, delivered, failed] = [numberOf('all'), numberOf('delivered'), numberOf('failed')];
  const [recovered, closed] = [numberOf('recovered'), numberOf('closed')];
  const earlier = all - delivered - failed - recovered - closed;
  return { all, delivered, failed, recovered, given_up: numberOf('given_up'), closed, earlier };
}

const MOST_ANSWERS = 12;

/** Open failures by HTTP status, most first; ignores the filter's own status. */
export async function countAnswers(
  accountId: string,
  { outcome: _, answer: __, statusClass: ___, ...filter }: DeliveryFilter,
): Promise<NonNullable<DeliveryList['answers']>> {
  return db()
    .select({ status: deliveries.status, count: count() })
    .from(deliveries)
    .where(and(whereOf(accountId, filter), eq(deliveries.open, true)))
    .groupBy(deliveries.status)
    .orderBy(desc(count()), deliveries.status)
    .limit(MOST_ANSWERS);
}
