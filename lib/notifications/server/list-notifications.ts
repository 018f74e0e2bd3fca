import 'server-only';
import { and, count, desc, eq, gte, inArray, isNull, lt, or } from 'drizzle-orm';
import { accountBySlug } from '#lib/accounts/server/account.ts';
import type { OperatorCtx } from '#lib/api/context.ts';
import { openCursor, sealCursor } from '#lib/api/cursor.ts';
import { instantsOf, listScope } from '#lib/api/list-window.ts';
import { permissionsOn } from '#lib/auth/permissions.ts';
import { operatorNames } from '#lib/auth/server/operator-names.ts';
import { type Database, db, type Transaction } from '#lib/db/client.ts';
import { noticeSteps, notices } from '#lib/db/schema/notifications.ts';
import type { NoticeEvent, NoticeFacts } from '#lib/notices/events.ts';
import type { NoticeLine, NoticeList, NoticeQuery } from '#lib/notifications/contract.ts';
import { accountsNamed } from '#lib/notifications/server/compose.ts';
import { declineReasons } from '#lib/notifications/server/decline-reasons.ts';
import { resendOutcomes } from '#lib/notifications/server/resend-outcomes.ts';
import { linkWord, pathOf, wordNotice } from '#lib/notifications/server/word-notice.ts';

type Position = { at: string; id: string };
type Line = typeof notices.$inferSelect;

/** One's own lines, newest first; those of an account that one may not read any more are left out. */
export async function listNotifications({
  ctx,
  query,
}: {
  ctx: OperatorCtx;
  query: NoticeQuery;
}): Promise<NoticeList> {
  const { limit, cursor, ...filter } = query;
  const scope = listScope('notifications', ctx.operator.id, filter);
  const after = cursor === undefined ? null : (openCursor(scope, cursor) as Position);
  const rows = await db()
    .select()
    .from(notices)
    .where(and(readable(ctx), await chosenBy(filter), after === null ? undefined : below(after)))
    .orderBy(desc(notices.at), desc(notices.id))
    .limit(limit + 1);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    items: await linesOf(ctx, shown),
    nextCursor: last === undefined ? null : sealCursor(scope, { at: last.at.toISOString(), id: last.id }),
    total: null,
    unread: await unreadOf(ctx),
  };
}

async function chosenBy({ state, event, account, ...period }: Omit<NoticeQuery, 'limit' | 'cursor'>) {
  const { from, to } = instantsOf(period);
  const asked = account === undefined ? undefined : ((await accountBySlug(account))?.id ?? '');
  return and(
    state === undefined ? undefined : isNull(notices.readAt),
    event === undefined ? undefined : inArray(notices.event, event),
    asked === undefined ? undefined : eq(notices.accountId, asked),
    from === undefined ? undefined : gte(notices.at, new Date(from)),
    to === undefined ? undefined : lt(notices.at, new Date(to)),
  );
}

/** How many lines this person has not read. */
export async function unreadOf(ctx: OperatorCtx, on: Database | Transaction = db()): Promise<number> {
  const [row] = await on
    .select({ unread: count() })
    .from(notices)
    .where(and(readable(ctx), isNull(notices.readAt)));
  return row?.unread ?? 0;
}

/** One's own, as far as one may still read their account. */
export function readable(ctx: OperatorCtx) {
  const mine = eq(notices.operatorId, ctx.operator.id);
  if (permissionsOn(ctx.grants, '*').has('read')) return mine;
  const accounts = ctx.grants.map(({ account }) => account);
  return and(mine, or(isNull(notices.accountId), inArray(notices.accountId, accounts)));
}

function below({ at, id }: Position) {
  const instant = new Date(at);
  return or(lt(notices.at, instant), and(eq(notices.at, instant), lt(notices.id, id)));
}

const isDecline = ({ event, step }: { event: string; step: string }) =>
  event === 'request_decided' && step === 'declined';

async function linesOf(ctx: OperatorCtx, lines: readonly Line[]): Promise<NoticeLine[]> {
  if (lines.length === 0) return [];
  const [steps, accounts] = await Promise.all([
    db()
      .select()
      .from(noticeSteps)
      .where(
        inArray(
          noticeSteps.cause,
          lines.map(({ cause }) => cause),
        ),
      )
      .orderBy(desc(noticeSteps.seq)),
    accountsNamed(lines.map(({ accountId }) => accountId)),
  ]);
  const people = steps.flatMap(({ facts }) => (typeof facts.by === 'string' ? [facts.by] : []));
  const ended = steps.flatMap(({ facts }) => (facts.topic === 'resend' ? [String(facts.id)] : []));
  const declined = steps.flatMap((step) => (isDecline(step) ? [String(step.facts.id)] : []));
  const [names, outcomes, reasons] = await Promise.all([
    operatorNames(people),
    resendOutcomes(ended),
    declineReasons(ctx, declined),
  ]);
  return lines.flatMap((line) => {
    const [told, ...earlier] = steps.filter(({ cause }) => cause === line.cause);
    if (told === undefined) return [];
    // Its deliveries come in after a resend ended: the line says how many by now.
    const facts: NoticeFacts = { ...told.facts, ...outcomes.get(String(told.facts.id)) };
    const latest = { ...told, facts };
    const worded = (step: typeof latest) => ({
      ...{ step: step.step, at: step.at.toISOString() },
      ...wordNotice(ctx.locale, step, step !== latest),
    });
    const account = accounts.get(line.accountId ?? '') ?? null;
    const event = latest.event as NoticeEvent;
    const path = pathOf(event, account?.slug ?? null, latest.facts);
    const by = typeof latest.facts.by === 'string' ? latest.facts.by : null;
    return [
      {
        ...{ id: line.id, event, cause: line.cause, ...worded(latest), account, facts: latest.facts },
        by: by === null ? null : { id: by, name: names.get(by) ?? '' },
        reason: isDecline(latest) ? (reasons.get(String(facts.id)) ?? null) : null,
        steps: earlier.map(worded),
        readAt: line.readAt?.toISOString() ?? null,
        link: path === null ? null : { path, word: linkWord(ctx.locale, event, latest.step) },
      },
    ];
  });
}
