import 'server-only';
import type { PGlite } from '@electric-sql/pglite';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { permissionsOn, type Role } from '#lib/auth/permissions.ts';
import { factorColumns, factorsIn } from '#lib/auth/server/factors.ts';
import { isWithin, needsFactor, policiesIn } from '#lib/auth/server/policies.ts';
import { sessionIsValid } from '#lib/auth/server/session.ts';
import { settings } from '#lib/core/env/settings.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { log } from '#lib/core/log.ts';
import { perProcess } from '#lib/core/per-process.ts';
import { onShutdown } from '#lib/core/shutdown.ts';
import { runOutsideRequest } from '#lib/core/telemetry/request-context.ts';
import { CHANNEL, db } from '#lib/data/client.ts';
import { accounts } from '#lib/data/schema/accounts.ts';
import { grants, operators, sessions } from '#lib/data/schema/operators.ts';
import type { ClosedReason } from '#lib/events/contract.ts';
import type { Announcement } from '#lib/events/server/announce.ts';

const BEAT_MS = 20_000;
/** An ended session's streams close within 5 s, including the time of the read. */
const WATCH_MS = 3_000;
const MOST_OF_A_SESSION = 8;

/** An open page, or the tab that reads for others. It receives one account's and person's events. */
export type Stream = {
  accountId: string;
  operatorId: string;
  sessionId: string;
  /** The address from which it was opened. */
  address: string | null;
  changed: (keys: string[][]) => void;
  beat: () => void;
  close: (reason: ClosedReason) => void;
};

type Hub = {
  streams: Set<Stream>;
  listening: Promise<Listening> | null;
  timers: NodeJS.Timeout[];
  watching: boolean;
  ending: boolean;
};
/** A process listens once. */
const hub = () =>
  perProcess('__guicheEvents', (): Hub => {
    onShutdown('events', end, { early: true });
    return { streams: new Set(), listening: null, timers: [], watching: false, ending: false };
  });

export const streamsNow = (): number => hub().streams.size;

type Open = { method: string; factors: readonly string[]; roles: { account: string; role: Role }[] };

/**
 * The streams that must close, and why. Read from the database: cached sessions may be seconds old. It
 * records no visit: an open page alone does not keep a session alive. Sign-in policies apply as to other
 * calls.
 */
async function endedOf(streams: readonly Stream[]): Promise<Map<Stream, ClosedReason>> {
  const [open, present, policies] = await Promise.all([
    openAmong([...new Set(streams.map(({ sessionId }) => sessionId))]),
    presentAmong([...new Set(streams.map(({ accountId }) => accountId))]),
    policiesIn(db()),
  ]);
  const ended = new Map<Stream, ClosedReason>();
  for (const stream of streams) {
    const { sessionId, accountId, address } = stream;
    const session = open.get(sessionId);
    const out = !isWithin(policies.allowedNetworks, address);
    if (session === undefined || out || needsFactor(policies, session)) ended.set(stream, 'session');
    else if (!present.has(accountId) || !permissionsOn(session.roles, accountId).has('read'))
      ended.set(stream, 'account');
  }
  return ended;
}

/** The valid sessions with their method, second factors and roles. */
async function openAmong(sessionIds: string[]): Promise<Map<string, Open>> {
  const rows = await db()
    .select({
      id: sessions.id,
      method: sessions.method,
      ...factorColumns,
      account: grants.account,
      role: grants.role,
    })
    .from(sessions)
    .innerJoin(operators, eq(operators.id, sessions.operatorId))
    .leftJoin(grants, eq(grants.operatorId, operators.id))
    .where(and(inArray(sessions.id, sessionIds), sessionIsValid));
  const open = new Map<string, Open>();
  for (const { id, method, account, role, ...factors } of rows) {
    const one = open.get(id) ?? { method, factors: factorsIn(factors), roles: [] };
    if (account !== null && role !== null) one.roles.push({ account, role: role as Role });
    open.set(id, one);
  }
  return open;
}

