import 'server-only';
import { and, eq, gte, inArray, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import { instantsOf } from '#lib/api/list-window.ts';
import { invalidField } from '#lib/core/errors.ts';
import { answerOf, deliveries } from '#lib/data/schema/deliveries.ts';
import type { DeliveryFilter, OutcomeFilter } from '#lib/deliveries/contract.ts';
import { type StatusClass, statusClassOf, statusesOf } from '#lib/deliveries/rules.ts';
import { givenUpBefore } from '#lib/deliveries/server/store-records.ts';
import { amountWithin } from '#lib/list/server/ranges.ts';

type Filter = Omit<DeliveryFilter, 'outcome'>;

/** Conditions of a filter without its outcome. GuicheError `invalid_request` names an invalid day. */
export function whereOf(accountId: string, filter: Filter): SQL | undefined {
  return whereWithin(accountId, filter, periodOf(filter));
}

export type Period = { from: Date | undefined; to: Date | undefined };

/** `from` inclusive, `to` exclusive. */
export function periodOf(filter: Pick<Filter, 'from' | 'to'>): Period {
  const { from, to } = instantsOf(filter);
  return { from: from === undefined ? from : new Date(from), to: to === undefined ? to : new Date(to) };
}

/** The same conditions within another period. */
export function whereWithin(accountId: string, filter: Filter, { from, to }: Period): SQL | undefined {
  const { statusClass, answer, event, webhookId, url, transactionId } = filter;
  return and(
    eq(deliveries.accountId, accountId),
    statusClass === undefined ? undefined : ofClasses(statusClass),
    answer === undefined ? undefined : ofAnswer(answer),
    event === undefined ? undefined : inArray(deliveries.event, event),
    webhookId === undefined ? undefined : eq(deliveries.webhookId, webhookId),
    // The database index contains the MD5 of the url.
    url === undefined ? undefined : and(sql`md5(${deliveries.url}) = md5(${url})`, eq(deliveries.url, url)),
    transactionId === undefined ? undefined : eq(deliveries.transactionId, transactionId),
    amountWithin(deliveries.amount, filter),
    from === undefined ? undefined : gte(deliveries.createdAt, from),
    to === undefined ? undefined : lt(deliveries.createdAt, to),
  );
}

/** Open failures with all attempts made, or without an attempt for too long. */
export const isGivenUp = (completeAt: Date | null): SQL | undefined =>
  and(
    eq(deliveries.open, true),
    or(eq(deliveries.outcome, 'given_up'), lt(deliveries.lastAt, givenUpBefore(completeAt))),
  );

/** The open failures that are not given up. */
export const isNotGivenUp = (completeAt: Date | null): SQL | undefined =>
  and(
    eq(deliveries.open, true),
    ne(deliveries.outcome, 'given_up'),
    gte(deliveries.lastAt, givenUpBefore(completeAt)),
  );

/** `failed`: open failures, one row each, of which some are `given_up`; `earlier`: other failed attempts. */
export function ofOutcomes(outcomes: readonly OutcomeFilter[], completeAt: Date | null): SQL | undefined {
  const of = {
    // Without statistics the database expects this to match half of all rows, so it reads the newest in order
    // and sorts none.
    delivered: eq(deliveries.delivered, true),
    recovered: eq(deliveries.outcome, 'recovered'),
    failed: eq(deliveries.open, true),
    given_up: isGivenUp(completeAt),
    closed: eq(deliveries.outcome, 'closed'),
    earlier: and(inArray(deliveries.outcome, ['failed', 'given_up']), eq(deliveries.open, false)),
  } satisfies Record<OutcomeFilter, SQL | undefined>;
  return or(...outcomes.map((outcome) => of[outcome]));
}

/** The class as a number, as in `answerOf`. */
export const answerIn = (name: StatusClass): number => (statusesOf(name)?.from ?? 0) / 100;

function ofClasses(names: readonly StatusClass[]): SQL | undefined {
  const others = names.filter((name) => name !== '2xx').map(answerIn);
  const accepted = names.includes('2xx') ? eq(deliveries.delivered, true) : undefined;
  if (others.length === 0) return accepted;
  // Both conditions are needed, so that the planner uses the index of undelivered records.
  const refused = and(inArray(answerOf(deliveries.status), others), eq(deliveries.delivered, false));
  return or(accepted, refused);
}

/** Also filters by class, because the class is indexed. */
function ofAnswer(text: string): SQL | undefined {
  const status = Number(text);
  if (!/^[1-5]\d\d$/.test(text)) throw invalidField('answer', 'no_status');
  return and(eq(deliveries.status, status), ofClasses([statusClassOf(status)]));
}
