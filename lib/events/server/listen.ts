import 'server-only';
import type { PGlite } from '@electric-sql/pglite';
import { settings } from '#lib/core/env/settings.ts';
import { CHANNEL } from '#lib/data/channel.ts';
import { db } from '#lib/data/client.ts';
import type { Announcement } from '#lib/events/server/announce.ts';

export type Listening = {
  /** Rejects where the connection no longer answers. */
  check: () => Promise<unknown>;
  stop: () => Promise<unknown>;
};

const ANSWER_MS = 5_000;

/**
 * Hears what is announced on this database, by whichever instance. PostgreSQL gets a connection of its own (a pooled
 * one would forget that it listens); `lost` is called once when that connection ends, and then nothing is heard.
 */
export async function listen(
  heard: (announcement: Announcement) => void,
  lost: () => void,
): Promise<Listening> {
  const { databaseUrl } = settings();
  const take = (payload: string | undefined) => {
    const announcement = parse(payload);
    if (announcement !== null) heard(announcement);
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
  let told = false;
  const end = () => {
    if (told) return;
    told = true;
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
      told = true;
      return client.end();
    },
  };
}

/** Anybody who may write to the database can notify: what is not ours is passed over. */
function parse(payload: string | undefined): Announcement | null {
  try {
    const value = JSON.parse(payload ?? '') as Record<'accountId' | 'operatorIds' | 'keys', unknown> | null;
    const isWords = (list: unknown): list is string[] =>
      Array.isArray(list) && list.every((part) => typeof part === 'string');
    const { accountId, operatorIds, keys } = value ?? {};
    if (!Array.isArray(keys) || !keys.every(isWords)) return null;
    if (isWords(operatorIds)) return { operatorIds, keys };
    return typeof accountId === 'string' ? { accountId, keys } : null;
  } catch {
    return null;
  }
}
