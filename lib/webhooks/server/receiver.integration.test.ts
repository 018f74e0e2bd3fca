import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import type { GuicheError } from '#lib/core/errors.ts';
import { monitorOf } from '#lib/core/http/health.ts';
import { db } from '#lib/data/client.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { receivedCallbacks, webhookReceivers, webhookSecrets } from '#lib/data/schema/webhooks.ts';
import { repeatOperation } from '#lib/operations/server/approve.ts';
import { registerOperationKinds } from '#lib/operations/server/kind.ts';
import { startTestSimulator, type TestSimulator } from '#lib/providers/pix/testing/test-simulator.ts';
import { registerWebhook } from '#lib/webhooks/server/change-webhook.ts';
import { WEBHOOK_KINDS } from '#lib/webhooks/server/list-webhooks.ts';
import { receiveCallback } from '#lib/webhooks/server/receive-callback.ts';
import { createCallbackSecret, resolveRotationBy, rotateSecret } from '#lib/webhooks/server/rotate-secret.ts';
import { eraseSuperseded } from '#lib/webhooks/server/secrets.ts';
import { simulatorContext } from '#lib/webhooks/server/testing/world.ts';
import { pixSignature } from '#lib/webhooks/signature.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

process.env.GUICHE_CHANGE_MS = '600';
// No queue is open here: what a dispute's callback puts on it is somebody else's test.
process.env.LOG_LEVEL = 'silent';
withDatabase();

let simulator: TestSimulator;
let ctx: Ctx;
let endpoint = '';
let id = '';
let secret = '';

beforeAll(async () => {
  simulator = await startTestSimulator();
  registerOperationKinds(WEBHOOK_KINDS);
});
afterAll(() => simulator.stop());
beforeEach(async () => {
  ctx = await simulatorContext(simulator);
  const { value } = await registerWebhook({ ctx, body: { receiver: true, events: [] } });
  const { result } = value as { result: { id: string; url: string; secret: string } };
  id = result.id;
  secret = result.secret;
  endpoint = new URL(result.url).pathname.split('/').at(-1) ?? '';
});

type CallbackOptions = {
  body?: string;
  key?: string | null;
  event?: string | null;
  ageSeconds?: number;
  headers?: Record<string, string>;
  at?: string;
};

