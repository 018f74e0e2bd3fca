import { asc, eq } from 'drizzle-orm';
import { db } from '#lib/data/client.ts';
import { noticeSteps, notices } from '#lib/data/schema/notifications.ts';

/** Steps of all that stands in this person's inbox, in the order of their notices: `sign_in.reset`. */
export async function inboxSteps(operatorId: string): Promise<string[]> {
  const rows = await db()
    .select({ event: noticeSteps.event, step: noticeSteps.step })
    .from(notices)
    .innerJoin(noticeSteps, eq(noticeSteps.cause, notices.cause))
    .where(eq(notices.operatorId, operatorId))
    .orderBy(asc(noticeSteps.seq));
  return rows.map(({ event, step }) => `${event}.${step}`);
}
