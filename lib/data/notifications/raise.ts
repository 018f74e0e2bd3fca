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
import { CHANNEL } from '#lib/data/channel.ts';
import type { Transaction } from '#lib/data/client.ts';
import { databaseNow, dbNow } from '#lib/data/clock.ts';
import {
  noticeChannels,
  noticeMessages,
  noticeSettings,
  noticeSteps,
  notices,
} from '#lib/data/schema/notifications.ts';

/** `environment`: the webhook of the settings. */
export const ENVIRONMENT_CHANNEL = 'environment';

export type Notice = {
  event: NoticeEvent;
  /** The subject, by name and id: `operation:op_…`. Its steps are one line of an inbox. */
  cause: string;
  /** A word of `messages/…/notices.json` under its event. */
  step: string;
  accountId: string | null;
  facts?: NoticeFacts;
  /** Ids of whom it is for (`holdersOf` gives those with a permission). */
  to: readonly string[];
  /** The person who caused it: their line is kept up to date, and they are told nothing. */
  by?: string | null;
};

/**
 * Tells a step of a cause, within the transaction of what caused it: lines of inboxes, and in the outbox what leaves
 * by each person's channels. A step told before is not told again, whoever found it; gives whether this call told it.
 * Whoever has the cause's line sees its new step; `to` also gets messages.
 */
export async function raiseNotice(tx: Transaction, notice: Notice): Promise<boolean> {
  const { cause, step, event, accountId, facts = {} } = notice;
  const [told] = await tx
    .insert(noticeSteps)
    .values({ cause, step, event, accountId, facts, at: dbNow })
    .onConflictDoNothing()
    .returning({ cause: noticeSteps.cause });
  if (told === undefined) return false;
  const to = [...new Set(notice.to)].sort();
  const choices = await choicesOf(tx, to);
  const lines = to.filter((id) => isOn(choices.get(id)?.rules ?? {}, event, 'inbox'));
  const holders = await writeLines(tx, notice, lines);
  const away = to.filter((id) => id !== notice.by);
  if (away.length > 0) await writeMessages(tx, notice, away, choices);
  await announceTo(tx, holders, keysOf(event));
  return true;
}

/** Tells if anything was told of this cause: an end matters only to people who know of the beginning. */
export async function wasNotified(tx: Transaction, cause: string): Promise<boolean> {
  const [step] = await tx
    .select({ step: noticeSteps.step })
    .from(noticeSteps)
    .where(eq(noticeSteps.cause, cause))
    .limit(1);
  return step !== undefined;
}

const keysOf = (event: NoticeEvent) =>
  event === 'approval_waiting' || event === 'rule_waiting' || event === 'request_decided'
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

/** Gives everybody who has the line now. Rows in one order, so that two that tell at once do not wait for each other. */
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
  const now = databaseNow();
  const quietOf = (id: string) =>
    ruleOf(event).breaksQuiet === true ? null : quietUntil(choices.get(id)?.quiet ?? null, now);
  const wants = (id: string, channel: string) => isOn(choices.get(id)?.rules ?? {}, event, channel);
  if (settings().smtp !== null)
    for (const id of to.filter((one) => wants(one, 'email'))) {
      const until = quietOf(id);
      if (until === null || !(await joinQuiet(tx, id, until, { cause, step })))
        await write(tx, { channel: 'email', operatorId: id, key: id, dueAt: until, item: { cause, step } });
    }
  for (const channel of await sharedChannels(tx)) {
    const ends = to.filter((id) => wants(id, channel)).map(quietOf);
    if (ends.length === 0) continue;
    // One message for all who want it there, when the first of them may be disturbed.
    const times = ends.filter((end) => end !== null).map((end) => end.getTime());
    const dueAt = times.length < ends.length ? null : new Date(Math.min(...times));
    await write(tx, { channel, operatorId: null, key: '', dueAt, item: { cause, step } });
  }
}

type Item = { cause: string; step: string };
type Message = { channel: string; operatorId: string | null; key: string; dueAt: Date | null; item: Item };

async function write(tx: Transaction, { channel, operatorId, key, dueAt, item }: Message): Promise<void> {
  await tx
    .insert(noticeMessages)
    .values({
      id: randomUUID(),
      channel,
      operatorId,
      items: [item],
      createdAt: dbNow,
      key: keyOf(channel, key, item.cause, item.step),
      dueAt: dueAt === null ? dbNow : atDatabase(dueAt),
    })
    .onConflictDoNothing();
}

/** Joins a person's quiet-hours notices into one message. False where that one is on its way already. */
async function joinQuiet(tx: Transaction, operatorId: string, until: Date, item: Item): Promise<boolean> {
  const added = sql`${noticeMessages.items} || ${JSON.stringify([item])}::jsonb`;
  const joined = await tx
    .insert(noticeMessages)
    .values({
      id: randomUUID(),
      channel: 'email',
      operatorId,
      items: [item],
      createdAt: dbNow,
      key: keyOf('email', operatorId, 'quiet', until.toISOString()),
      dueAt: atDatabase(until),
    })
    .onConflictDoUpdate({
      target: noticeMessages.key,
      set: { items: added },
      setWhere: sql`${noticeMessages.state} = 'waiting' and ${noticeMessages.leasedUntil} is null`,
    })
    .returning({ id: noticeMessages.id });
  return joined.length > 0;
}

const atDatabase = (date: Date) => sql<Date>`${date.toISOString()}::timestamptz`;

const keyOf = (...parts: string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

/** Ids of the webhooks that all share. */
async function sharedChannels(tx: Transaction): Promise<string[]> {
  const rows = await tx
    .select({ id: noticeChannels.id })
    .from(noticeChannels)
    .where(and(isNull(noticeChannels.removedAt), sql`${noticeChannels.url} is not null`));
  const own = settings().notifyWebhook === null ? [] : [ENVIRONMENT_CHANNEL];
  return [...own, ...rows.map(({ id }) => id)];
}

/** PostgreSQL refuses payloads of 8,000 bytes. */
const PEOPLE_AT_ONCE = 100;

/** Tells these people's open pages, on whatever account, that what the keys name changed. */
export async function announceTo(tx: Transaction, operatorIds: string[], keys: string[][]): Promise<void> {
  for (let from = 0; from < operatorIds.length; from += PEOPLE_AT_ONCE) {
    const payload = JSON.stringify({ operatorIds: operatorIds.slice(from, from + PEOPLE_AT_ONCE), keys });
    await tx.execute(sql`select pg_notify(${CHANNEL}, ${payload})`);
  }
}
