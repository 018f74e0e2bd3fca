import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { settings } from '#lib/core/env/settings.ts';
import { EVENT_NAMES, type NoticeEvent } from '#lib/core/notification-events.ts';
import { db } from '#lib/data/client.ts';
import { raiseNotice } from '#lib/data/notifications/raise.ts';
import { noticeChannels, noticeMessages, noticeSettings } from '#lib/data/schema/notifications.ts';
import { grants, operators } from '#lib/data/schema/operators.ts';
import { sendMail } from '#lib/mail/server/send-mail.ts';
import { drain, outboxSweep } from '#lib/notifications/server/deliver.ts';
import { getSettings } from '#lib/notifications/server/get-settings.ts';
import { listNotifications, markRead } from '#lib/notifications/server/list-notifications.ts';
import { signatureOf } from '#lib/notifications/server/send.ts';
import {
  ANA,
  as,
  BIA,
  drainAll,
  linesOf,
  raise,
  SECRET,
  withPost,
} from '#lib/notifications/server/testing/bench.ts';
import { type Posted, readMail } from '#lib/notifications/server/testing/post.ts';

const post = withPost();

const STEP_OF: Record<NoticeEvent, string> = {
  ...{ approval_waiting: 'waiting', rule_waiting: 'waiting', operation_unknown: 'unknown' },
  ...{ operation_late: 'late', request_decided: 'approved', deadline_far: '24', deadline_near: '6' },
  ...{
    endpoint: 'failing',
    credential_refused: 'refused',
    credential_ending: '12',
    account_block: 'blocked',
  },
  ...{ closing_open: 'open', mention: 'mentioned', work_ended: 'resend_completed', sign_in: 'new_device' },
};