/** A callback as the service sends it: its status, or the code of its refusal. */
async function deliver({
  body = JSON.stringify({ id: 'tx_1', status: 'COMPLETED', amount: 10.1 }),
  key = secret,
  event = 'TRANSACTION_COMPLETED',
  ageSeconds = 0,
  headers = {},
  at = endpoint,
}: CallbackOptions = {}): Promise<{ status: number; code?: string; body?: unknown }> {
  const request = new Request(`http://localhost/api/hooks/${ctx.account.slug}/${at}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-callback-attempt': '1',
      ...(event === null ? {} : { 'x-callback-event': event }),
      ...(key === null
        ? {}
        : { 'x-callback-signature': pixSignature(key, body, Date.now() - ageSeconds * 1000) }),
      ...headers,
    },
    body,
  });
  try {
    const answer = await receiveCallback({ account: ctx.account.slug, endpoint: at, request });
    return { status: answer.status, body: await answer.json() };
  } catch (error) {
    const { status, code } = error as GuicheError;
    return { status, code };
  }
}

const stored = () =>
  db().select().from(receivedCallbacks).where(eq(receivedCallbacks.accountId, ctx.account.id));

describe('the receiver', () => {
  it('stores a signed callback once, however often it comes', async () => {
    expect(await deliver()).toMatchObject({ status: 200, body: { received: true } });
    expect((await deliver({ headers: { 'x-callback-attempt': '2', cookie: 'a=b' } })).status).toBe(200);
    await Promise.all(Array.from({ length: 5 }, () => deliver()));
    const rows = await stored();
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      transactionId: 'tx_1',
      event: 'TRANSACTION_COMPLETED',
      status: 'COMPLETED',
      webhookId: id,
      attempt: 1,
      times: 7,
      signature: 'holds',
    });
    expect(rows[0]?.headers).toMatchObject({ 'x-callback-event': 'TRANSACTION_COMPLETED' });
    expect(rows[0]?.headers).not.toHaveProperty('cookie');
  });

  it('stores those that come together by few commits, and each once', async () => {
    const bodies = Array.from({ length: 40 }, (_, index) => JSON.stringify({ id: `tx_${index % 20}` }));
    const answers = await Promise.all(bodies.map((body) => deliver({ body })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const rows = await stored();
    expect(rows.map(({ times }) => times)).toEqual(Array.from({ length: 20 }, () => 2));
    // Rows of one transaction share its instant.
    expect(new Set(rows.map(({ receivedAt }) => receivedAt.getTime())).size).toBeLessThan(10);
  });

  it('stores the others of several where the database refuses one', async () => {
    const table = sql`alter table received_callbacks`;
    await db().execute(sql`${table} add constraint refused check (transaction_id <> 'tx_refused')`);
    try {
      const bodies = ['tx_a', 'tx_b', 'tx_c', 'tx_refused', 'tx_d'].map((id) => JSON.stringify({ id }));
      const answers = await Promise.all(bodies.map((body) => deliver({ body })));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, undefined, 200]);
      const ids = (await stored()).map(({ transactionId }) => transactionId);
      expect(ids.sort()).toEqual(['tx_a', 'tx_b', 'tx_c', 'tx_d']);
    } finally {
      await db().execute(sql`${table} drop constraint refused`);
    }
  });

  it('takes another event of the same transaction, and each state of a dispute, as another callback', async () => {
    const dispute = (status: string) =>
      JSON.stringify({ id: 'tx_1', status: 'COMPLETED', infraction: { id: 'inf_1', status } });
    await deliver();
    await deliver({ event: 'TRANSACTION_REFUNDED' });
    await deliver({ body: dispute('OPEN'), event: 'INFRACTION_CHANGED' });
    await deliver({ body: dispute('OPEN'), event: 'INFRACTION_CHANGED' });
    await deliver({ body: dispute('CLOSED'), event: 'INFRACTION_CHANGED' });
    const rows = await stored();
    expect(rows.map(({ event, infractionStatus, times }) => [event, infractionStatus, times]).sort()).toEqual(
      [
        ['INFRACTION_CHANGED', 'CLOSED', 1],
        ['INFRACTION_CHANGED', 'OPEN', 2],
        ['TRANSACTION_COMPLETED', null, 1],
        ['TRANSACTION_REFUNDED', null, 1],
      ],
    );
  });

  it('reads other spellings and envelopes, and derives an event that no header names', async () => {
    const nested = JSON.stringify({ data: { transaction: { transaction_id: 'tx_9', Status: 'EXPIRED' } } });
    expect((await deliver({ body: nested, event: null })).status).toBe(200);
    expect(await stored()).toMatchObject([{ transactionId: 'tx_9', event: 'TRANSACTION_EXPIRED' }]);
  });

  it.each<[string, CallbackOptions, number]>([
    ['unsigned', { key: null }, 401],
    ['signed with another secret', { key: 'another' }, 401],
    ['signed 301 s ago', { ageSeconds: 302 }, 401],
    ['signed 301 s ahead', { ageSeconds: -302 }, 401],
    ['a header of another form', { key: null, headers: { 'x-callback-signature': 'v1=abc' } }, 401],
    ['the hub’s header', { key: null, headers: { 'x-service-signature': 'sha256=00' } }, 401],
    ['more than 256 KB', { body: JSON.stringify({ id: 'a', note: 'x'.repeat(262_200) }) }, 413],
    ['no JSON', { body: 'hello' }, 400],
    ['no transaction', { body: '{"status":"COMPLETED"}' }, 400],
    ['an address that is none', { at: '0'.repeat(32) }, 404],
    ['an address of another form', { at: 'no-such-id' }, 404],
  ])('refuses and stores nothing: %s', async (_, options, status) => {
    expect((await deliver(options)).status).toBe(status);
    expect(await stored()).toHaveLength(0);
  });

  it('is at its account’s address only', async () => {
    const other = await simulatorContext(simulator);
    const request = new Request('http://localhost/', { method: 'POST', body: '{}' });
    await expect(receiveCallback({ account: other.account.slug, endpoint, request })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('answers 503 while there is no secret to verify with', async () => {
    await db().delete(webhookSecrets).where(eq(webhookSecrets.accountId, ctx.account.id));
    expect(await deliver()).toMatchObject({ status: 503, code: 'unavailable' });
    expect((await deliver({ key: null })).status).toBe(401);
  });

  it('takes Guichê’s own test event and books nothing', async () => {
    expect((await deliver({ event: 'GUICHE_TEST', body: '{"event":"GUICHE_TEST"}' })).status).toBe(200);
    expect((await deliver({ event: 'GUICHE_TEST', body: '{}', key: 'wrong' })).status).toBe(401);
    expect(await stored()).toHaveLength(0);
  });

  it('takes callbacks to a transaction’s own address, signed with the account’s secret', async () => {
    const account = await createCallbackSecret({ ctx }).catch(() => null);
    const key = (account?.value as { result?: { secret?: string } } | undefined)?.result?.secret ?? '';
    expect((await deliver({ key, event: null })).status).toBe(200);
    // A registered webhook names its event and has a secret of its own.
    expect((await deliver({ key })).status).toBe(401);
  });

  it('takes what the old secret signed for ten minutes after a rotation', async () => {
    const rotated = await rotateSecret({ ctx, id });
    const fresh = (rotated.value as { result: { secret: string } }).result.secret;
    expect((await deliver({ body: '{"id":"tx_old"}' })).status).toBe(200);
    expect((await deliver({ body: '{"id":"tx_new"}', key: fresh })).status).toBe(200);
    const signatures = (await stored()).map((row) => [row.transactionId, row.signature]).sort();
    expect(signatures).toEqual([
      ['tx_new', 'holds'],
      ['tx_old', 'old_secret'],
    ]);
    const elevenMinutesAgo = new Date(Date.now() - 11 * 60_000);
    const old = and(eq(webhookSecrets.target, id), eq(webhookSecrets.accountId, ctx.account.id));
    await db()
      .update(webhookSecrets)
      .set({ supersededAt: elevenMinutesAgo })
      .where(and(old, eq(webhookSecrets.issuedTo, 'op'), eq(webhookSecrets.operationId, await oldest())));
    expect((await deliver({ body: '{"id":"tx_older"}' })).status).toBe(401);
    await eraseSuperseded();
    const rows = await db().select().from(webhookSecrets).where(old);
    expect(rows.map(({ sealed, supersededAt }) => [sealed === null, supersededAt === null]).sort()).toEqual([
      [false, true],
      [true, false],
    ]);
  });
});

async function oldest(): Promise<string> {
  const rows = await db()
    .select()
    .from(webhookSecrets)
    .where(eq(webhookSecrets.target, id))
    .orderBy(webhookSecrets.issuedAt);
  return rows[0]?.operationId ?? '';
}

describe('the ownership challenge', () => {
  const challenge = (token = 'token_1234567890') =>
    deliver({ key: null, body: '{}', event: null, headers: { 'x-callback-challenge': token } });
  const set = (values: Partial<typeof webhookReceivers.$inferInsert>) =>
    db().update(webhookReceivers).set(values).where(eq(webhookReceivers.endpoint, endpoint));

  it('is answered as JSON while it is not verified, and for a minute after Run again', async () => {
    expect(await challenge()).toEqual({ status: 200, body: { challenge: 'token_1234567890' } });
    await set({ ownership: 'failed' });
    expect((await challenge()).status).toBe(200);
    await set({ ownership: 'verified' });
    expect((await challenge()).status).toBe(401);
    await set({ challengeUntil: new Date(Date.now() + 60_000) });
    expect((await challenge()).status).toBe(200);
    await set({ challengeUntil: new Date(Date.now() - 1) });
    expect((await challenge()).status).toBe(401);
  });
});

describe('a rotation whose answer was lost', () => {
  const path = '/user/webhooks/:id/rotate-secret';
  const rotateLost = async (kind: string) => {
    await simulator.control('fault', { kind, path });
    const { value } = await rotateSecret({ ctx, id });
    return (value as { operation: { id: string } }).operation.id;
  };
  const row = async (operation: string) =>
    (await db().select().from(operations).where(eq(operations.id, operation)))[0];
  /** The service's clock is ahead by so much. */
  const sentAgo = (operation: string, ms: number, clockOffset: number | null = 0) =>
    db()
      .update(operations)
      .set({ lastSentAt: new Date(Date.now() - ms), clockOffset })
      .where(eq(operations.id, operation));

  it('is rejected, and says that the old one holds, when a later delivery verifies with it', async () => {
    const operation = await rotateLost('silent');
    await deliver({ body: '{"id":"tx_a"}' });
    // It may have been signed before the rotation: it proves nothing yet.
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect((await row(operation))?.state).toBe('unknown');
    await sentAgo(operation, 10_000);
    await deliver({ body: '{"id":"tx_b"}' });
    await vi.waitFor(async () => {
      expect(await row(operation)).toMatchObject({ state: 'rejected', reason: 'not_found' });
    });
    // And a new one may begin.
    expect((await rotateSecret({ ctx, id })).status).toBe(200);
  });

  it('is not rejected by what was signed before it, however late it comes or how often', async () => {
    const before = { body: '{"id":"tx_late"}', ageSeconds: 40 };
    const again = { body: '{"id":"tx_again"}' };
    await deliver(again);
    const operation = await rotateLost('apply-silent');
    await sentAgo(operation, 30_000);
    // Signed 10 s before the call, and 2 s after it, when a slow service may still have had the old one.
    await deliver(before);
    await deliver({ body: '{"id":"tx_during"}', ageSeconds: 28 });
    // A known one, signed anew.
    await deliver(again);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect((await row(operation))?.state).toBe('unknown');
    // By a clock that is ahead, what was signed before the call looks newer.
    await sentAgo(operation, 30_000, 40_000);
    await deliver({ body: '{"id":"tx_ahead"}' });
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect((await row(operation))?.state).toBe('unknown');
  });

  it('is judged by the clock of the service that the webhooks live at, not by the account’s own', async () => {
    const operation = await rotateLost('apply-silent');
    const own = monitorOf(ctx.account.id);
    const apart = monitorOf(`${ctx.account.id} sandbox`);
    await sentAgo(operation, 30_000, null);
    // Signed 10 s before the call by a clock that is 40 s ahead; the account's clock shows our time.
    own.recordClock(Date.now());
    apart.recordClock(Date.now() + 40_000);
    await deliver({ body: '{"id":"tx_apart"}' });
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect((await row(operation))?.state).toBe('unknown');
    // The account's clock is minutes off, and none of the webhooks' business.
    own.recordClock(Date.now() + 240_000);
    apart.recordClock(Date.now());
    await deliver({ body: '{"id":"tx_since"}' });
    await vi.waitFor(async () => expect((await row(operation))?.state).toBe('rejected'));
  });

  it('stays open while deliveries do not verify, until it is repeated', async () => {
    const operation = await rotateLost('apply-silent');
    await sentAgo(operation, 10_000);
    expect((await deliver({ key: 'the secret that nobody knows' })).status).toBe(401);
    expect((await row(operation))?.state).toBe('unknown');
    const { value } = await repeatOperation({ ctx, id: operation });
    const fresh = (value as { result: { secret: string } }).result.secret;
    expect((await deliver({ key: fresh })).status).toBe(200);
  });

  it('is not rejected under a repeat that is on its way', async () => {
    const operation = await rotateLost('silent');
    await sentAgo(operation, 10_000);
    await simulator.control('fault', { kind: 'latency', ms: 300, path });
    const repeating = repeatOperation({ ctx, id: operation });
    await vi.waitFor(async () => expect((await row(operation))?.state).toBe('sent'));
    await sentAgo(operation, 10_000);
    await resolveRotationBy(ctx.account.id, {
      target: id,
      secretId: null,
      old: false,
      signedAt: Date.now(),
      isNew: true,
    });
    const { value } = await repeating;
    expect(value).toMatchObject({ operation: { state: 'confirmed' } });
  });
});
