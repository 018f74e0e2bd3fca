import 'server-only';
import { and, count, eq, gt, inArray, min, sql } from 'drizzle-orm';
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
import {
  type ChannelRow,
  channelRows,
  openChannels,
  unsealedChannel,
} from '#lib/notifications/server/channels.ts';

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
  const [rows, waiting, lost] = [await channelRows(on), await waitingBy(on), await lostBy(on)];
  const state = (id: string) => {
    const queue = waiting.get(id);
    return {
      ...fares(rows.get(id)),
      waiting: queue?.waiting ?? 0,
      oldestAt: instant(queue?.oldestAt),
      lost: lost.get(id) ?? 0,
    };
  };
  const plain = { form: null, name: null, locale: null };
  const inbox = {
    id: 'inbox',
    kind: 'inbox' as const,
    ...plain,
    host: null,
    from: 'product' as const,
    ready: true,
  };
  const email = {
    id: 'email',
    kind: 'email' as const,
    ...plain,
    from: 'environment' as const,
    ready: smtp !== null,
    host: smtp === null ? null : new URL(smtp.url).host,
  };
  const hooks = [...rows.values()].flatMap((row) => unsealedChannel(row) ?? []);
  return [
    { ...inbox, ...state('inbox') },
    { ...email, ...state('email') },
    ...(notifyWebhook === null
      ? []
      : [
          {
            id: ENVIRONMENT_CHANNEL,
            kind: 'webhook' as const,
            form: 'signed' as const,
            name: null,
            host: new URL(notifyWebhook.url).host,
            locale: null,
            from: 'environment' as const,
            ready: true,
            ...state(ENVIRONMENT_CHANNEL),
          },
        ]),
    ...hooks.map(({ id, name, form, locale, url }) => ({
      id,
      kind: 'webhook' as const,
      form,
      name,
      locale,
      host: new URL(url).host,
      from: 'settings' as const,
      ready: true,
      ...state(id),
    })),
  ];
}

const instant = (date: Date | null | undefined) => date?.toISOString() ?? null;

const fares = (row: ChannelRow | undefined) => ({
  okAt: instant(row?.okAt),
  okMs: row?.okMs ?? null,
  failingSince: instant(row?.failingSince),
  problem: row?.problem ?? null,
  nextAt: instant(row?.pausedUntil),
});

/** Counts only messages that are due: one that waits for the end of quiet hours is not late. */
async function waitingBy(on: Database | Transaction) {
  const rows = await on
    .select({ channel: noticeMessages.channel, waiting: count(), oldestAt: min(noticeMessages.createdAt) })
    .from(noticeMessages)
    .where(
      and(
        eq(noticeMessages.state, 'waiting'),
        sql`(${noticeMessages.attempts} > 0 or ${noticeMessages.dueAt} <= now())`,
      ),
    )
    .groupBy(noticeMessages.channel);
  return new Map(rows.map((row) => [row.channel, row]));
}

async function lostBy(on: Database | Transaction): Promise<Map<string, number>> {
  const rows = await on
    .select({ channel: noticeMessages.channel, lost: count() })
    .from(noticeMessages)
    .where(and(eq(noticeMessages.state, 'lost'), gt(noticeMessages.endedAt, ago(WEEK_MS))))
    .groupBy(noticeMessages.channel);
  return new Map(rows.map(({ channel, lost }) => [channel, lost]));
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
