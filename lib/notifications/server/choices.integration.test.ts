import { eq, sql } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { settings } from '#lib/core/env/settings.ts';
import { db } from '#lib/data/client.ts';
import { auditLog } from '#lib/data/schema/audit.ts';
import { noticeChannels, noticeMessages, noticeSettings } from '#lib/data/schema/notifications.ts';
import { sessions, signInThrottle } from '#lib/data/schema/operators.ts';
import { drain } from '#lib/notifications/server/deliver.ts';
import { saveSettings, testChannel } from '#lib/notifications/server/save-settings.ts';
import { ANA, as, BIA, drainAll, raise, withPost } from '#lib/notifications/server/testing/bench.ts';
import { readMail } from '#lib/notifications/server/testing/post.ts';

const post = withPost();

describe('quiet hours', () => {
  const NIGHT = { on: true, from: '20:00', to: '08:00', days: 'every' } as const;
  const clock = (instant: string) => vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(instant) });

  test('what comes at night is one message in the morning; deadlines and approvals come at once', async () => {
    await db().insert(noticeSettings).values({ operatorId: ANA, quiet: NIGHT });
    clock('2026-11-19T20:00:00-03:00');
    await raise({});
    clock('2026-11-20T02:00:00-03:00');
    await raise({ event: 'credential_refused', step: 'refused', facts: { code: 'PZA203' } });
    await raise({ event: 'deadline_near', step: '6', facts: { dispute: 'MED-1' } });
    await raise({ event: 'approval_waiting', step: 'waiting' });
    vi.useRealTimers();
    const rows = await db().select().from(noticeMessages).where(eq(noticeMessages.channel, 'email'));
    const batched = rows.filter(({ items }) => items.length > 1);
    expect(rows).toHaveLength(3);
    expect(batched.map(({ dueAt }) => dueAt.toISOString())).toEqual(['2026-11-20T11:00:00.000Z']);
    await db().update(noticeMessages).set({ dueAt: sql`now()` });
    await drain('email');
    const subjects = post.mail.taken.map((one) => readMail(one).header('Subject'));
    expect(subjects).toContain('2 mensagens do seu horário de silêncio');
    const morning = post.mail.taken.find((one) => readMail(one).header('Subject').startsWith('2 '));
    expect(readMail(morning as never).whole).toMatch(/sem confirmação[\s\S]*recusa a credencial/);
  });

  test('in the morning each comes by itself again', async () => {
    await db().insert(noticeSettings).values({ operatorId: ANA, quiet: NIGHT });
    clock('2026-11-20T08:00:00-03:00');
    await raise({});
    vi.useRealTimers();
    await drain('email');
    expect(post.mail.taken).toHaveLength(1);
  });

  test('a shared channel waits only while all who want it there are quiet', async () => {
    await db().insert(noticeSettings).values({ operatorId: ANA, quiet: NIGHT });
    clock('2026-11-19T23:00:00-03:00');
    await raise({ to: [ANA] });
    await raise({ to: [ANA, BIA], cause: 'operation:both' });
    vi.useRealTimers();
    const rows = await db().select().from(noticeMessages).where(eq(noticeMessages.channel, 'environment'));
    const due = new Map(rows.map(({ items, dueAt }) => [items[0]?.cause === 'operation:both', dueAt]));
    expect(due.get(false)?.toISOString()).toBe('2026-11-20T11:00:00.000Z');
    expect(due.get(true)?.getTime()).toBeLessThan(Date.now() + 5_000);
  });
});

