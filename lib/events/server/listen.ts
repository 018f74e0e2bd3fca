import 'server-only';
import type { PGlite } from '@electric-sql/pglite';
import { settings } from '#lib/core/env/settings.ts';
import { CHANNEL } from '#lib/data/channel.ts';
import { db } from '#lib/data/client.ts';
import type { Announcement } from '#lib/events/server/announce.ts';

export type Listening = {
  /** Rejects when the connection no longer answers. */
  check: () => Promise<unknown>;
  stop: () => Promise<unknown>;
};

const ANSWER_MS = 5_000;

/**
 * Listens to the announcements of all instances on this database. PostgreSQL needs a connection of its own,
 * because a pooled one would stop listening. `lost` is called once when that connection ends; nothing is
 * received after that.
 */
export async function listen(
  onAnnouncement: (announcement: Announcement) => void,
  lost: () => void,
): Promise<Listening> {
  const { databaseUrl } = settings();
  const take = (payload: string | undefined) => {
    const announcement = parse(payload);
    if (announcement !== null) onAnnouncement(announcement);
  };
  if (databaseUrl !== null) return listenOnPostgres(databaseUrl, take, lost);
  const { $client } = db() as unknown as { $client: PGlite };
  const stop = await $client.listen(CHANNEL, take);
  return { check: async () => undefined, stop: () => stop() };
}

async function listenOnPostgres(
  url: string,
  take: (payload: string | undefined) => void,
  lost: () => void,
): Promise<Listening> {
  const { Client } = await import('pg');
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
    keepAlive: true,
  });
  let isOver = false;
  const end = () => {
    if (isOver) return;
    isOver = true;
    lost();
  };
  client.on('error', end);
  client.on('end', end);
  client.on('notification', ({ payload }) => take(payload));
  await client.connect();
  await client.query(`listen ${CHANNEL}`);
  return {
    check: () => client.query('select 1'),
    stop: () => {
      isOver = true;
      return client.end();
    },
  };
}

/** Any database user can notify, so unknown payloads are ignored. */
function parse(payload: string | undefined): Announcement | null {
  try {
    const value = JSON.parse(payload ?? '') as Record<'accountId' | 'operatorIds' | 'keys', unknown> | null;
    const isTexts = (list: unknown): list is string[] =>
      Array.isArray(list) && list.every((part) => typeof part === 'string');
    const { accountId, operatorIds, keys } = value ?? {};
    if (!Array.isArray(keys) || !keys.every(isTexts)) return null;
    if (isTexts(operatorIds)) return { operatorIds, keys };
    return typeof accountId === 'string' ? { accountId, keys } : null;
  } catch {
    return null;
  }
}
