import 'server-only';
import { inArray } from 'drizzle-orm';
import type { Ctx } from '#lib/api/context.ts';
import { holdersOf, operatorNames } from '#lib/auth/server/holders.ts';
import { isOn, type NoticeRules } from '#lib/core/notification-events.ts';
import { db } from '#lib/data/client.ts';
import { noticeSettings } from '#lib/data/schema/notifications.ts';
import type { Approvers } from '#lib/notifications/contract.ts';
import { channelRows, openChannels } from '#lib/notifications/server/channels.ts';

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