describe('settings', () => {
  const openSession = async () => {
    const now = new Date();
    await db()
      .insert(sessions)
      .values({
        id: `s_${ANA}`,
        operatorId: ANA,
        sessionVersion: 1,
        createdAt: now,
        lastSeenAt: now,
        provedAt: now,
      })
      .onConflictDoUpdate({ target: sessions.id, set: { provedAt: now } });
  };

  test('a person’s choice holds for them alone, and what is locked is refused', async () => {
    await saveSettings({
      ctx: as(ANA),
      body: { rules: { operation_unknown: { email: false, environment: false } } },
    });
    await raise({ to: [ANA, BIA] });
    await raise({ to: [ANA] });
    await drainAll();
    expect(post.mail.taken.map(({ to }) => to[0])).toEqual(['bia@example.com']);
    expect(post.hook.posted).toHaveLength(1);
    const refused = saveSettings({ ctx: as(ANA), body: { rules: { approval_waiting: { inbox: false } } } });
    await expect(refused).rejects.toMatchObject({
      details: { fields: [{ field: 'rules.approval_waiting.inbox' }] },
    });
  });

  test('a chat room takes its text, its address stands nowhere in clear, and removing it ends it', async () => {
    await openSession();
    const url = `${post.hook.url}/T0/secret-of-the-room`;
    const channels = [{ name: '#financeiro', form: 'chat' as const, locale: 'pt-BR' as const, url }];
    const saved = await saveSettings({ ctx: as(ANA), body: { channels } });
    const own = saved.channels.find(({ from }) => from === 'settings');
    expect(own).toMatchObject({
      name: '#financeiro',
      form: 'chat',
      kind: 'webhook',
      host: new URL(url).host,
    });
    expect(JSON.stringify([saved, await db().select().from(noticeChannels)])).not.toContain(
      'secret-of-the-room',
    );
    await raise({});
    await drain(own?.id ?? '');
    const [posted] = post.hook.posted;
    expect(JSON.parse(posted?.body ?? '')).toEqual({
      text: expect.stringMatching(/^\[Aroeira\] Saque por chave/),
    });
    expect(posted?.headers['guiche-signature']).toBeUndefined();
    await saveSettings({ ctx: as(ANA), body: { channels: [] } });
    await raise({});
    const rows = await db().select().from(noticeMessages).where(eq(noticeMessages.state, 'waiting'));
    expect(rows.filter(({ channel }) => channel === own?.id)).toEqual([]);
  });

  test('another form or language of a channel is in the audit log, what stays as it was is not', async () => {
    await openSession();
    const save = (over: object = {}, id?: string) =>
      saveSettings({
        ctx: as(ANA),
        body: {
          channels: [
            {
              name: 'sala',
              form: 'signed' as const,
              locale: 'pt-BR' as const,
              ...over,
              ...(id ? { id } : {}),
            },
          ],
        },
      });
    const saved = await save({ url: post.hook.url, secret: 'a secret of this room' });
    const id = saved.channels.find(({ from }) => from === 'settings')?.id;
    const written = async () =>
      (
        await db()
          .select()
          .from(auditLog)
          .where(eq(auditLog.target, id ?? ''))
          .orderBy(auditLog.seq)
      ).map(({ action, after }) => [action, after]);
    await save({ form: 'chat' }, id);
    await save({ form: 'chat', locale: 'en' }, id);
    await save({ form: 'chat', locale: 'en' }, id);
    expect(await written()).toEqual([
      ['channel.added', { name: 'sala', form: 'signed', locale: 'pt-BR' }],
      ['channel.changed', { name: 'sala', form: 'chat', locale: 'pt-BR' }],
      ['channel.changed', { name: 'sala', form: 'chat', locale: 'en' }],
    ]);
  });

  test('channels are for who manages all accounts, with a fresh proof, at addresses that may be called', async () => {
    const channels = [{ name: 'x', form: 'chat' as const, locale: 'en' as const, url: post.hook.url }];
    const audit = vi.fn(async () => {});
    const bia = as(BIA, { audit });
    for (const refused of [
      saveSettings({ ctx: bia, body: { channels } }),
      testChannel({ ctx: bia, channel: 'environment' }),
    ])
      await expect(refused).rejects.toMatchObject({ code: 'forbidden' });
    const tried = { action: 'permission', result: 'refused', after: { needed: 'manage' } };
    expect(audit.mock.calls, 'each try is in the audit').toEqual([
      [{ ...tried, target: 'PUT /api/settings/notifications' }],
      [{ ...tried, target: 'environment' }],
    ]);
    await db()
      .update(sessions)
      .set({ provedAt: new Date(0) });
    await expect(saveSettings({ ctx: as(ANA), body: { channels } })).rejects.toMatchObject({
      code: 'step_up_required',
    });
    await openSession();
    settings().allowPrivateAddresses = false;
    const refused = saveSettings({ ctx: as(ANA), body: { channels } });
    await expect(refused).rejects.toMatchObject({ details: { fields: [{ message: 'not_public' }] } });
    settings().allowPrivateAddresses = true;
    const unsigned = [{ ...channels[0], form: 'signed' as const }] as never;
    await expect(saveSettings({ ctx: as(ANA), body: { channels: unsigned } })).rejects.toMatchObject({
      details: { fields: [{ field: 'channels.0.secret', message: 'required' }] },
    });
  });

  test('a test goes out at once and says how it went', async () => {
    expect(await testChannel({ ctx: as(BIA), channel: 'email' })).toMatchObject({ ok: true, problem: null });
    expect(post.mail.taken[0]?.to).toEqual(['bia@example.com']);
    post.hook.state.status = 500;
    expect(await testChannel({ ctx: as(ANA), channel: 'environment' })).toMatchObject({
      ok: false,
      problem: 'http_500',
    });
    post.hook.state.status = 200;
    expect(await testChannel({ ctx: as(ANA), channel: 'environment' })).toMatchObject({ ok: true });
    await expect(testChannel({ ctx: as(BIA), channel: 'environment' })).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(testChannel({ ctx: as(ANA), channel: 'none' })).rejects.toMatchObject({ code: 'not_found' });
  });

  test('of any number of tests at once five go out', async () => {
    await db().delete(signInThrottle);
    const tests = Array.from({ length: 12 }, () => testChannel({ ctx: as(BIA), channel: 'email' }));
    const answers = await Promise.allSettled(tests);
    const refused = answers.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(7);
    expect(refused[0]).toMatchObject({ reason: { code: 'rate_limited' } });
    expect(post.mail.taken).toHaveLength(5);
  });
});
