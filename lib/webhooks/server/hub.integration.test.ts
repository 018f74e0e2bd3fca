import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { db } from '#lib/data/client.ts';
import { receivedCallbacks } from '#lib/data/schema/webhooks.ts';
import { registerOperationKinds } from '#lib/operations/server/kind.ts';
import { startTestSimulator, type TestSimulator } from '#lib/providers/pix/testing/test-simulator.ts';
import { editWebhook, registerWebhook, removeWebhook } from '#lib/webhooks/server/change-webhook.ts';
import { getCallbackSecret, listWebhooks, WEBHOOK_KINDS } from '#lib/webhooks/server/list-webhooks.ts';
import { checkAddress } from '#lib/webhooks/server/registry.ts';
import {
  createCallbackSecret,
  rotateAccountSecret,
  rotateSecret,
} from '#lib/webhooks/server/rotate-secret.ts';
import {
  type CallbackOptions,
  deliverTo,
  hubReceiver,
  type Registered,
} from '#lib/webhooks/server/testing/hub.ts';
import { hubContext } from '#lib/webhooks/server/testing/world.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

process.env.LOG_LEVEL = 'silent';
withDatabase();

let simulator: TestSimulator;
let ctx: Ctx;

beforeAll(async () => {
  simulator = await startTestSimulator();
  registerOperationKinds(WEBHOOK_KINDS);
});
afterAll(() => simulator.stop());
beforeEach(async () => {
  ctx = await hubContext(simulator);
});

const receiver = (events?: string[]) => hubReceiver(ctx, events);
const deliver = (options: CallbackOptions) => deliverTo(ctx, options);

const codeOf = async (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) =>
      error instanceof GuicheError ? (error.details.provider?.code ?? error.code) : 'defect',
  );

describe('endpoints of a Hub account', () => {
  it('take at least one event, and give their secret once', async () => {
    expect(await codeOf(registerWebhook({ ctx, body: { receiver: true, events: [] } }))).toBe(
      'invalid_request',
    );
    const { id, secret } = await receiver(['PAYMENT_PAID', 'INFRACTION_DEADLINE']);
    expect(secret).toMatch(/^whsec_/);
    const { items, listed, checksOwnership } = await listWebhooks({ ctx });
    expect({ listed, checksOwnership }).toEqual({ listed: true, checksOwnership: false });
    expect(items.find((row) => row.id === id)).toMatchObject({
      active: true,
      receiver: true,
      week: null,
      events: ['PAYMENT_PAID', 'INFRACTION_DEADLINE'],
      secret: { origin: 'issued', kept: true },
    });
    expect(await codeOf(editWebhook({ ctx, id, body: { events: [] } }))).toBe('invalid_request');
  });

  it('are paused and removed, but have no rotation here', async () => {
    const { id } = await receiver();
    expect(await codeOf(rotateSecret({ ctx, id }))).toBe('not_supported');
    await editWebhook({ ctx, id, body: { active: false } });
    const row = (await listWebhooks({ ctx })).items.find((one) => one.id === id);
    expect(row?.active).toBe(false);
    await removeWebhook({ ctx, id });
    expect((await listWebhooks({ ctx })).items.some((one) => one.id === id)).toBe(false);
  });

  it('the callback secret: the service says whether there is one', async () => {
    await simulator.control('state', { api: 'hub', callbackSecret: null });
    expect((await getCallbackSecret({ ctx })).exists).toBe(false);
    const { value } = await createCallbackSecret({ ctx });
    expect((value as { result: { secret: string } }).result.secret).toMatch(/^cbsec_/);
    // Another account's eyes on the same service: nothing is stored there, and still it is known.
    const other = await hubContext(simulator);
    expect(await getCallbackSecret({ ctx: other })).toMatchObject({ exists: true, secret: null });
    const again = await rotateAccountSecret({ ctx });
    expect((again.value as { result: { secret: string } }).result.secret).toMatch(/^cbsec_/);
  });
});

