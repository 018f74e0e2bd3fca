import 'server-only';
import { randomBytes } from 'node:crypto';
import { addressPolicyOf } from '#lib/accounts/server/address-policy.ts';
import type { Ctx } from '#lib/api/context.ts';
import type { Args } from '#lib/api/serve.ts';
import { bindAnswer } from '#lib/api/steps/idempotency.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { type SafeAnswer, safeFetch } from '#lib/core/http/safe-fetch.ts';
import { isReservedName } from '#lib/core/http/safe-url.ts';
import { appendAudit } from '#lib/data/audit/append.ts';
import { db } from '#lib/data/client.ts';
import { databaseNow } from '#lib/data/clock.ts';
import type { TestDelivery } from '#lib/webhooks/contract.ts';
import { ANSWER_RULES } from '#lib/webhooks/rules.ts';
import { knownWebhook } from '#lib/webhooks/server/registry.ts';
import { currentSecret, openSecret } from '#lib/webhooks/server/secrets.ts';
import { hubSignature, pixSignature } from '#lib/webhooks/signature.ts';

const MOST_BYTES = 65_536;
export const TEST_EVENT = 'GUICHE_TEST';

type Test = Args<'POST /webhooks/{id}/test'> & { callReceiver?: CallReceiver };

/** Sends Guichê's own test event, which no receiver books, to the endpoint. `conflict` without a secret. */
export async function testWebhook({
  ctx,
  id,
  body: { signWith },
  callReceiver,
}: Test): Promise<TestDelivery> {
  const { webhook } = await knownWebhook(ctx, id);
  if (webhook.url === null) throw new GuicheError('conflict', 'The service does not name its address.');
  const secret = signWith === 'wrong' ? randomBytes(32).toString('base64url') : await storedSecret(ctx, id);
  // Receivers check its age, and the process's own clock may be minutes off.
  const at = new Date(databaseNow());
  const testId = `guiche_test_${randomBytes(8).toString('hex')}`;
  const body = JSON.stringify({ event: TEST_EVENT, id: testId, sentAt: at.toISOString() });
  const { kind } = ctx.account;
  const common = { signedWith: signWith, at: at.toISOString() };
  await begin(ctx, id, { ...common, ...NOT_ENDED });
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Guiche-Test/1.0',
    ...(kind === 'hub' ? hubHeaders : pixHeaders)(secret, { body, testId, atMs: at.getTime() }),
  };
  const answer =
    callReceiver !== undefined && isSimulated(ctx, webhook.url)
      ? answerOf(await callReceiver(ctx, { url: webhook.url, headers, body }))
      : await safeFetch(webhook.url, {
          method: 'POST',
          headers,
          body,
          policy: addressPolicyOf(ctx.account),
          limitMs: ANSWER_RULES[kind === 'hub' ? 'hub' : 'pix'].seconds * 1000,
          mostBytes: MOST_BYTES,
        });
  const result = {
    ...common,
    responseTimeMs: answer.elapsedMs,
    status: answer.ok ? answer.status : null,
    fault: answer.ok ? null : answer.fault,
  };
  const after = { signWith, status: result.status, fault: result.fault };
  await ctx.audit({ action: 'webhook.tested', target: id, after });
  return result;
}

/** The answer to a repeated request while the test's result is unknown: it may have been sent. */
const NOT_ENDED = { status: null, responseTimeMs: null, fault: 'interrupted' };

/** Runs before the first byte is sent, so that one idempotency key sends one test. */
async function begin(ctx: Ctx, id: string, unended: TestDelivery): Promise<void> {
  await db().transaction(async (tx) => {
    const after = { signWith: unended.signedWith };
    await appendAudit(tx, ctx.auditEntry({ action: 'webhook.test', target: id, after }));
    await bindAnswer(tx, ctx.intent, unended);
  });
}

/** In a simulator account, reserved example names belong to the simulator; no network resolves them. */
const isSimulated = ({ account }: Ctx, url: string) =>
  account.simulator && URL.canParse(url) && isReservedName(new URL(url).hostname);

type Answered = { ok: true; status: number; elapsedMs: number } | Extract<SafeAnswer, { ok: false }>;
/** Calls the simulator's receiver at such an address. */
type CallReceiver = (
  ctx: Ctx,
  call: { url: string; headers: Record<string, string>; body: string },
) => Promise<{ status: number; responseTimeMs: number }>;

const answerOf = ({ status, responseTimeMs: elapsedMs }: Awaited<ReturnType<CallReceiver>>): Answered =>
  status === 0 ? { ok: false, fault: 'timeout', elapsedMs } : { ok: true, status, elapsedMs };

type Signed = { body: string; testId: string; atMs: number };

const pixHeaders = (secret: string, { body, atMs }: Signed) => ({
  'x-callback-event': TEST_EVENT,
  'x-callback-attempt': '1',
  'x-callback-signature': pixSignature(secret, body, atMs),
});

const hubHeaders = (secret: string, { body, testId, atMs }: Signed) => ({
  'x-service-event': TEST_EVENT,
  'x-service-delivery': testId,
  'x-service-timestamp': String(atMs),
  'x-service-signature': hubSignature(secret, body, atMs),
});

async function storedSecret(ctx: Ctx, id: string): Promise<string> {
  const row = await currentSecret(ctx.account.id, id);
  const secret = row === null ? null : openSecret(row);
  if (secret === null)
    throw new GuicheError('conflict', 'There is no stored secret to sign with.', {
      existing: { secret: row === null ? 'none' : 'forgotten' },
    });
  return secret.reveal();
}
