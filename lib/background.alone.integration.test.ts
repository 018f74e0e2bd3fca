import { and, eq, sql } from 'drizzle-orm';
import { beforeAll, expect, it, vi } from 'vitest';
import { seal } from '#lib/auth/server/seal.ts';
import { startBackground } from '#lib/background.ts';
import { invalidateAfter } from '#lib/data/cache.ts';
import { db } from '#lib/data/client.ts';
import { thisInstance } from '#lib/data/jobs/instance.ts';
import { enqueue } from '#lib/data/jobs/queue.ts';
import { accounts } from '#lib/data/schema/accounts.ts';
import { operations } from '#lib/data/schema/operations.ts';
import type { OperationKind } from '#lib/operations/server/kind.ts';
import { perform } from '#lib/operations/server/perform.ts';
import { gate, isKnown } from '#lib/operations/server/testing/instances.ts';
import { FakeProvider, type Note, noteKind, operatorContext } from '#lib/operations/server/testing/kinds.ts';
import { withDatabase } from '../e2e/support/test-database.ts';

/** Behaviour of the one kind and the one job of this file. */
const world = vi.hoisted(() => ({
  lookUp: async (_account: string): Promise<'there' | 'unsure'> => 'unsure',
  job: async (): Promise<null> => null,
}));
vi.mock('#lib/webhooks/server/list-webhooks.ts', async (original) => {
  const { noteKind: kindOf, FakeProvider: Provider } = await import(
    '#lib/operations/server/testing/kinds.ts'
  );
  const lookUp: OperationKind<Note, string>['lookUp'] = async ({ row, request }) =>
    (await world.lookUp(row.accountId)) === 'there'
      ? { found: 'there', value: request.text }
      : { found: 'unsure' };
  const kind = kindOf(new Provider(), { lookUp, afterCrash: 'send' });
  return { ...(await original<object>()), WEBHOOK_KINDS: [kind] };
});
vi.mock('#lib/resends/server/step-resend.ts', async (original) => ({
  ...(await original<object>()),
  resendJob: { name: 'resend', run: () => world.job() },
}));

process.env.LOG_LEVEL = 'silent';
withDatabase();

type Ending = { name: string; end: () => Promise<unknown> };
const endings = () => (globalThis as { __guicheShutdown?: Ending[] }).__guicheShutdown ?? [];
const hanging = gate();

/** An unknown operation of an account, due now, or one that a dead process left before it was sent. */
async function left(accountId: string, target: string, state: 'unknown' | 'requested'): Promise<void> {
  const ctx = await operatorContext();
  const [account] = await db().select().from(accounts).where(eq(accounts.id, 'acc'));
  if (account === undefined) throw new Error('no account');
  const credentials = seal(JSON.stringify({ accessToken: 't' }), `credentials:${accountId}`);
  const values = { ...account, id: accountId, slug: accountId, credentials };
  await invalidateAfter('accounts', () => db().insert(accounts).values(values).onConflictDoNothing());
  const provider = new FakeProvider();
  provider.next = ['lose answer'];
  await perform({ ...ctx, account: { ...ctx.account, id: accountId } }, noteKind(provider), {
    target,
    request: { text: target },
  });
  const sent = { state, instance: 'dead', attempts: state === 'requested' ? 0 : 1 };
  await db()
    .update(operations)
    .set({ ...sent, nextLookUpAt: state === 'requested' ? null : sql`now() - interval '1 minute'` })
    .where(and(eq(operations.accountId, accountId), eq(operations.target, target)));
}

const stateOf = async (target: string) =>
  (await db().select().from(operations).where(eq(operations.target, target)))[0]?.state;

beforeAll(async () => {
  // The first account's provider never answers; the others' do at once.
  world.lookUp = async (account) => {
    if (account === 'slow') await hanging.pass();
    return 'there';
  };
  await left('slow', 'slow-requested', 'requested');
  for (const number of [1, 2, 3]) await left('slow', `slow-${number}`, 'unknown');
  await left('quick', 'quick-1', 'unknown');
  await startBackground();
});

it('M6: what is due is looked up while recovery still waits for another account’s provider', async () => {
  await hanging.reached;
  await vi.waitFor(async () => expect(await stateOf('quick-1')).toBe('confirmed'), 15_000);
  expect(await stateOf('slow-1')).toBe('unknown');
});

it('M6: what becomes due later is looked up while another account’s look-up never ends', async () => {
  await left('quick', 'quick-2', 'unknown');
  await vi.waitFor(async () => expect(await stateOf('quick-2')).toBe('confirmed'), 15_000);
  expect(await stateOf('slow-2')).toBe('unknown');
  hanging.open();
  await vi.waitFor(async () => expect(await stateOf('slow-3')).toBe('confirmed'), 15_000);
});

it('M17: while a job still ends at the shutdown its process is not taken for dead, and still reaches its provider', async () => {
  const working = gate();
  world.job = async () => {
    await working.pass();
    return null;
  };
  await enqueue('resend', {});
  await working.reached;
  const asked = new Set<string>();
  const ending = (async () => {
    for (const part of endings().splice(1).toReversed()) {
      asked.add(part.name);
      await part.end();
    }
  })();
  await vi.waitFor(() => expect(asked).toContain('jobs'), 15_000);
  expect(await isKnown(thisInstance().id), 'while the job ends').toBe(true);
  expect(asked).not.toContain('provider connections');
  working.open();
  await ending;
  expect(asked).toContain('provider connections');
  expect(await isKnown(thisInstance().id)).toBe(false);
});