describe('what reaches whom', () => {
  test('each event reaches the inbox, the e-mail and the webhook once, with an id of its own', async () => {
    const everything = Object.fromEntries(EVENT_NAMES.map((event) => [event, { email: true }]));
    await db().insert(noticeSettings).values({ operatorId: ANA, rules: everything });
    for (const event of EVENT_NAMES) await raise({ event, step: STEP_OF[event], cause: `cause:${event}` });
    await drainAll();
    await drainAll();
    expect((await linesOf(ANA)).map(({ event }) => event).sort()).toEqual([...EVENT_NAMES].sort());
    expect(post.mail.taken).toHaveLength(EVENT_NAMES.length);
    const ids = post.mail.taken.map((one) => readMail(one).header('Message-ID'));
    expect(new Set(ids).size).toBe(EVENT_NAMES.length);
    const posted = post.hook.posted.map(({ body }) => JSON.parse(body));
    // A sign-in is one person's own.
    expect(posted.map(({ event }) => event).sort()).toEqual(
      EVENT_NAMES.filter((one) => one !== 'sign_in').sort(),
    );
    expect(new Set(posted.map(({ id }) => id)).size).toBe(posted.length);
  });

  test('an e-mail is text and HTML in its reader’s language, without anybody’s data', async () => {
    await raise({ to: [ANA, BIA], facts: { id: 'op_1', kind: 'withdrawal.key', amount: 348_000, by: BIA } });
    await drainAll();
    const byReader = new Map(post.mail.taken.map((one) => [one.to[0], readMail(one)]));
    const [ana, bia] = [byReader.get('ana@example.com'), byReader.get('bia@example.com')];
    expect(ana?.header('Subject')).toMatch(
      /^\[Aroeira\] Saque por chave de R\$\s3\.480,00 sem confirmação há 15 minutos$/,
    );
    expect(bia?.header('Subject')).toMatch(
      /^\[Aroeira\] Withdrawal by key of R\$\s3\.480,00 without confirmation/,
    );
    expect(ana?.header('Content-Type')).toMatch(/^multipart\/alternative/);
    expect(ana?.whole).toContain('<html lang="pt-BR">');
    expect(ana?.whole).toContain(`${settings().url}/pix/operations/op_1`);
    expect(`${ana?.whole}${ana?.header('Subject')}`).not.toContain('Bia');
  });

  test('who lost the role on an account since gets no letter of it, and of the rest what is theirs', async () => {
    const rules = { sign_in: { email: true } };
    await db().insert(noticeSettings).values({ operatorId: BIA, rules });
    await raise({ to: [BIA] });
    await raise({ event: 'sign_in', step: 'new_device', accountId: null, to: [BIA], cause: 'sign-in:1' });
    const all = await db().select().from(noticeMessages).where(eq(noticeMessages.channel, 'email'));
    const [first] = all;
    // Notices that waited for the morning are one message of several causes.
    const items = all.flatMap((one) => one.items);
    await db()
      .insert(noticeMessages)
      .values({ ...(first as (typeof all)[0]), id: 'morning', key: 'morning', items });
    await db().update(grants).set({ account: 'acc_2' }).where(eq(grants.operatorId, BIA));
    try {
      await drain('email');
    } finally {
      await db().update(grants).set({ account: 'acc_1' }).where(eq(grants.operatorId, BIA));
    }
    expect(post.mail.taken).toHaveLength(2);
    for (const one of post.mail.taken) {
      const { header, whole } = readMail(one);
      expect(header('Subject')).toBe('New sign-in');
      expect(whole).not.toMatch(/3\.480|operations/);
    }
    const lost = await db().select().from(noticeMessages).where(eq(noticeMessages.state, 'lost'));
    expect(lost.map(({ channel, problem }) => [channel, problem])).toEqual([['email', 'nobody']]);
  });

  test('a webhook’s message is signed, and its shared channel hears a cause once', async () => {
    await raise({ to: [ANA, BIA] });
    await drainAll();
    expect(post.hook.posted).toHaveLength(1);
    const { headers, body } = post.hook.posted[0] as Posted;
    const id = String(headers['guiche-message']);
    const signed = signatureOf(SECRET, Number(headers['guiche-timestamp']), id, body);
    expect(headers['guiche-signature']).toBe(`v1=${signed}`);
    expect(JSON.parse(body)).toMatchObject({
      id,
      event: 'operation_unknown',
      account: 'pix',
      step: 'unknown',
    });
  });

  test('who caused it has it read and is told nothing', async () => {
    const cause = 'approval:op_9';
    await raise({ event: 'approval_waiting', step: 'waiting', cause, to: [ANA] });
    await raise({ event: 'request_decided', step: 'approved', cause, to: [BIA], by: ANA });
    await drain('email');
    expect(post.mail.taken.map(({ to }) => to[0])).toEqual(['ana@example.com', 'bia@example.com']);
    const [line] = await linesOf(ANA);
    expect(line).toMatchObject({
      step: 'approved',
      readAt: expect.any(String),
      steps: [{ step: 'waiting', title: expect.stringContaining('esperava uma decisão') }],
    });
    expect((await linesOf(BIA))[0]).toMatchObject({ step: 'approved', readAt: null });
  });

  test('what a transaction takes back was never told', async () => {
    const undone = db().transaction(async (tx) => {
      await raiseNotice(tx, {
        ...{
          event: 'operation_unknown',
          cause: 'operation:gone',
          step: 'unknown',
          accountId: 'acc_1',
          to: [ANA],
        },
      });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await linesOf(ANA)).toEqual([]);
    expect(await db().select().from(noticeMessages)).toEqual([]);
  });
});

describe('one cause, one line', () => {
  test('its latest step is its title, the earlier ones fold under it, and it is unread again', async () => {
    const cause = 'endpoint:acc_1:api:1';
    const facts = {
      host: 'api.example',
      since: '2026-11-19T16:21:00Z',
      count: 342,
      amount: 8_641_290,
      status: 'HTTP 503',
    };
    await raise({ event: 'endpoint', cause, step: 'failing', facts });
    await markRead({ ctx: as(ANA), body: { all: true } });
    await raise({ event: 'endpoint', cause, step: 'recovered', facts });
    const lines = await linesOf(ANA);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ title: 'api.example voltou a responder', readAt: null });
    expect(lines[0]?.steps.map(({ title }) => title)).toEqual([
      expect.stringMatching(/^Não aceitava avisos desde .+: HTTP 503$/),
    ]);
  });

  test('a step that many find at once is told once', async () => {
    const cause = 'operation:raced';
    const sent = await Promise.all(Array.from({ length: 8 }, () => raise({ cause, to: [ANA, BIA] })));
    expect(sent.filter(Boolean)).toHaveLength(1);
    await drainAll();
    expect(post.mail.taken).toHaveLength(2);
    expect(post.hook.posted).toHaveLength(1);
    expect(await linesOf(ANA)).toHaveLength(1);
  });

  test('lines of an account that one may not read any more are gone, others’ cannot be read away', async () => {
    await raise({ to: [ANA, BIA] });
    const [line] = await linesOf(ANA);
    expect(await markRead({ ctx: as(BIA), body: { ids: [line?.id ?? ''] } })).toEqual({ unread: 1 });
    const without = as(BIA, { grants: [{ account: 'acc_2', role: 'viewer' }] });
    expect(await listNotifications({ ctx: without, query: { limit: 50 } })).toMatchObject({
      items: [],
      unread: 0,
    });
  });

  test('pages follow each other without a gap', async () => {
    for (let count = 0; count < 5; count += 1) await raise({});
    const first = await listNotifications({ ctx: as(ANA), query: { limit: 3, state: 'unread' } });
    const cursor = first.nextCursor ?? '';
    const second = await listNotifications({ ctx: as(ANA), query: { limit: 3, state: 'unread', cursor } });
    expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(5);
    expect([first.unread, second.nextCursor]).toEqual([5, null]);
    await expect(
      listNotifications({ ctx: as(BIA), query: { limit: 3, state: 'unread', cursor } }),
    ).rejects.toMatchObject({ code: 'invalid_request' });
  });
});

