import 'server-only';
import { and, count, desc, eq, gte, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import { accountBySlug } from '#lib/accounts/server/account.ts';
import type { OperatorCtx } from '#lib/api/context.ts';
import { instantsOf, listScope } from '#lib/api/list-window.ts';
import type { Args } from '#lib/api/serve.ts';
import { permissionsOn } from '#lib/auth/permissions.ts';
import { operatorNames } from '#lib/auth/server/holders.ts';
import type { NoticeEvent, NoticeFacts } from '#lib/core/notification-events.ts';
import { type Database, db, type Transaction } from '#lib/data/client.ts';
import { dbNow } from '#lib/data/clock.ts';
import { announceTo } from '#lib/data/notifications/raise.ts';
import { noticeSteps, notices } from '#lib/data/schema/notifications.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { quoteNotes } from '#lib/disputes/server/work.ts';
import { servePage } from '#lib/list/server/export-list.ts';
import { cutPage } from '#lib/list/server/ranges.ts';
import type { NoticeCounts, NoticeLine, NoticeList, NoticeQuery } from '#lib/notifications/contract.ts';
import { accountsNamed } from '#lib/notifications/server/compose.ts';
import {
  type EnrichmentOf,
  enrichDeadlines,
  enrichEndpoints,
  enrichOperations,
  goesOn,
  type NotificationStep,
  resendOutcomes,
} from '#lib/notifications/server/enrich.ts';
import { linkOf, renderNotification } from '#lib/notifications/server/render-notification.ts';
import type { PortPageRequest } from '#lib/providers/port.ts';

type Position = { at: string; id: string };
type Line = typeof notices.$inferSelect;

/** The caller's own lines, newest first, without accounts the caller may no longer read. */
export async function listNotifications({ ctx, query }: Args<'GET /api/notifications'>): Promise<NoticeList> {
  const { limit, cursor, ...filter } = query;
  const scope = listScope('notifications', ctx.operator.id, filter);
  const page = await servePage(scope, { limit, cursor }, (request) => readLines(ctx, filter, request));
  return { ...page, total: null, unread: await unreadOf(ctx) };
}

async function readLines(ctx: OperatorCtx, filter: Filter, { limit, position }: PortPageRequest) {
  const found = await db()
    .select()
    .from(notices)
    .where(and(readable(ctx), await chosenBy(filter), below(position as Position | null)))
    .orderBy(desc(notices.at), desc(notices.id))
    .limit(limit + 1);
  const { rows, next } = cutPage(found, limit, ({ at, id }) => ({ at: at.toISOString(), id }));
  return { items: await linesOf(ctx, rows), next };
}

type Filter = Omit<NoticeQuery, 'limit' | 'cursor'>;

async function chosenBy({ state, event, account, ...period }: Filter) {
  const { from, to } = instantsOf(period);
  const accountId = account === undefined ? undefined : ((await accountBySlug(account))?.id ?? '');
  return and(
    state === 'unread' ? isNull(notices.readAt) : state === 'open' ? unreadOrOpen() : undefined,
    event === undefined ? undefined : inArray(notices.event, event),
    accountId === undefined ? undefined : eq(notices.accountId, accountId),
    from === undefined ? undefined : gte(notices.at, new Date(from)),
    to === undefined ? undefined : lt(notices.at, new Date(to)),
  );
}

export const unreadOf = (ctx: OperatorCtx, on: Database | Transaction = db()) =>
  on.$count(notices, and(readable(ctx), isNull(notices.readAt)));

/** Counts the caller's lines: all, open (unread or about something not over) and unread. */
export async function countNotifications({ ctx }: { ctx: OperatorCtx }): Promise<NoticeCounts> {
  const [row] = await db()
    .select({
      all: count(),
      open: sql<number>`(count(*) filter (where ${unreadOrOpen()}))::int`,
      unread: sql<number>`(count(*) filter (where ${notices.readAt} is null))::int`,
    })
    .from(notices)
    .where(readable(ctx));
  return row ?? { all: 0, open: 0, unread: 0 };
}

const unreadOrOpen = () => sql`(${notices.readAt} is null or ${goesOn()})`;

/** Condition: the caller's own lines, without accounts the caller may no longer read. */
function readable(ctx: OperatorCtx) {
  const mine = eq(notices.operatorId, ctx.operator.id);
  if (permissionsOn(ctx.grants, '*').has('read')) return mine;
  const accounts = ctx.grants.map(({ account }) => account);
  return and(mine, or(isNull(notices.accountId), inArray(notices.accountId, accounts)));
}

function below(place: Position | null) {
  if (place === null) return undefined;
  const at = new Date(place.at);
  return or(lt(notices.at, at), and(eq(notices.at, at), lt(notices.id, place.id)));
}

/** For an ended resend: the deliveries so far, since they arrive after its end. */
const enrichResends: EnrichmentOf = async (_, steps) => {
  const ended = steps.filter(({ facts }) => facts.topic === 'resend');
  const outcomes = await resendOutcomes(ended.map(({ facts }) => String(facts.id)));
  return new Map(ended.map(({ cause, facts }) => [cause, { facts: { ...outcomes.get(String(facts.id)) } }]));
};

/** For a declined request: the reason, for readers with `reveal` on its account. */
const enrichDeclines: EnrichmentOf = async (ctx, steps) => {
  const these = steps.filter(({ event, step }) => event === 'request_decided' && step === 'declined');
  if (these.length === 0) return new Map();
  const ids = these.map(({ facts }) => String(facts.id));
  const { id, accountId, state, declineReason: reason } = operations;
  const rows = await db()
    .select({ id, accountId, reason })
    .from(operations)
    .where(and(inArray(id, ids), eq(state, 'declined'), isNotNull(reason)));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    these.flatMap(({ cause, facts }) => {
      const row = byId.get(String(facts.id));
      const may = row !== undefined && permissionsOn(ctx.grants, row.accountId).has('reveal');
      return may ? [[cause, { reason: row.reason }]] : [];
    }),
  );
};

