import 'server-only';
import { randomBytes, randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { enteredPolicy } from '#lib/accounts/server/address-policy.ts';
import type { OperatorCtx } from '#lib/api/context.ts';
import type { Args } from '#lib/api/serve.ts';
import { requireFreshProof, requirePermission } from '#lib/api/steps/authorize.ts';
import { bindAnswer } from '#lib/api/steps/idempotency.ts';
import type { AuditAction } from '#lib/audit-log/actions.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { checkUrl } from '#lib/core/http/safe-url.ts';
import { fits, isLocked, type NoticeEvent, type NoticeRules } from '#lib/core/notification-events.ts';
import { appendAudit } from '#lib/data/audit/append.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { dbNow } from '#lib/data/clock.ts';
import { announceTo } from '#lib/data/notifications/raise.ts';
import { attempt, buckets } from '#lib/data/rate-limit/attempts.ts';
import { noticeChannels, noticeMessages, noticeSettings } from '#lib/data/schema/notifications.ts';
import type { ChannelInput, NotificationChange } from '#lib/notifications/contract.ts';
import {
  channelRows,
  hookChannel,
  noteAttempt,
  sealSecret,
  sealUrl,
} from '#lib/notifications/server/channels.ts';
import { testHook, testLetter } from '#lib/notifications/server/compose.ts';
import { getSettings } from '#lib/notifications/server/get-settings.ts';
import { type Attempt, sendSmtp, sendWebhook } from '#lib/notifications/server/send.ts';

const SAVED = 'PUT /api/settings/notifications';

/** Saves own rules and quiet hours; shared webhooks need `manage` on all accounts and a fresh proof. */
export async function saveSettings({ ctx, body }: Args<'PUT /api/settings/notifications'>) {
  const { rules, quiet, channels } = body;
  if (rules !== undefined) refuseLocked(rules);
  if (channels !== undefined) {
    await requirePermission(ctx, 'manage', SAVED);
    await requireFreshProof(ctx, SAVED);
    await refuseAddresses(channels);
  }
  return db().transaction(async (tx) => {
    if (rules !== undefined || quiet !== undefined) await saveOwn(tx, ctx, { rules, quiet });
    if (channels !== undefined) await saveChannels(tx, ctx, channels);
    await announceTo(tx, [ctx.operator.id], [['inbox']]);
    const answer = await getSettings({ ctx, on: tx });
    await bindAnswer(tx, ctx.intent, answer);
    return answer;
  });
}

function refuseLocked(rules: NonNullable<NotificationChange['rules']>): void {
  for (const [event, byChannel] of Object.entries(rules))
    for (const [channel, on] of Object.entries(byChannel ?? {})) {
      const locked = isLocked(event as NoticeEvent, channel);
      if (locked ? !on : on && !fits(event as NoticeEvent, channel))
        throw invalid(`rules.${event}.${channel}`, 'locked');
    }
}

const invalid = (field: string, message: string) =>
  new GuicheError('invalid_request', 'This cannot be saved.', { fields: [{ field, message }] });

async function refuseAddresses(channels: readonly ChannelInput[]): Promise<void> {
  for (const [place, { url }] of channels.entries()) {
    if (url === undefined) continue;
    const checked = await checkUrl(url, enteredPolicy());
    if (typeof checked === 'string') throw invalid(`channels.${place}.url`, checked);
  }
}

type Own = Pick<NotificationChange, 'rules' | 'quiet'>;

async function saveOwn(tx: Transaction, ctx: OperatorCtx, { rules, quiet }: Own): Promise<void> {
  const operatorId = ctx.operator.id;
  await tx.insert(noticeSettings).values({ operatorId }).onConflictDoNothing();
  const [existing] = await tx
    .select()
    .from(noticeSettings)
    .where(eq(noticeSettings.operatorId, operatorId))
    .for('update');
  const before = (existing?.rules ?? {}) as NoticeRules;
  const merged: NoticeRules = { ...before };
  for (const [event, byChannel] of Object.entries(rules ?? {}) as [NoticeEvent, Record<string, boolean>][])
    merged[event] = { ...before[event], ...byChannel };
  await tx
    .update(noticeSettings)
    .set({ rules: merged, ...(quiet === undefined ? {} : { quiet }) })
    .where(eq(noticeSettings.operatorId, operatorId));
}

async function saveChannels(tx: Transaction, ctx: OperatorCtx, channels: ChannelInput[]): Promise<void> {
  const note = (action: AuditAction, target: string, after: object) =>
    appendAudit(tx, ctx.auditEntry({ action, target, after }));
  // The lock lets one person change the channels at a time, because unlisted ones are removed.
  await tx.select({ id: noticeChannels.id }).from(noticeChannels).for('update');
  const known = new Map([...(await channelRows(tx))].filter(([, { url }]) => url !== null));
  const listed = new Set(channels.map(({ id }) => id));
  for (const [place, { id, url, secret, name, form, locale }] of channels.entries()) {
    const row = id === undefined ? undefined : known.get(id);
    if (id !== undefined && row === undefined) throw invalid(`channels.${place}.id`, 'unknown');
    if (row === undefined && url === undefined) throw invalid(`channels.${place}.url`, 'required');
    if (form === 'signed' && secret === undefined && row?.secret == null)
      throw invalid(`channels.${place}.secret`, 'required');
    const own = id ?? randomBytes(9).toString('base64url');
    const set = {
      name,
      form,
      locale,
      ...(url === undefined
        ? {}
        : { url: sealUrl(own, url), failures: 0, failingSince: null, pausedUntil: null }),
      ...(secret === undefined ? {} : { secret: sealSecret(own, secret) }),
    };
    if (row === undefined) await tx.insert(noticeChannels).values({ id: own, createdAt: dbNow, ...set });
    else await tx.update(noticeChannels).set(set).where(eq(noticeChannels.id, own));
    const changed = row === undefined || row.name !== name || row.form !== form || row.locale !== locale;
    if (changed || url !== undefined || secret !== undefined)
      await note(row === undefined ? 'channel.added' : 'channel.changed', own, { name, form, locale });
  }
  for (const [id, { name }] of known) {
    if (listed.has(id)) continue;
    const gone = { removedAt: dbNow, url: null, secret: null };
    await tx.update(noticeChannels).set(gone).where(eq(noticeChannels.id, id));
    await tx
      .update(noticeMessages)
      .set({ state: 'lost', endedAt: dbNow, problem: 'removed', sealed: null })
      .where(and(eq(noticeMessages.channel, id), eq(noticeMessages.state, 'waiting')));
    await note('channel.removed', id, { name: name ?? '' });
  }
}

/**
 * Sends a test now: an e-mail to the caller, or a webhook message, which needs `manage` on all accounts.
 * Returns the result and stores it as the channel's state. `not_found`: no such channel; `rate_limited`:
 * over five in two minutes.
 */
export async function testChannel({ ctx, channel }: { ctx: OperatorCtx; channel: string }) {
  // Every test counts, successful or not: the recipient gets a message either way.
  await attempt([buckets.test(ctx.operator.id)], async () => null);
  const sent = await sendTest(ctx, channel);
  await noteAttempt(channel, sent);
  const { ok, ms } = sent;
  await ctx.audit({ action: 'channel.tested', target: channel, result: ok ? 'ok' : 'failed' });
  return { ok, ms, problem: sent.ok ? null : sent.problem };
}

async function sendTest(ctx: OperatorCtx, channel: string): Promise<Attempt> {
  const id = `test-${randomUUID()}`;
  if (channel === 'email') return sendSmtp(testLetter(ctx.locale, ctx.operator.email, id));
  await requirePermission(ctx, 'manage', channel);
  const hook = await hookChannel(channel);
  if (hook === null) throw new GuicheError('not_found', 'No such channel.');
  return sendWebhook(hook, testHook(hook, hook.locale, id));
}