describe('the outbox', () => {
  test('two instances send each message once', async () => {
    for (let count = 0; count < 12; count += 1) await raise({ to: [ANA, BIA] });
    await Promise.all([drainAll(), drainAll(), drainAll()]);
    expect(post.mail.taken).toHaveLength(24);
    expect(post.hook.posted).toHaveLength(12);
  });

  test('a process that dies after its cause, or after sending, costs no message, and a repeat has the same id', async () => {
    await raise({});
    // The message was sent, but the process ended before it stored the result: its lease ends by itself.
    await drain('email');
    await db()
      .update(noticeMessages)
      .set({ state: 'waiting', endedAt: null, leasedUntil: sql`now() + interval '1 minute'` })
      .where(eq(noticeMessages.channel, 'email'));
    await drain('email');
    expect(post.mail.taken, 'somebody holds it').toHaveLength(1);
    await db().update(noticeMessages).set({ leasedUntil: sql`now() - interval '1 second'` });
    await drainAll();
    const ids = post.mail.taken.map((one) => readMail(one).header('Message-ID'));
    expect(ids).toHaveLength(2);
    expect(ids[0]).toBe(ids[1]);
  });

  test('a dead channel delays no other, is shown, and is caught up with when it lives again', async () => {
    post.hook.state.status = 404;
    await raise({});
    await raise({});
    await drainAll();
    expect(post.mail.taken).toHaveLength(2);
    expect(post.hook.posted, 'after the first failure it rests').toHaveLength(1);
    const shown = async () =>
      (await getSettings({ ctx: as(ANA) })).channels.find(({ id }) => id === 'environment');
    expect(await shown()).toMatchObject({
      problem: 'http_404',
      failingSince: expect.any(String),
      waiting: 2,
    });
    post.hook.state.status = 200;
    await new Promise((resolve) => setTimeout(resolve, 150));
    await drain('environment');
    await drain('environment');
    expect(new Set(post.hook.posted.map(({ headers }) => headers['guiche-message'])).size).toBe(2);
    expect(await shown()).toMatchObject({
      problem: null,
      failingSince: null,
      waiting: 0,
      okAt: expect.any(String),
    });
  });

  test('each failure makes the channel rest longer, and after a day a message is given up', async () => {
    post.mail.state.down = true;
    await raise({});
    await drain('email');
    const paused = async () => {
      const [row] = await db().select().from(noticeChannels).where(eq(noticeChannels.id, 'email'));
      return { failures: row?.failures, until: row?.pausedUntil?.getTime() ?? 0 };
    };
    expect((await paused()).failures).toBe(1);
    await db().update(noticeChannels).set({ pausedUntil: null, failures: 40 });
    await db().update(noticeMessages).set({ dueAt: sql`now()`, createdAt: sql`now() - interval '25 hours'` });
    await drain('email');
    expect((await paused()).until - Date.now()).toBeGreaterThan(13 * 60_000);
    const [row] = await db().select().from(noticeMessages).where(eq(noticeMessages.channel, 'email'));
    expect(row).toMatchObject({ state: 'lost', endedAt: expect.any(Date) });
    const email = (await getSettings({ ctx: as(ANA) })).channels.find(({ id }) => id === 'email');
    expect(email).toMatchObject({ lost: 1, waiting: 0 });
  });

  test('an address that the server does not know is not the channel’s trouble', async () => {
    post.mail.state.refuse.add('ana@example.com');
    await raise({ to: [ANA, BIA] });
    await drain('email');
    expect(post.mail.taken.map(({ to }) => to[0])).toEqual(['bia@example.com']);
    const email = (await getSettings({ ctx: as(ANA) })).channels.find(({ id }) => id === 'email');
    expect(email).toMatchObject({ failingSince: null, lost: 1 });
  });

  test('who was disabled meanwhile gets nothing', async () => {
    await raise({ to: [BIA] });
    await db().update(operators).set({ disabledAt: new Date() }).where(eq(operators.id, BIA));
    await drain('email');
    await db().update(operators).set({ disabledAt: null }).where(eq(operators.id, BIA));
    expect(post.mail.taken).toEqual([]);
  });

  test('a secret link is sealed while it waits, and gone once it left', async () => {
    const url = 'https://guiche.example/invitation#token-of-the-link';
    const until = '2026-11-30T12:00:00Z';
    await db().transaction((tx) =>
      sendMail(tx, { to: 'new@example.com', locale: 'en', kind: 'invitation', url, until }),
    );
    const stored = async () => JSON.stringify(await db().select().from(noticeMessages));
    expect(await stored()).not.toMatch(/token-of-the-link|new@example\.com/);
    await drain('email');
    expect(post.mail.taken).toHaveLength(1);
    expect(readMail(post.mail.taken[0] as never).whole).toContain(url);
    const [row] = await db().select().from(noticeMessages);
    expect(row).toMatchObject({ state: 'sent', sealed: null });
  });

  test('a secret link is gone, too, once nobody tries to send it any more', async () => {
    const url = 'https://guiche.example/invitation#token-of-the-link';
    const until = '2026-11-30T12:00:00Z';
    await db().transaction((tx) =>
      sendMail(tx, { to: 'new@example.com', locale: 'en', kind: 'invitation', url, until }),
    );
    await outboxSweep.run(new AbortController().signal);
    expect((await db().select().from(noticeMessages))[0]?.sealed).not.toBeNull();
    await db().update(noticeMessages).set({ createdAt: sql`now() - interval '73 hours'` });
    await outboxSweep.run(new AbortController().signal);
    const [row] = await db().select().from(noticeMessages);
    expect(row).toMatchObject({ state: 'lost', problem: 'too_late', sealed: null });
  });
});