const MOST_CHARACTERS = 120;
/** The cause of a mention in a note is `note:<id>`; an assignment has no note. */
const NOTE = 'note:';

/** For a mention: the beginning of its note, as the reader may read it now. */
const enrichMentions: EnrichmentOf = async (ctx, steps) => {
  const noted = steps.filter(({ event, cause }) => event === 'mention' && cause.startsWith(NOTE));
  const quotes = await quoteNotes(
    noted.map(({ cause }) => cause.slice(NOTE.length)),
    (account) => permissionsOn(ctx.grants, account),
  );
  return new Map(
    noted.flatMap(({ cause }) => {
      const text = quotes.get(cause.slice(NOTE.length));
      return text === undefined ? [] : [[cause, { quote: firstWords(text) }]];
    }),
  );
};

/** On one line, cut after a whole word. Masking comes first: half a document would escape the mask. */
function firstWords(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= MOST_CHARACTERS) return line;
  const cut = line.slice(0, MOST_CHARACTERS + 1);
  const end = cut.lastIndexOf(' ');
  return `${cut.slice(0, end > 0 ? end : MOST_CHARACTERS)}…`;
}

/** By cause, with a few queries per subject whatever the page size. */
const ALL: readonly EnrichmentOf[] = [
  enrichDeadlines,
  enrichDeclines,
  enrichEndpoints,
  enrichMentions,
  enrichOperations,
  enrichResends,
];

async function linesOf(ctx: OperatorCtx, lines: readonly Line[]): Promise<NoticeLine[]> {
  if (lines.length === 0) return [];
  const causes = lines.map(({ cause }) => cause);
  const [steps, accounts] = await Promise.all([
    db().select().from(noticeSteps).where(inArray(noticeSteps.cause, causes)).orderBy(desc(noticeSteps.seq)),
    accountsNamed(lines.map(({ accountId }) => accountId)),
  ]);
  const latest = new Map(steps.toReversed().map((step) => [step.cause, step]));
  const people = steps.flatMap(({ facts }) => [facts.by, facts.assignee]);
  const [names, ...enriched] = await Promise.all([
    operatorNames(people.filter((id) => typeof id === 'string')),
    ...ALL.map((enrich) => enrich(ctx, [...latest.values()])),
  ]);
  const enrichments = new Map(enriched.flatMap((some) => [...some]));
  const worded = (step: NotificationStep, isEarlier: boolean) => ({
    step: step.step,
    at: step.at.toISOString(),
    ...renderNotification(ctx.locale, step, isEarlier, names),
  });
  return lines.flatMap((line) => {
    const latestStep = latest.get(line.cause);
    if (latestStep === undefined) return [];
    const account = accounts.get(line.accountId ?? '') ?? null;
    const enrichment = enrichments.get(line.cause) ?? {};
    const { reference = null, quote = null, reason = null, unknown = null } = enrichment;
    const facts: NoticeFacts = { ...latestStep.facts, ...enrichment.facts };
    const now = worded({ ...latestStep, facts }, false);
    const earlier = steps.filter((other) => other.cause === line.cause && other !== latestStep);
    return {
      id: line.id,
      event: latestStep.event as NoticeEvent,
      cause: line.cause,
      ...now,
      facts,
      account: account === null ? null : { slug: account.slug, name: account.name },
      detail: [now.detail, enrichment.text].filter(Boolean).join(' · '),
      reference,
      quote,
      reason,
      unknown,
      by: typeof facts.by === 'string' ? { id: facts.by, name: names.get(facts.by) ?? '' } : null,
      steps: earlier.map((step) => worded(step, true)),
      readAt: line.readAt?.toISOString() ?? null,
      link: linkOf(ctx.locale, { ...latestStep, facts }, account),
    };
  });
}

/** Marks the caller's own lines as read and updates every open page. Ids of others' lines are ignored. */
export async function markRead({ ctx, body }: Args<'POST /api/notifications/read'>) {
  const unread = and(eq(notices.operatorId, ctx.operator.id), isNull(notices.readAt));
  const chosen = 'all' in body ? undefined : inArray(notices.id, body.ids);
  return db().transaction(async (tx) => {
    const read = await tx
      .update(notices)
      .set({ readAt: dbNow })
      .where(and(unread, chosen))
      .returning({ id: notices.id });
    if (read.length > 0) await announceTo(tx, [ctx.operator.id], [['inbox']]);
    return { unread: await unreadOf(ctx, tx) };
  });
}
