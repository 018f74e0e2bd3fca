import 'server-only';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { seal, unseal } from '#lib/auth/server/seal.ts';
import { settings } from '#lib/core/env/settings.ts';
import { asLocale, type Locale } from '#lib/core/i18n/locales.ts';
import { type Database, db, type Transaction } from '#lib/data/client.ts';
import { dbNow, fromNow } from '#lib/data/clock.ts';
import { ENVIRONMENT_CHANNEL } from '#lib/data/notifications/raise.ts';
import { noticeChannels, noticeMessages } from '#lib/data/schema/notifications.ts';
import type { Attempt, HookTarget } from '#lib/notifications/server/send.ts';

export type ChannelRow = typeof noticeChannels.$inferSelect;
export type HookChannel = HookTarget & { id: string; name: string; form: 'signed' | 'chat'; locale: Locale };

const purpose = (id: string, what: 'url' | 'secret') => `notice_channels:${id}:${what}`;

export const sealUrl = (id: string, url: string): string => seal(url, purpose(id, 'url'));
export const sealSecret = (id: string, secret: string): string => seal(secret, purpose(id, 'secret'));

/** Stored state of every channel, by id. A channel of the environment has no row before its first use. */
export async function channelRows(on: Database | Transaction = db()): Promise<Map<string, ChannelRow>> {
  const rows = await on.select().from(noticeChannels).where(isNull(noticeChannels.removedAt));
  return new Map(rows.map((row) => [row.id, row]));
}

/** A webhook with its opened address and secret; null when it does not exist or was removed. */
export async function hookChannel(id: string): Promise<HookChannel | null> {
  if (id === ENVIRONMENT_CHANNEL) {
    const { notifyWebhook } = settings();
    if (notifyWebhook === null) return null;
    return { id, name: new URL(notifyWebhook.url).host, form: 'signed', locale: 'pt-BR', ...notifyWebhook };
  }
  const row = (await channelRows()).get(id);
  return row === undefined ? null : unsealedChannel(row);
}

export function unsealedChannel({ id, name, form, locale, url, secret }: ChannelRow): HookChannel | null {
  if (url === null) return null;
  return {
    id,
    name: name ?? '',
    form: form === 'chat' ? 'chat' : 'signed',
    locale: asLocale(locale ?? undefined),
    url: unseal(url, purpose(id, 'url')),
    secret: secret === null ? null : unseal(secret, purpose(id, 'secret')),
  };
}

export async function openChannels(): Promise<string[]> {
  const rows = await channelRows();
  const { smtp, notifyWebhook } = settings();
  const own = [...rows.values()].filter(({ url }) => url !== null).map(({ id }) => id);
  return [
    ...(smtp === null ? [] : ['email']),
    ...(notifyWebhook === null ? [] : [ENVIRONMENT_CHANNEL]),
    ...own,
  ];
}

const LONGEST_PAUSE_MS = 15 * 60_000;

/** Milliseconds until the next attempt, after this many failures in a row. */
export const pauseAfter = (failures: number): number =>
  Math.min(LONGEST_PAUSE_MS, settings().notifyPauseMs * 2 ** Math.min(20, Math.max(0, failures - 1)));

/** Stores a channel's state. Failures in a row lengthen its pause; a success makes retries due at once. */
export async function noteAttempt(id: string, attempt: Attempt): Promise<void> {
  if (!attempt.ok && attempt.whose !== 'channel') return;
  const { channel, state, attempts } = noticeMessages;
  await db().transaction(async (tx) => {
    const [row] = await tx.select().from(noticeChannels).where(eq(noticeChannels.id, id)).for('update');
    const failures = attempt.ok ? 0 : (row?.failures ?? 0) + 1;
    const change = attempt.ok
      ? { okAt: dbNow, okMs: attempt.ms, failingSince: null, failures, problem: null, pausedUntil: null }
      : {
          failingSince: sql<Date>`coalesce(${row?.failingSince?.toISOString() ?? null}::timestamptz, now())`,
          failures,
          problem: attempt.problem,
          pausedUntil: fromNow(pauseAfter(failures)),
        };
    await tx
      .insert(noticeChannels)
      .values({ id, ...change })
      .onConflictDoUpdate({ target: noticeChannels.id, set: change });
    if (attempt.ok && row?.failingSince != null)
      await tx
        .update(noticeMessages)
        .set({ dueAt: dbNow })
        .where(and(eq(channel, id), eq(state, 'waiting'), gt(attempts, 0)));
  });
}
