import 'server-only';
import { createHash, randomUUID } from 'node:crypto';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { settings } from '#lib/core/env/settings.ts';
import {
  isOn,
  type NoticeEvent,
  type NoticeFacts,
  type NoticeRules,
  type Quiet,
  quietUntil,
  ruleOf,
} from '#lib/core/notification-events.ts';
import { CHANNEL, type Transaction } from '#lib/data/client.ts';
import { databaseNow, dbNow } from '#lib/data/clock.ts';
import {
  noticeChannels,
  noticeMessages,
  noticeSettings,
  noticeSteps,
  notices,
} from '#lib/data/schema/notifications.ts';

/** Id of the channel whose webhook comes from the environment. */
export const ENVIRONMENT_CHANNEL = 'environment';

export type Notice = {
  event: NoticeEvent;
  /** The subject's type and id: `operation:op_…`. All its steps are one line of an inbox. */
  cause: string;
  /** A key of `messages/…/notices.json` under its event. */
  step: string;
  accountId: string | null;
  facts?: NoticeFacts;
  /** Operator ids of the recipients (`holdersOf` returns those with a permission). */
  to: readonly string[];
  /** The operator who caused it: their line is updated as read, and they get no message. */
  by?: string | null;
};

/**
 * Reports a step of a cause in the causing transaction: updates inbox lines and fills the outbox for `to`.
 * Each step is reported once; returns whether this call did. All who have the line see it.
 */
export async function raiseNotice(tx: Transaction, notice: Notice): Promise<boolean> {
  const { cause, step, event, accountId, facts = {} } = notice;
  const [inserted] = await tx
    .insert(noticeSteps)
    .values({ cause, step, event, accountId, facts, at: dbNow })
    .onConflictDoNothing()
    .returning({ cause: noticeSteps.cause });
  if (inserted === undefined) return false;
  const to = [...new Set(notice.to)].sort();
  const choices = await choicesOf(tx, to);
  const lines = to.filter((id) => isOn(choices.get(id)?.rules ?? {}, event, 'inbox'));
  const holders = await writeLines(tx, notice, lines);
  const recipients = to.filter((id) => id !== notice.by);
  if (recipients.length > 0) await writeMessages(tx, notice, recipients, choices);
  await announceTo(tx, holders, keysOf(event));
  return true;
}

/** True if any step of this cause was reported: an end matters only to people who know of the beginning. */
export async function wasNotified(tx: Transaction, cause: string): Promise<boolean> {
  const [step] = await tx
    .select({ step: noticeSteps.step })
    .from(noticeSteps)
    .where(eq(noticeSteps.cause, cause))
    .limit(1);
  return step !== undefined;
}

const keysOf = (event: NoticeEvent) =>
  ['approval_waiting', 'rule_waiting', 'request_decided'].includes(event)
    ? [['inbox'], ['approvals']]
    : [['inbox']];

type Choice = { rules: NoticeRules; quiet: Quiet | null };

async function choicesOf(tx: Transaction, ids: string[]): Promise<Map<string, Choice>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.select().from(noticeSettings).where(inArray(noticeSettings.operatorId, ids));
  return new Map(
    rows.map(({ operatorId, rules, quiet }) => [
      operatorId,
      { rules: rules as NoticeRules, quiet: quiet as Quiet | null },
    ]),
  );
}

/** Returns everybody who has the line now. One order of row locks: two concurrent calls do not deadlock. */
async function writeLines(tx: Transaction, notice: Notice, ids: string[]): Promise<string[]> {
  const { cause, event, accountId, by = null } = notice;
  const known = await tx
    .select({ operatorId: notices.operatorId })
    .from(notices)
    .where(eq(notices.cause, cause))
    .orderBy(notices.operatorId)
    .for('update');
  if (known.length > 0) await tx.update(notices).set({ event, at: dbNow }).where(eq(notices.cause, cause));
  if (ids.length > 0)
    await tx
      .insert(notices)
      .values(
        ids.map((operatorId) => ({
          id: randomUUID(),
          operatorId,
          cause,
          event,
          accountId,
          at: dbNow,
          readAt: operatorId === by ? dbNow : null,
        })),
      )
      .onConflictDoUpdate({
        target: [notices.operatorId, notices.cause],
        set: { readAt: sql`excluded.read_at` },
      });
  if (by !== null)
    await tx
      .update(notices)
      .set({ readAt: dbNow })
      .where(and(eq(notices.cause, cause), eq(notices.operatorId, by), isNull(notices.readAt)));
  return [...new Set([...known.map(({ operatorId }) => operatorId), ...ids])];
}

