import 'server-only';
import { createHash } from 'node:crypto';
import { and, count, desc, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { addDays, type Day, saoPauloDay, startOfDay } from '#lib/core/dates.ts';
import { db } from '#lib/data/client.ts';
import { deliveries, deliveryAddresses, deliveryCounts } from '#lib/data/schema/deliveries.ts';
import type { DeliveryFilter, DeliveryList, OutcomeFilter } from '#lib/deliveries/contract.ts';
import {
  answerIn,
  isGivenUp,
  isGoingOn,
  ofOutcomes,
  type Period,
  periodOf,
  whereOf,
  whereWithin,
} from '#lib/deliveries/server/delivery-filter.ts';
import { rowsOf } from '#lib/deliveries/server/record-row.ts';

type Facets = DeliveryList['facets'];
type Filter = Omit<DeliveryFilter, 'outcome'>;
type Asked = { accountId: string; filter: Filter; completeAt: Date | null };
const NONE: Facets = { all: 0, delivered: 0, failed: 0, recovered: 0, given_up: 0, closed: 0, earlier: 0 };

/** How many a filter leaves, and of each outcome without that part of it. */
export async function countDeliveries(
  accountId: string,
  { outcome, ...filter }: DeliveryFilter,
  completeAt: Date | null,
): Promise<{ total: number; facets: Facets }> {
  const facets = await facetsOf({ accountId, filter, completeAt });
  return { total: outcome === undefined ? facets.all : countOf(facets, outcome), facets };
}

/** Deliveries given up are among the open failures, and counted once. */
function countOf(facets: Facets, outcomes: readonly OutcomeFilter[]): number {
  const names = new Set(outcomes);
  if (names.has('failed')) names.delete('given_up');
  return [...names].reduce((sum, name) => sum + facets[name], 0);
}

/** By the counts that are kept, whatever can be; what they do not tell apart is counted row by row. */
async function facetsOf(asked: Asked): Promise<Facets> {
  const { accountId, filter } = asked;
  const period = periodOf(filter);
  const address = await addressOf(accountId, filter);
  if (address === null) return counted(asked, period);
  const { days, edges } = wholeDays(period);
  const parts = await Promise.all([
    days === null ? NONE : kept(asked, address, days),
    ...edges.map((edge) => counted(asked, edge)),
  ]);
  return parts.reduce(
    (sum, part) =>
      Object.fromEntries(
        Object.entries(sum).map(([name, count]) => [name, count + part[name as 'all']]),
      ) as Facets,
  );
}

/** Under which address the counts have this filter; '': under none; null: they do not tell it apart. */
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

/** `all`, or the days from `first` on and before `end`. */
type Days = 'all' | { first: Day | null; end: Day | null };

/** The São Paulo days that lie within a period, and what is left of it before and after them. */
export function wholeDays({ from, to }: Period): { days: Days | null; edges: Period[] } {
  if (from === undefined && to === undefined) return { days: 'all', edges: [] };
  const first = from === undefined ? null : dayFrom(from);
  const end = to === undefined ? null : saoPauloDay(to);
  if (first !== null && end !== null && first >= end) return { days: null, edges: [{ from, to }] };
  const edges: Period[] = [];
  if (from !== undefined && first !== null) edges.push({ from, to: new Date(startOfDay(first)) });
  if (to !== undefined && end !== null) edges.push({ from: new Date(startOfDay(end)), to });
  return { days: { first, end }, edges: edges.filter((edge) => Number(edge.from) < Number(edge.to)) };
}

/** The first day that begins at this instant or after it. */
function dayFrom(instant: Date): Day {
  const day = saoPauloDay(instant);
  return Date.parse(startOfDay(day)) === instant.getTime() ? day : addDays(day, 1);
}

async function kept(asked: Asked, address: string, days: Days): Promise<Facets> {
  const { accountId, filter } = asked;
  const { statusClass, event, webhookId } = filter;
  const { rows, outcome, open } = deliveryCounts;
  const those = (which?: SQL) =>
    which === undefined ? sql<unknown>`sum(${rows})` : sql<unknown>`sum(${rows}) filter (where ${which})`;
  const [[row], going] = await Promise.all([
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
    countGoing(asked, instantsOf(days)),
  ]);
  const counts = numbersOf(row ?? {});
  return { ...counts, given_up: Math.max(0, counts.failed - going) };
}

/** Open failures that are not given up: few, found by their own index before the rest of the filter is looked at. */
async function countGoing({ accountId, filter, completeAt }: Asked, period: Period): Promise<number> {
  const own = and(eq(deliveries.accountId, accountId), isGoingOn(completeAt));
  const [row] = await rowsOf<{ rows: unknown }>(sql`
    select count(*) as rows from (select * from ${deliveries} where ${own} offset 0) as ${deliveries}
    where ${whereWithin(accountId, filter, period)}`);
  return Number(row?.rows ?? 0);
}

function within(days: Days): SQL | undefined {
  const { day } = deliveryCounts;
  if (days === 'all') return eq(day, '-infinity');
  return and(
    // Their sum is the row of all of them.
    gte(day, days.first ?? '0001-01-01'),
    days.end === null ? undefined : lt(day, days.end),
  );
}

function instantsOf(days: Days): Period {
  if (days === 'all') return { from: undefined, to: undefined };
  return {
    from: days.first === null ? undefined : new Date(startOfDay(days.first)),
    to: days.end === null ? undefined : new Date(startOfDay(days.end)),
  };
}

/** Row by row. */
async function counted({ accountId, filter, completeAt }: Asked, period: Period): Promise<Facets> {
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
  return numbersOf(row ?? {});
}

/** Whatever has none of the other outcomes is an earlier attempt. */
function numbersOf(row: Partial<Record<keyof Facets, unknown>>): Facets {
  const numberOf = (name: keyof Facets) => Number(row[name] ?? 0);
  const counts = {
    all: numberOf('all'),
    delivered: numberOf('delivered'),
    failed: numberOf('failed'),
    recovered: numberOf('recovered'),
    given_up: numberOf('given_up'),
    closed: numberOf('closed'),
  };
  const { all, delivered, failed, recovered, closed } = counts;
  return { ...counts, earlier: all - delivered - failed - recovered - closed };
}

const MOST_ANSWERS = 12;

/** Open failures by what their address answered, the most first; a filter of answers does not narrow them. */
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
