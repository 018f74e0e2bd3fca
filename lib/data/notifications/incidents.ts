import 'server-only';
import { and, desc, eq, notInArray, sql } from 'drizzle-orm';
import type { NoticeEvent } from '#lib/core/notification-events.ts';
import { db, lockNamed, type Transaction } from '#lib/data/client.ts';
import { type Notice, raiseNotice } from '#lib/data/notifications/raise.ts';
import { noticeSteps } from '#lib/data/schema/notifications.ts';

/** A problem that lasts for a time and is found by repeated checks, by whichever process. */
export type Trouble = { event: NoticeEvent; accountId: string; key: string };
export type Incident = typeof noticeSteps.$inferSelect;
type NoticeContent = Omit<Notice, 'event' | 'cause' | 'accountId'>;

const isOf = ({ event, accountId }: Pick<Trouble, 'event' | 'accountId'>) =>
  and(eq(noticeSteps.event, event), eq(noticeSteps.accountId, accountId));

const named = ({ event, accountId, key }: Trouble) => `${event}:${accountId}:${encodeURIComponent(key)}:`;

/** Locks the trouble and reads its last step, so that two processes that see it at once begin one incident. */
async function withTrouble<T>(
  trouble: Trouble,
  judge: (tx: Transaction, last: Incident | null) => Promise<T>,
) {
  const prefix = named(trouble);
  return db().transaction(async (tx) => {
    await lockNamed(tx, prefix);
    const [last] = await tx
      .select()
      .from(noticeSteps)
      .where(and(isOf(trouble), sql`starts_with(${noticeSteps.cause}, ${prefix})`))
      .orderBy(desc(noticeSteps.seq))
      .limit(1);
    return judge(tx, last ?? null);
  });
}

/** Begins an incident at `since` (ISO 8601) unless one is open or `isNews` denies it; `ended` closes it. */
export async function beginIncident(
  trouble: Trouble,
  { since, ended, isNews }: { since: string; ended: string; isNews?: (last: Incident) => boolean },
  content: NoticeContent,
): Promise<void> {
  await withTrouble(trouble, async (tx, last) => {
    if (last !== null && (last.step !== ended || isNews?.(last) === false)) return;
    const { event, accountId } = trouble;
    await raiseNotice(tx, { ...content, event, accountId, cause: `${named(trouble)}${since}` });
  });
}

/** Ends the open incident with the step `ended`, unless `contentOf` returns null: it is not over. */
export async function endIncident(
  trouble: Trouble,
  ended: string,
  contentOf: (tx: Transaction, incident: Incident) => Promise<Omit<NoticeContent, 'step'> | null>,
): Promise<void> {
  await withTrouble(trouble, async (tx, last) => {
    const content = last === null || last.step === ended ? null : await contentOf(tx, last);
    if (last === null || content === null) return;
    const { event, accountId } = trouble;
    await raiseNotice(tx, { ...content, step: ended, event, accountId, cause: last.cause });
  });
}

/** Keys of an account's open incidents. `ended`: name of the closing step. */
export async function openIncidentKeys(
  event: NoticeEvent,
  accountId: string,
  ended: string,
): Promise<string[]> {
  const over = db()
    .select({ cause: noticeSteps.cause })
    .from(noticeSteps)
    .where(and(isOf({ event, accountId }), eq(noticeSteps.step, ended)));
  const rows = await db()
    .select({ facts: noticeSteps.facts })
    .from(noticeSteps)
    .where(and(isOf({ event, accountId }), notInArray(noticeSteps.cause, over)));
  return rows.flatMap(({ facts }) => (typeof facts.key === 'string' ? [facts.key] : []));
}