async function writeMessages(
  tx: Transaction,
  notice: Notice,
  to: string[],
  choices: Map<string, Choice>,
): Promise<void> {
  const { event, cause, step } = notice;
  const item = { cause, step };
  const now = databaseNow();
  const quietOf = (id: string) =>
    ruleOf(event).breaksQuiet === true ? null : quietUntil(choices.get(id)?.quiet ?? null, now);
  const wants = (id: string, channel: string) => isOn(choices.get(id)?.rules ?? {}, event, channel);
  if (settings().smtp !== null)
    for (const id of to.filter((one) => wants(one, 'email'))) {
      const until = quietOf(id);
      if (until === null || !(await joinQuiet(tx, id, until, item)))
        await write(tx, { channel: 'email', operatorId: id, key: [id, cause, step], dueAt: until, item });
    }
  for (const channel of await sharedChannels(tx)) {
    const ends = to.filter((id) => wants(id, channel)).map(quietOf);
    if (ends.length === 0) continue;
    // One message for all recipients, due when the first of them leaves quiet hours.
    const times = ends.filter((end) => end !== null).map((end) => end.getTime());
    const dueAt = times.length < ends.length ? null : new Date(Math.min(...times));
    await write(tx, { channel, operatorId: null, key: ['', cause, step], dueAt, item });
  }
}

type Item = { cause: string; step: string };
/** `key`: what makes it unique in its channel. `dueAt` null: at once. */
type Message = { channel: string; operatorId: string | null; key: string[]; dueAt: Date | null; item: Item };

function rowOf({ channel, operatorId, key, dueAt, item }: Message) {
  const hash = createHash('sha256').update(JSON.stringify([channel, ...key]));
  return {
    id: randomUUID(),
    channel,
    operatorId,
    items: [item],
    createdAt: dbNow,
    key: hash.digest('base64url'),
    dueAt: dueAt === null ? dbNow : sql<Date>`${dueAt.toISOString()}::timestamptz`,
  };
}

async function write(tx: Transaction, message: Message): Promise<void> {
  await tx.insert(noticeMessages).values(rowOf(message)).onConflictDoNothing();
}

/** Adds the notice to the one message after quiet hours. False if that message is already being sent. */
async function joinQuiet(tx: Transaction, operatorId: string, until: Date, item: Item): Promise<boolean> {
  const key = [operatorId, 'quiet', until.toISOString()];
  const added = sql`${noticeMessages.items} || ${JSON.stringify([item])}::jsonb`;
  const joined = await tx
    .insert(noticeMessages)
    .values(rowOf({ channel: 'email', operatorId, key, dueAt: until, item }))
    .onConflictDoUpdate({
      target: noticeMessages.key,
      set: { items: added },
      setWhere: sql`${noticeMessages.state} = 'waiting' and ${noticeMessages.leasedUntil} is null`,
    })
    .returning({ id: noticeMessages.id });
  return joined.length > 0;
}

async function sharedChannels(tx: Transaction): Promise<string[]> {
  const rows = await tx
    .select({ id: noticeChannels.id })
    .from(noticeChannels)
    .where(and(isNull(noticeChannels.removedAt), sql`${noticeChannels.url} is not null`));
  const own = settings().notifyWebhook === null ? [] : [ENVIRONMENT_CHANNEL];
  return [...own, ...rows.map(({ id }) => id)];
}

/** Operators per payload: PostgreSQL refuses payloads of 8,000 bytes. */
const PEOPLE_AT_ONCE = 100;

/** Notifies these operators' open pages, on any account, that the data of these keys changed. */
export async function announceTo(tx: Transaction, operatorIds: string[], keys: string[][]): Promise<void> {
  for (let from = 0; from < operatorIds.length; from += PEOPLE_AT_ONCE) {
    const payload = JSON.stringify({ operatorIds: operatorIds.slice(from, from + PEOPLE_AT_ONCE), keys });
    await tx.execute(sql`select pg_notify(${CHANNEL}, ${payload})`);
  }
}
