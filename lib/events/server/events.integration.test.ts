import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { DEFAULT_POLICIES } from '#lib/auth/server/policies.ts';
import { makeLog } from '#lib/core/log.ts';
import { runInRequest } from '#lib/core/telemetry/request-context.ts';
import { db } from '#lib/data/client.ts';
import { accounts } from '#lib/data/schema/accounts.ts';
import { grants, operators, sessions, signInPolicies } from '#lib/data/schema/operators.ts';
import { announce } from '#lib/events/server/announce.ts';
import { followEvents } from '#lib/events/server/follow-events.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

withDatabase();

const processState = globalThis as { guicheLog?: unknown };
const DAY = 86_400_000;
const account = (id: string, slug: string) => ({
  id,
  slug,
  kind: 'pix',
  name: slug,
  environment: 'sandbox',
  origin: 'environment',
  baseUrl: 'http://localhost',
  credentials: '',
});

beforeAll(async () => {
  await db()
    .insert(accounts)
    .values([account('acc_1', 'pix'), account('acc_2', 'other')]);
  await db().insert(operators).values({ id: 'op_1', email: 'op@example.com', name: 'Ana' });
  await db().insert(grants).values({ operatorId: 'op_1', account: 'acc_1', role: 'viewer' });
});

async function openSession(id: string, createdAt = new Date()): Promise<void> {
  const times = { createdAt, lastSeenAt: createdAt, provedAt: createdAt };
  await db()
    .insert(sessions)
    .values({ id, operatorId: 'op_1', sessionVersion: 1, ...times });
}

type StreamEvent = { event: string; data: Record<string, unknown> };

/** Reads one stream: `next` returns its next event, or null at its end. */
async function follow(
  sessionId: string,
  over: { accountId?: string; signal?: AbortSignal; first?: StreamEvent } = {},
) {
  const { accountId = 'acc_1', signal, first = { event: 'beat', data: {} } } = over;
  const slug = accountId === 'acc_1' ? 'pix' : 'other';
  const ctx = {
    account: { id: accountId, slug },
    sessionId,
    operator: { id: 'op_1' },
    request: { address: '192.0.2.7' },
    ...(signal ? { signal } : {}),
  } as unknown as Ctx;
  const response = await followEvents({ ctx });
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const next = async (): Promise<StreamEvent | null> => {
    const { value, done } = await reader.read();
    if (done) return null;
    const [, event = '', data = '{}'] =
      /event: (.*)\ndata: (.*)\n\n/.exec(new TextDecoder().decode(value)) ?? [];
    return { event, data: JSON.parse(data) };
  };
  expect(await next()).toEqual(first);
  return { response, next, stop: () => reader.cancel() };
}

