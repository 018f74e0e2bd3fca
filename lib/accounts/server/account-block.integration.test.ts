import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { db } from '#lib/data/client.ts';
import { accountBlocks } from '#lib/data/schema/accounts.ts';
import { registerOperationKinds } from '#lib/operations/server/kind.ts';
import { getBlock } from '#lib/overview/server/get-account.ts';
import { getLimits } from '#lib/payments/server/get-figures.ts';
import { startTestSimulator, type TestSimulator } from '#lib/providers/pix/testing/test-simulator.ts';
import { WEBHOOK_KINDS } from '#lib/webhooks/server/list-webhooks.ts';
import { deliverTo, hubReceiver } from '#lib/webhooks/server/testing/hub.ts';
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

describe('an account that the bank blocks', () => {
  const eventBody = (event: string, changedAt: string, blockedOperations?: string[]) => ({
    ...{ event, id: randomUUID(), sentAt: new Date().toISOString() },
    data: { changedAt, ...(blockedOperations && { blockedOperations }) },
  });
  const block = async () => (await getBlock({ ctx })).block;

  it('D: the latest changedAt wins, in whatever order events come', async () => {
    const place = await hubReceiver(ctx, ['ACCOUNT_BLOCKED', 'ACCOUNT_UNBLOCKED']);
    const deliver = (...event: Parameters<typeof eventBody>) =>
      deliverTo(ctx, { ...place, body: eventBody(...event) });
    expect(await block()).toBeNull();
    expect(await deliver('ACCOUNT_BLOCKED', '2026-11-22T10:00:00Z', ['WITHDRAW'])).toBe(200);
    expect(await block()).toEqual({ operations: ['WITHDRAW'], changedAt: '2026-11-22T10:00:00.000Z' });
    await deliver('ACCOUNT_UNBLOCKED', '2026-11-22T12:00:00Z');
    await deliver('ACCOUNT_BLOCKED', '2026-11-22T11:00:00Z', ['WITHDRAW', 'REFUND']);
    expect(await block(), 'an abandoned delivery, sent again later').toBeNull();
    await deliver('ACCOUNT_BLOCKED', '2026-11-22T12:00:00.001Z', ['REFUND']);
    expect(await block()).toMatchObject({ operations: ['REFUND'] });
  });

  it('D: a read that shows all of it on again ends the block, one that was asked for before it does not', async () => {
    const place = await hubReceiver(ctx, ['ACCOUNT_BLOCKED']);
    const deliver = (at: number) =>
      deliverTo(ctx, {
        ...place,
        body: eventBody('ACCOUNT_BLOCKED', new Date(at).toISOString(), ['WITHDRAW']),
      });
    await deliver(Date.now() + 60_000);
    await getLimits({ ctx });
    expect(await block(), 'what was asked for before says nothing of it').not.toBeNull();
    await db().delete(accountBlocks);
    await deliver(Date.now() - 60_000);
    await simulator.control('state', { api: 'hub', blockedOperations: ['WITHDRAW'] });
    await getLimits({ ctx });
    expect(await block()).toMatchObject({ operations: ['WITHDRAW'] });
    await simulator.control('state', { api: 'hub', blockedOperations: [] });
    await getLimits({ ctx });
    expect(await block()).toBeNull();
  });
});
