import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { Secret } from '#lib/core/masking/secret.ts';
import { db } from '#lib/data/client.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { webhookSecrets } from '#lib/data/schema/webhooks.ts';
import { repeatOperation } from '#lib/operations/server/approve.ts';
import { registerOperationKinds } from '#lib/operations/server/kind.ts';
import { perform } from '#lib/operations/server/perform.ts';
import { recoverOperations } from '#lib/operations/server/recover.ts';
import { settle } from '#lib/operations/server/settle.ts';
import { gate } from '#lib/operations/server/testing/instances.ts';
import { operatorContext } from '#lib/operations/server/testing/kinds.ts';
import type { Change, Outcome, ProviderPort } from '#lib/providers/port.ts';
import { REGISTER_WEBHOOK } from '#lib/webhooks/server/change-webhook.ts';
import { pasteSecret, storeIssued } from '#lib/webhooks/server/issued.ts';
import { WEBHOOK_KINDS } from '#lib/webhooks/server/list-webhooks.ts';
import { ROTATE_WEBHOOK_SECRET, resolveRotationBy } from '#lib/webhooks/server/rotate-secret.ts';
import { currentSecret, eraseSuperseded, openSecret } from '#lib/webhooks/server/secrets.ts';
import { allWaitForLocks } from '../../../e2e/support/held.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

withDatabase();

let ctx: Ctx;
let target = '';
let count = 0;
let sends: ReturnType<typeof gate>[] = [];

beforeEach(async () => {
  registerOperationKinds(WEBHOOK_KINDS);
  count += 1;
  target = `wh-${count}`;
  sends = [gate(), gate()];
  let begun = 0;
  // Each send waits at a gate of its own; the service issues `secret 1`, then `secret 2`.
  const rotateSecret = async (_: string, change: Change): Promise<Outcome<Secret>> => {
    begun += 1;
    const value = new Secret(`secret ${begun}`);
    const own = sends[begun - 1];
    await change.sending();
    await own?.pass();
    return { kind: 'done', value, requestId: null, date: null };
  };
  const webhooks = { rotateSecret, list: async () => ({ items: [{ id: target, url: null }] }) };
  ctx = {
    ...(await operatorContext(['read', 'webhook'])),
    port: { kind: 'pix', webhooks } as unknown as ProviderPort,
  };
});

const rowNow = async () => {
  const [row] = await db().select().from(operations).where(eq(operations.target, target));
  if (row === undefined) throw new Error('No operation.');
  return row;
};
const inUse = async () => {
  const row = await currentSecret('acc', target);
  return row === null ? null : (openSecret(row)?.reveal() ?? 'erased');
};
const storedSecrets = async () => {
  const rows = await db().select().from(webhookSecrets).where(eq(webhookSecrets.target, target));
  return rows.map((row) => ({ id: row.id, text: openSecret(row)?.reveal() ?? 'erased' }));
};

/** A delivery of now. */
const seen = () => ({ target, old: false, signedAt: Date.now(), isNew: true });

/** Send 1 counts as lost while its answer is under way; send 2 is under way too. */
async function twoSends() {
  const first = perform(ctx, ROTATE_WEBHOOK_SECRET, { target, request: { id: target } });
  await sends[0]?.reached;
  await recoverOperations({ everything: true });
  const { id } = await rowNow();
  const second = repeatOperation({ ctx, id });
  await sends[1]?.reached;
  return { first, second };
}