test('tells the query keys of its own account, when the change is committed', async () => {
  await openSession('s_1');
  const stream = await follow('s_1');
  expect(stream.response.headers.get('content-type')).toMatch(/^text\/event-stream/);
  expect(stream.response.headers.get('cache-control')).toMatch(/no-store/);
  await announce(db(), 'acc_2', [['disputes']]);
  const undone = db().transaction(async (tx) => {
    await announce(tx, 'acc_1', [['webhooks']]);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  await db().transaction((tx) => announce(tx, 'acc_1', [['disputes'], ['transactions', 'detail', 'tx_1']]));
  expect(await stream.next()).toEqual({
    event: 'changed',
    data: {
      keys: [
        ['disputes', 'pix'],
        ['transactions', 'pix', 'detail', 'tx_1'],
      ],
    },
  });
  await stream.stop();
});

test('an id that holds somebody’s datum is not told: the key names all of its kind', async () => {
  await openSession('s_whose');
  const stream = await follow('s_whose');
  await announce(db(), 'acc_1', [['transactions', 'detail', '529.982.247-25', 'timeline']]);
  expect(await stream.next()).toEqual({
    event: 'changed',
    data: { keys: [['transactions', 'pix', 'detail']] },
  });
  await stream.stop();
});

test('too many keys are told by their features', async () => {
  await openSession('s_many');
  const stream = await follow('s_many');
  const keys = Array.from({ length: 400 }, (_, index) => ['transactions', 'detail', `tx_ação_${index}`]);
  await announce(db(), 'acc_1', keys);
  expect(await stream.next()).toEqual({ event: 'changed', data: { keys: [['transactions', 'pix']] } });
  await stream.stop();
});

test('what is not an announcement is passed over', async () => {
  await openSession('s_odd');
  const stream = await follow('s_odd');
  for (const payload of ['', 'no json', 'null', '{}', '{"accountId":"acc_1","keys":[1]}'])
    await db().execute(sql`select pg_notify('guiche_changed', ${payload})`);
  await announce(db(), 'acc_1', [['disputes']]);
  expect(await stream.next()).toMatchObject({ event: 'changed', data: { keys: [['disputes', 'pix']] } });
  await stream.stop();
});

test.each<[string, 'session' | 'account', (id: string) => Promise<unknown>]>([
  [
    'its session ended',
    'session',
    (id) => db().update(sessions).set({ endedAt: new Date() }).where(eq(sessions.id, id)),
  ],
  [
    'nobody was there for twelve hours',
    'session',
    (id) =>
      db()
        .update(sessions)
        .set({ lastSeenAt: new Date(Date.now() - DAY / 2) })
        .where(eq(sessions.id, id)),
  ],
  ['the role was taken away', 'account', () => db().update(grants).set({ account: 'acc_2' })],
  [
    'the account is archived',
    'account',
    () => db().update(accounts).set({ archivedAt: new Date() }).where(eq(accounts.id, 'acc_1')),
  ],
  ...(
    [
      ['a shorter idle time', { idleMinutes: 5 }],
      ['a shorter life', { absoluteHours: 1 }],
      ['other networks', { allowedNetworks: ['198.51.100.0/24'] }],
      ['a second factor that its person lacks', { secondFactor: 'required' }],
    ] as const
  ).map(([what, policy]): [string, 'session', (id: string) => Promise<unknown>] => [
    `a policy asks for ${what}`,
    'session',
    async (id) => {
      const then = new Date(Date.now() - DAY / 4);
      await db().update(sessions).set({ createdAt: then, lastSeenAt: then }).where(eq(sessions.id, id));
      const row = { ...DEFAULT_POLICIES, ...policy, changedAt: new Date(), changedBy: 'op_1' };
      await db().insert(signInPolicies).values(row);
    },
  ]),
])('ends within 5 s when %s', { timeout: 60_000 }, async (_, reason, end) => {
  const id = `s_${Math.random()}`;
  await openSession(id);
  const stream = await follow(id);
  const began = Date.now();
  await end(id);
  expect(await stream.next()).toEqual({ event: 'closed', data: { reason } });
  expect(await stream.next()).toBeNull();
  expect(Date.now() - began).toBeLessThan(5_000);
  await db().delete(signInPolicies);
  await db().update(grants).set({ account: 'acc_1' });
  await db().update(accounts).set({ archivedAt: null }).where(eq(accounts.id, 'acc_1'));
});

test('is closed at once where its session had ended, though what is remembered let it in', async () => {
  await openSession('s_ended');
  await db().update(sessions).set({ endedAt: new Date() }).where(eq(sessions.id, 's_ended'));
  const stream = await follow('s_ended', { first: { event: 'closed', data: { reason: 'session' } } });
  expect(await stream.next()).toBeNull();
});

test('a session holds eight at most, and a stream that was left makes room', async () => {
  await openSession('s_full');
  const leaving = new AbortController();
  const streams = [await follow('s_full', { signal: leaving.signal })];
  for (let count = 1; count < 8; count += 1) streams.push(await follow('s_full'));
  const refused = { code: 'rate_limited', details: { retryAfterSeconds: 60 } };
  await expect(follow('s_full')).rejects.toMatchObject(refused);
  leaving.abort();
  expect(await streams[0]?.next()).toBeNull();
  streams.push(await follow('s_full'));
  await expect(follow('s_full')).rejects.toMatchObject(refused);
  await Promise.all(streams.map((stream) => stream.stop()));
  const again = await follow('s_full');
  await again.stop();
});

test('who does not read is let go, not fed for ever', { timeout: 60_000 }, async () => {
  await openSession('s_slow');
  const stream = await follow('s_slow');
  const witness = await follow('s_slow');
  // Each change reaches the witness before the next: the other stream was sent it too.
  for (let count = 0; count < 300; count += 1) {
    await announce(db(), 'acc_1', [['disputes']]);
    while ((await witness.next())?.event === 'beat');
  }
  await witness.stop();
  let received = 0;
  while ((await stream.next()) !== null) received += 1;
  expect(received).toBeLessThanOrEqual(256);
  expect(received).toBeGreaterThan(200);
});

test.runIf(process.env.GUICHE_TEST_ENGINE === 'postgres')(
  'a lost connection ends the streams, and the next one is told again',
  { timeout: 60_000 },
  async () => {
    await openSession('s_lost');
    const lose = async (stream: Awaited<ReturnType<typeof follow>>) => {
      await db().execute(
        sql`select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen guiche_changed'`,
      );
      let event = await stream.next();
      while (event?.event === 'beat') event = await stream.next();
      expect(event).toEqual({ event: 'closed', data: { reason: 'server' } });
    };
    await lose(await follow('s_lost'));
    const next = await runInRequest({ requestId: 'of one page' }, () => follow('s_lost'));
    await announce(db(), 'acc_1', [['disputes']]);
    expect(await next.next()).toMatchObject({ event: 'changed' });
    const lines: Record<string, unknown>[] = [];
    processState.guicheLog = makeLog('warn', { write: (line) => void lines.push(JSON.parse(line)) });
    await lose(next);
    delete processState.guicheLog;
    // The connection is every page's, not the one's that opened it.
    const logged = lines.filter(({ msg }) => msg === 'the connection for announcements was lost');
    expect(logged.map(({ requestId }) => requestId)).toEqual([undefined]);
  },
);
