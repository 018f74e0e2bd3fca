import 'server-only';
import { and, count, eq, gt, inArray, min, or, sql } from 'drizzle-orm';
import type { Ctx } from '#lib/api/context.ts';
import type { Args } from '#lib/api/serve.ts';
import { holdersOf, operatorNames } from '#lib/auth/server/holders.ts';
import { settings } from '#lib/core/env/settings.ts';
import {
  EVENT_NAMES,
  fits,
  isLocked,
  isOn,
  type NoticeRules,
  type Quiet,
  ruleOf,
} from '#lib/core/notification-events.ts';
import { type Database, db, type Transaction } from '#lib/data/client.ts';
import { ago } from '#lib/data/clock.ts';
import { ENVIRONMENT_CHANNEL } from '#lib/data/notifications/raise.ts';
import { noticeMessages, noticeSettings } from '#lib/data/schema/notifications.ts';
import type { Approvers, Channel, NotificationSettings } from '#lib/notifications/contract.ts';
import { channelRows, openChannels, unsealedChannel } from '#lib/notifications/server/channels.ts';

const DEFAULT_QUIET: Quiet = { on: false, from: '20:00', to: '08:00', days: 'every' };
const WEEK_MS = 7 * 24 * 3_600_000;

/** The caller's notification rules and quiet hours, and the state of the channels. */
export async function getSettings({
  ctx,
  on = db(),
}: Args<'GET /api/settings/notifications'> & { on?: Database | Transaction }): Promise<NotificationSettings> {
  const [own] = await on.select().from(noticeSettings).where(eq(noticeSettings.operatorId, ctx.operator.id));
  const rules = (own?.rules ?? {}) as NoticeRules;
  const channels = await channelsOf(on);
  return {
    events: EVENT_NAMES.map((event) => ({
      event,
      group: ruleOf(event).group,
      breaksQuiet: ruleOf(event).breaksQuiet === true,
      channels: Object.fromEntries(
        channels
          .filter(({ id }) => fits(event, id))
          .map(({ id }) => [id, { on: isOn(rules, event, id), locked: isLocked(event, id) }]),
      ),
    })),
    quiet: (own?.quiet as Quiet | null | undefined) ?? DEFAULT_QUIET,
    channels,
    mayManage: ctx.permissions.has('manage'),
  };
}

async function channelsOf(on: Database | Transaction): Promise<Channel[]> {
  const { smtp, notifyWebhook } = settings();
  const [rows, queues] = [await channelRows(on), await queuesOf(on)];
  const state = (id: string) => {
    const [row, queue] = [rows.get(id), queues.get(id)];
    return {
      okAt: instant(row?.okAt),
      okMs: row?.okMs ?? null,
      failingSince: instant(row?.failingSince),
      problem: row?.problem ?? null,
      nextAt: instant(row?.pausedUntil),
      waiting: queue?.waiting ?? 0,
      oldestAt: instant(queue?.oldestAt),
      lost: queue?.lost ?? 0,
    };
  };
  type Origin = Pick<Channel, 'kind' | 'from'> & Partial<Pick<Channel, 'form' | 'name' | 'locale' | 'ready'>>;
  const channel = (id: string, url: string | null | undefined, origin: Origin): Channel => ({
    id,
    form: null,
    name: null,
    locale: null,
    ready: true,
    host: url == null ? null : new URL(url).host,
    ...origin,
    ...state(id),
  });
  const hooks = [...rows.values()].flatMap((row) => unsealedChannel(row) ?? []);
  return [
    channel('inbox', null, { kind: 'inbox', from: 'product' }),
    channel('email', smtp?.url, { kind: 'email', from: 'environment', ready: smtp !== null }),
    ...(notifyWebhook === null
      ? []
      : [
          channel(ENVIRONMENT_CHANNEL, notifyWebhook.url, {
            kind: 'webhook',
            from: 'environment',
            form: 'signed',
          }),
        ]),
    ...hooks.map(({ id, url, name, form, locale }) =>
      channel(id, url, { kind: 'webhook', from: 'settings', name, form, locale }),
    ),
  ];
}

const instant = (date: Date | null | undefined) => date?.toISOString() ?? null;

/** Messages by channel. One that waits for the end of quiet hours is not late, so only due ones wait. */
async function queuesOf(on: Database | Transaction) {
  const { channel, state, attempts, dueAt, endedAt, createdAt } = noticeMessages;
  const late = and(eq(state, 'waiting'), sql`(${attempts} > 0 or ${dueAt} <= now())`);
  const gone = and(eq(state, 'lost'), gt(endedAt, ago(WEEK_MS)));
  const rows = await on
    .select({
      channel,
      waiting: count(sql`case when ${late} then 1 end`),
      oldestAt: min(sql`case when ${late} then ${createdAt} end`).mapWith(createdAt),
      lost: count(sql`case when ${gone} then 1 end`),
    })
    .from(noticeMessages)
    .where(or(late, gone))
    .groupBy(channel);
  return new Map(rows.map((row) => [row.channel, row]));
}

/** People who may approve on this account, sorted by name, and the channels that notify each of them. */
export async function listApprovers({ ctx }: { ctx: Ctx }): Promise<Approvers> {
  const ids = await holdersOf(db(), ctx.account.id, 'approve');
  const [names, chosen, rows, open] = await Promise.all([
    operatorNames(ids),
    ids.length === 0 ? [] : db().select().from(noticeSettings).where(inArray(noticeSettings.operatorId, ids)),
    channelRows(),
    openChannels(),
  ]);
  const rulesOf = new Map(chosen.map(({ operatorId, rules }) => [operatorId, rules as NoticeRules]));
  const items = ids.map((id) => ({
    id,
    name: names.get(id) ?? '',
    channels: ['inbox', ...open]
      .filter((channel) => isOn(rulesOf.get(id) ?? {}, 'approval_waiting', channel))
      .map((channel) => ({ id: channel, name: rows.get(channel)?.name ?? null })),
  }));
  return { items: items.toSorted((one, other) => one.name.localeCompare(other.name)) };
}
