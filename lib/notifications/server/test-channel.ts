import 'server-only';
import { randomUUID } from 'node:crypto';
import type { OperatorCtx } from '#lib/api/context.ts';
import { requirePermission } from '#lib/api/steps/authorize.ts';
import { buckets, refuseSlowed, throttled } from '#lib/auth/server/throttle.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { hookChannel, noteAttempt } from '#lib/notifications/server/channels.ts';
import { testHook, testLetter } from '#lib/notifications/server/compose.ts';
import { type Attempt, sendSmtp } from '#lib/notifications/server/send-smtp.ts';
import { sendWebhook } from '#lib/notifications/server/send-webhook.ts';

type Tested = { ok: boolean; ms: number; problem: string | null };

/**
 * Sends a test now: an e-mail to the caller, or a webhook message, which needs `manage` on all accounts.
 * Returns the result and stores it as the channel's state. `not_found`: no such channel; `rate_limited`:
 * over five in two minutes.
 */
export async function testChannel({ ctx, channel }: { ctx: OperatorCtx; channel: string }): Promise<Tested> {
  const id = `test-${randomUUID()}`;
  // Every test counts, successful or not: the recipient gets a message either way.
  refuseSlowed(await throttled([buckets.test(ctx.operator.id)], async () => null));
  const attempt = channel === 'email' ? await testMail(ctx, id) : await testHookOf(ctx, channel, id);
  await noteAttempt(channel, attempt);
  const { ok, ms } = attempt;
  await ctx.audit({ action: 'channel.tested', target: channel, result: ok ? 'ok' : 'failed' });
  return { ok, ms, problem: attempt.ok ? null : attempt.problem };
}

const testMail = (ctx: OperatorCtx, id: string): Promise<Attempt> =>
  sendSmtp(testLetter(ctx.locale, ctx.operator.email, id));

async function testHookOf(ctx: OperatorCtx, channel: string, id: string): Promise<Attempt> {
  await requirePermission(ctx, 'manage', channel);
  const hook = await hookChannel(channel);
  if (hook === null) throw new GuicheError('not_found', 'No such channel.');
  return sendWebhook(hook, testHook(hook, hook.locale, id));
}
