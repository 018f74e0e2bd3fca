import 'server-only';
import { and, desc, eq, notInArray, sql } from 'drizzle-orm';
import type { NoticeEvent } from '#lib/core/notification-events.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { lockNamed } from '#lib/data/named-lock.ts';
import { type Notice, raiseNotice } from '#lib/data/notifications/raise.ts';
import { noticeSteps } from '#lib/data/schema/notifications.ts';

/** Something that is out of order until it is not: found by looking again and again, by whichever process. */
export type Trouble = { event: NoticeEvent; accountId: string; key: string };
export type Incident = typeof noticeSteps.$inferSelect;
type Telling = Omit<Notice, 'event' | 'cause' | 'accountId'>;

const named = ({ event, accountId, key }: Trouble) => `${event}:${accountId}:${encodeURIComponent(key)}:`;

/** The last incident of a trouble, and whether it goes on; null: there never was one. */
async function lastOf(tx: Transaction, trouble: Trouble) {
  const prefix = named(trouble);
  const [last] = await tx
    .select()
    .from(noticeSteps)
    .where(
      and(
        eq(noticeSteps.event, trouble.event),
        eq(noticeSteps.accountId, trouble.accountId),
        sql`starts_with(${noticeSteps.cause}, ${prefix})`,
      ),
    )
    .orderBy(desc(noticeSteps.seq))
    .limit(1);
  return last ?? null;
}

/** Whoever looks at a trouble does so alone: two that see it at once begin one incident. */
async function judging<T>(trouble: Trouble, judge: (tx: Transaction, last: Incident | null) => Promise<T>) {
  return db().transaction(async (tx) => {
    await lockNamed(tx, named(trouble));
    return judge(tx, await lastOf(tx, trouble));
  });
}

/** Begins an incident at `since` (ISO), unless one goes on or `isNews` says no. `ended`: the step of an end. */
export async function beginIncident(
  trouble: Trouble,
  { since, ended, isNews }: { since: string; ended: string; isNews?: (last: Incident) => boolean },
  telling: Telling,
): Promise<void> {
  await judging(trouble, async (tx, last) => {
    if (last !== null && (last.step !== ended || isNews?.(last) === false)) return;
    const { event, accountId } = trouble;
    await raiseNotice(tx, { ...telling, event, accountId, cause: `${named(trouble)}${since}` });
  });
}

/** Ends the incident that goes on, by the step `ended`; `tellingOf` gives null where it is not over. */
export async function endIncident(
  trouble: Trouble,
  ended: string,
  tellingOf: (tx: Transaction, incident: Incident) => Promise<Omit<Telling, 'step'> | null>,
): Promise<void> {
  await judging(trouble, async (tx, last) => {
    const telling = last === null || last.step === ended ? null : await tellingOf(tx, last);
    if (last === null || telling === null) return;
    const { event, accountId } = trouble;
    await raiseNotice(tx, { ...telling, step: ended, event, accountId, cause: last.cause });
  });
}

/** Keys of the incidents of an account that go on. `ended`: the step of their end. */
export async function goingOn(event: NoticeEvent, accountId: string, ended: string): Promise<string[]> {
  const over = db()
    .select({ cause: noticeSteps.cause })
    .from(noticeSteps)
    .where(
      and(eq(noticeSteps.event, event), eq(noticeSteps.accountId, accountId), eq(noticeSteps.step, ended)),
    );
  const rows = await db()
    .select({ facts: noticeSteps.facts })
    .from(noticeSteps)
    .where(
      and(
        eq(noticeSteps.event, event),
        eq(noticeSteps.accountId, accountId),
        notInArray(noticeSteps.cause, over),
      ),
    );
  return rows.flatMap(({ facts }) => (typeof facts.key === 'string' ? [facts.key] : []));
}
