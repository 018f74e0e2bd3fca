import 'server-only';
import { randomBytes } from 'node:crypto';
import { addressPolicyOf } from '#lib/accounts/server/address-policy.ts';
import type { Ctx } from '#lib/api/context.ts';
import { GuicheError } from '#lib/api/errors.ts';
import { type SafeAnswer, safeFetch } from '#lib/http/safe-fetch.ts';
import type { TestDelivery } from '#lib/webhooks/contract.ts';
import { knownWebhook } from '#lib/webhooks/server/registry.ts';
import { currentSecret, openSecret } from '#lib/webhooks/server/secrets.ts';
import { hubSignature, pixSignature } from '#lib/webhooks/signature.ts';

/** Document 1: a receiver answers within 5 s; document 2 waits 10 s. */
const LIMIT_MS = { pix: 5_000, hub: 10_000, card: 5_000 };
const MOST_BYTES = 65_536;
export const TEST_EVENT = 'GUICHE_TEST';

/**
 * A test event of Guichê's own to the operator's endpoint, signed with the stored secret or with a wrong one. It
 * names no transaction and has its own event and user agent, so that nobody books it. `conflict` without a secret.
 */
export async function testWebhook({
  ctx,
  id,
  signWith,
}: {
  ctx: Ctx;
  id: string;
  signWith: 'stored' | 'wrong';
}): Promise<TestDelivery> {
  const { webhook } = await knownWebhook(ctx, id);
  if (webhook.url === null) throw new GuicheError('conflict', 'The service does not name its address.');
  const secret = signWith === 'wrong' ? randomBytes(32).toString('base64url') : await storedSecret(ctx, id);
  const at = new Date();
  const testId = `guiche_test_${randomBytes(8).toString('hex')}`;
  const body = JSON.stringify({ event: TEST_EVENT, id: testId, sentAt: at.toISOString() });
  const { kind } = ctx.account;
  const answer = await safeFetch(webhook.url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Guiche-Test/1.0',
      ...(kind === 'hub'
        ? hubHeaders(secret, { body, testId, atMs: at.getTime() })
        : pixHeaders(secret, { body, atMs: at.getTime() })),
    },
    body,
    policy: addressPolicyOf(ctx.account),
    limitMs: LIMIT_MS[kind],
    mostBytes: MOST_BYTES,
  });
  const result = toResult(answer, signWith, at);
  const after = { signWith, status: result.status, fault: result.fault };
  await ctx.audit({ action: 'webhook.tested', target: id, after });
  return result;
}

type Signed = { body: string; atMs: number };

const pixHeaders = (secret: string, { body, atMs }: Signed) => ({
  'x-callback-event': TEST_EVENT,
  'x-callback-attempt': '1',
  'x-callback-signature': pixSignature(secret, body, atMs),
});

const hubHeaders = (secret: string, { body, testId, atMs }: Signed & { testId: string }) => ({
  'x-service-event': TEST_EVENT,
  'x-service-delivery': testId,
  'x-service-timestamp': String(atMs),
  'x-service-signature': hubSignature(secret, body, atMs),
});

function toResult(answer: SafeAnswer, signedWith: 'stored' | 'wrong', at: Date): TestDelivery {
  const base = { signedWith, responseTimeMs: answer.elapsedMs, at: at.toISOString() };
  return answer.ok
    ? { ...base, status: answer.status, fault: null }
    : { ...base, status: null, fault: answer.fault };
}

async function storedSecret(ctx: Ctx, id: string): Promise<string> {
  const row = await currentSecret(ctx.account.id, id);
  const secret = row === null ? null : openSecret(row);
  if (secret === null)
    throw new GuicheError('conflict', 'There is no stored secret to sign with.', {
      existing: { secret: row === null ? 'none' : 'forgotten' },
    });
  return secret.reveal();
}