async function presentAmong(accountIds: string[]): Promise<Set<string>> {
  const rows = await db()
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(inArray(accounts.id, accountIds), isNull(accounts.archivedAt)));
  return new Set(rows.map((row) => row.id));
}

/** Adds a stream; returns its remover. GuicheError `rate_limited` per session, `unavailable` at shutdown. */
export async function join(stream: Stream): Promise<() => void> {
  const here = hub();
  if (here.ending) throw new GuicheError('unavailable', 'The server is ending.', { retryAfterSeconds: 5 });
  const others = [...here.streams].filter(({ sessionId }) => sessionId === stream.sessionId);
  if (others.length >= MOST_OF_A_SESSION)
    throw new GuicheError('rate_limited', 'Too many event streams of this session.', {
      retryAfterSeconds: 60,
    });
  here.streams.add(stream);
  const leave = () => {
    here.streams.delete(stream);
    if (here.streams.size === 0) for (const timer of here.timers.splice(0)) clearInterval(timer);
  };
  try {
    await runOutsideRequest(() => listening(here));
    // The call may have been admitted by a cached session that another instance has since ended.
    for (const [, reason] of await endedOf([stream])) stream.close(reason);
  } catch (cause) {
    leave();
    throw cause;
  }
  if (here.timers.length === 0)
    here.timers = runOutsideRequest(() => [
      setInterval(() => void beat(here), BEAT_MS),
      setInterval(() => void watch(here), WATCH_MS),
    ]);
  return leave;
}

/** Starts listening with the first stream, and again with the next stream after the connection was lost. */
function listening(here: Hub): Promise<Listening> {
  if (here.listening !== null) return here.listening;
  const started: Promise<Listening> = listen(
    (announcement) => spread(here, announcement),
    () => lost(here, started),
  );
  started.catch(() => {
    if (here.listening === started) here.listening = null;
  });
  here.listening = started;
  return started;
}

function spread(here: Hub, announced: Announcement): void {
  for (const stream of here.streams) {
    const concerned =
      'accountId' in announced
        ? stream.accountId === announced.accountId
        : announced.operatorIds.includes(stream.operatorId);
    if (concerned) stream.changed(announced.keys);
  }
}

/** Announcements in the meantime are lost, so every stream closes; pages reopen theirs and read again. */
function lost(here: Hub, which: Promise<Listening>): void {
  if (here.listening !== which) return;
  here.listening = null;
  log().warn('the connection for announcements was lost');
  closeAll(here, 'server');
}

async function beat(here: Hub): Promise<void> {
  for (const stream of here.streams) stream.beat();
  const current = here.listening;
  if (current === null) return;
  try {
    await (await current).check();
  } catch {
    lost(here, current);
    await (await current.catch(() => null))?.stop().catch(() => undefined);
  }
}

async function watch(here: Hub): Promise<void> {
  if (here.watching) return;
  here.watching = true;
  try {
    for (const [stream, reason] of await endedOf([...here.streams])) stream.close(reason);
  } catch (cause) {
    // Rights cannot be checked while the database is down, and nothing is announced then either.
    log().warn({ err: cause }, 'sessions of event streams could not be read');
  } finally {
    here.watching = false;
  }
}

function closeAll(here: Hub, reason: ClosedReason): void {
  for (const stream of [...here.streams]) stream.close(reason);
}

/** Runs before the server waits for its requests: streams never finish by themselves. */
async function end(): Promise<void> {
  const here = hub();
  here.ending = true;
  closeAll(here, 'server');
  await (await here.listening?.catch(() => null))?.stop();
  here.listening = null;
}

export type Listening = {
  /** Rejects when the connection no longer answers. */
  check: () => Promise<unknown>;
  stop: () => Promise<unknown>;
};

const ANSWER_MS = 5_000;

/**
 * Listens on its own connection, because a pooled one would stop listening. `lost`: it ended; called once.
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