describe('a rotation that was sent twice', () => {
  it('M3: a late answer of send 1 does not settle it while send 2 is under way; the secret of send 2 holds', async () => {
    const { first, second } = await twoSends();
    sends[0]?.open();
    expect((await first).row).toMatchObject({ state: 'sent', attempts: 2 });
    sends[1]?.open();
    expect(await second).toMatchObject({ status: 200, value: { result: { secret: 'secret 2' } } });
    expect(await inUse()).toBe('secret 2');
    expect((await storedSecrets()).map(({ text }) => text).toSorted(), 'what came is kept').toEqual([
      'secret 1',
      'secret 2',
    ]);
  });

  it('M3: an answer that comes after another ended it is kept and makes it unknown; a delivery tells', async () => {
    const { first, second } = await twoSends();
    sends[1]?.open();
    await second;
    sends[0]?.open();
    expect((await first).row).toMatchObject({ state: 'unknown', settledAt: null, result: null });
    const old = new Date(Date.now() - 3_600_000);
    await db().update(operations).set({ lastSentAt: old }).where(eq(operations.target, target));
    await db()
      .update(webhookSecrets)
      .set({ supersededAt: old })
      .where(sql`${webhookSecrets.target} = ${target} and ${webhookSecrets.supersededAt} is not null`);
    await eraseSuperseded();
    const late = (await storedSecrets()).find(({ text }) => text === 'secret 1');
    expect(late, 'not erased while nobody knows which one holds').toBeDefined();
    await resolveRotationBy('acc', { ...seen(), secretId: late?.id ?? '', old: true });
    expect(await rowNow()).toMatchObject({ state: 'confirmed', result: { secretId: late?.id } });
    expect(await inUse()).toBe('secret 1');
  });

  it('M3: an answer that comes after the old secret was seen to hold makes it unknown again', async () => {
    const first = perform(ctx, ROTATE_WEBHOOK_SECRET, { target, request: { id: target } });
    await sends[0]?.reached;
    await recoverOperations({ everything: true });
    const old = new Date(Date.now() - 3_600_000);
    await db().update(operations).set({ lastSentAt: old }).where(eq(operations.target, target));
    await resolveRotationBy('acc', { ...seen(), secretId: 'the old one' });
    expect((await rowNow()).state).toBe('rejected');
    sends[0]?.open();
    expect((await first).row).toMatchObject({ state: 'unknown', reason: null });
    expect((await storedSecrets()).map(({ text }) => text)).toEqual(['secret 1']);
  });
});

describe('a registration that a look-up confirmed before its answer came', () => {
  const request = { url: 'https://shop.example/hook', events: [], generateSecret: true, endpoint: null };
  const made = { id: 'wh-made', url: request.url, events: [], active: true, hasSecret: true, other: {} };
  async function lookedUpFirst() {
    const gated = gate();
    const id = `${made.id}-${count}`;
    const webhook = { ...made, id };
    const register = async (_: object, change: Change) => {
      await change.sending();
      await gated.pass();
      return {
        kind: 'done',
        value: { webhook, secret: new Secret('made with it') },
        requestId: null,
        date: null,
      };
    };
    ctx = { ...ctx, port: { kind: 'pix', webhooks: { register } } as unknown as ProviderPort };
    const registered = perform(ctx, REGISTER_WEBHOOK, { target, request });
    await gated.reached;
    await recoverOperations({ everything: true });
    const value = { webhook, secret: null, secretId: null, secretLost: true };
    const end = { state: 'confirmed', value, requestId: null } as const;
    const row = await rowNow();
    expect(await settle(REGISTER_WEBHOOK, row, end, 'look-up')).toMatchObject({
      state: 'confirmed',
      result: { secretLost: true },
    });
    const answer = () => {
      gated.open();
      return registered;
    };
    return { id, answer };
  }

  it('U8: keeps the secret that the late answer brings', async () => {
    const { id, answer } = await lookedUpFirst();
    await answer();
    target = id;
    expect(await inUse()).toBe('made with it');
    const [row] = await db()
      .select()
      .from(operations)
      .where(eq(operations.target, `wh-${count}`));
    expect(row).toMatchObject({ state: 'confirmed', result: { id, secretLost: false } });
  });

  it('U8: keeps it beside the one that a rotation brought since', async () => {
    const { id, answer } = await lookedUpFirst();
    const row = { id: 'op_rotation', accountId: 'acc', operatorId: 'op' } as Awaited<
      ReturnType<typeof rowNow>
    >;
    const rotated = { target: id, secret: new Secret('rotated'), secretId: `sec_${id}` };
    await db().transaction((tx) => storeIssued(tx, row, rotated));
    await answer();
    target = id;
    expect(await inUse()).toBe('rotated');
    expect((await storedSecrets()).map(({ text }) => text).toSorted()).toEqual(['made with it', 'rotated']);
  });
});

it('M12: a pasted secret never takes the place of one that is being issued at the same moment', async () => {
  const issued = { target, secret: new Secret('issued'), secretId: `sec_${target}` };
  const row = { id: 'op_x', accountId: 'acc', operatorId: 'op' } as Awaited<ReturnType<typeof rowNow>>;
  let pasting: Promise<unknown> = Promise.resolve();
  await db().transaction(async (tx) => {
    await storeIssued(tx, row, issued);
    pasting = pasteSecret({ ctx, id: target, secret: 'pasted' }).catch((error: unknown) => error);
    await allWaitForLocks(pasting);
  });
  expect(await pasting).toMatchObject({
    code: 'conflict',
    details: { existing: { secretId: issued.secretId } },
  });
  expect(await inUse()).toBe('issued');
});