describe('Guichê’s receiver of a Hub account', () => {
  const paid = (id: string) => ({ event: 'PAYMENT_PAID', id, data: { paymentId: 'pay_1', status: 'PAID' } });

  it('takes what is signed, once for a delivery id, and refuses the rest', async () => {
    const place = await receiver();
    const id = randomUUID();
    expect(await deliver({ ...place, body: paid(id) })).toBe(200);
    expect(await deliver({ ...place, body: paid(id) })).toBe(200);
    expect(await deliver({ ...place, body: paid(randomUUID()) })).toBe(200);
    const rows = await db()
      .select()
      .from(receivedCallbacks)
      .where(eq(receivedCallbacks.endpoint, place.endpoint));
    expect(rows.map(({ times }) => times).sort()).toEqual([1, 2]);
    expect(rows[0]).toMatchObject({ transactionId: 'payment:pay_1', event: 'PAYMENT_PAID', status: 'PAID' });
    expect(await deliver({ ...place, body: paid('x'), secret: 'whsec_other' })).toBe('unauthenticated');
    expect(await deliver({ ...place, body: paid('x'), ageMs: 301_000 })).toBe('unauthenticated');
    expect(await deliver({ ...place, body: paid('x'), signature: 't=1,v1=ab' })).toBe('unauthenticated');
    expect(await deliver({ ...place, body: { event: 'PAYMENT_PAID', data: {} } })).toBe('invalid_request');
  });

  it('takes what the account’s own secret signed: operations may name its address too', async () => {
    const place = await receiver();
    await simulator.control('state', { api: 'hub', callbackSecret: null });
    const { value } = await createCallbackSecret({ ctx });
    const { secret } = (value as { result: { secret: string } }).result;
    expect(await deliver({ ...place, body: paid(randomUUID()), secret })).toBe(200);
  });
});

describe('R4, R5: where the service answers no list of endpoints', () => {
  /** Document 2 shows how one is registered, changed and removed, and no route that lists them. */
  const unlisted = (more: object = {}) =>
    simulator.control('fault', {
      ...{ api: 'hub', kind: 'status', status: 404, errorCode: 'ROUTE_NOT_FOUND', count: null },
      ...{ method: 'GET', path: '/transactions/webhooks', ...more },
    });
  afterEach(() => simulator.control('clear', { all: true }));

  it.each([
    ['no such route', {}],
    ['not for this credential', { status: 403, errorCode: 'TOKEN_MISSING_SCOPE' }],
  ])('R4: %s: one is registered, paused and removed all the same', async (_, more) => {
    await unlisted(more);
    const url = `https://hooks.example.com/${randomUUID()}`;
    const { value } = await registerWebhook({
      ctx,
      body: { url, events: ['PAYMENT_PAID'], generateSecret: true },
    });
    const { result, operation } = value as { result: Registered; operation: { state: string } };
    expect([operation.state, result.secret]).toEqual(['confirmed', expect.stringMatching(/^whsec_/)]);
    expect(await editWebhook({ ctx, id: result.id, body: { active: false } })).toMatchObject({ status: 200 });
    expect(await removeWebhook({ ctx, id: result.id })).toMatchObject({ status: 200 });
  });

  it('R5: what was registered here is listed, as it was changed here', async () => {
    await unlisted();
    const { id, url } = await receiver();
    const list = await listWebhooks({ ctx });
    expect(list).toMatchObject({ listed: false, items: [{ id, url, source: 'guiche', active: true }] });
    await editWebhook({ ctx, id, body: { active: false, events: ['REFUND_COMPLETED'] } });
    expect((await listWebhooks({ ctx })).items).toMatchObject([
      { id, active: false, events: ['REFUND_COMPLETED'] },
    ]);
  });

  it('R13: an address that cannot be resolved from here is registered; one that is near is not', async () => {
    // Only the simulator answers for names of examples: here the account is a real one's.
    const real = {
      ...ctx,
      account: { ...ctx.account, simulator: false, baseUrl: 'https://hub.example.org/api/v1' },
    };
    const register = (url: string) =>
      codeOf(registerWebhook({ ctx: real, body: { url, events: ['PAYMENT_PAID'], generateSecret: true } }));
    expect(await register(`https://${randomUUID()}.invalid/pix`)).toBe('done');
    expect(await register('https://10.0.0.1/pix')).toBe('invalid_request');
    expect(await checkAddress({ ctx: real, body: { url: 'https://nobody.invalid/pix' } })).toEqual({
      fault: null,
      seen: false,
    });
    expect(await checkAddress({ ctx: real, body: { url: 'https://8.8.8.8/pix' } })).toEqual({
      fault: null,
      seen: true,
    });
    expect(await checkAddress({ ctx: real, body: { url: 'ftp://8.8.8.8/pix' } })).toMatchObject({
      fault: 'not_a_url',
    });
  });
});
