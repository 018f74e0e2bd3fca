import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { db } from '#lib/data/client.ts';
import { beat, leave, mayReapPeers, type Proof, thisInstance } from '#lib/data/jobs/instance.ts';
import { auditLog } from '#lib/data/schema/audit.ts';
import { operationAttempts, operations } from '#lib/data/schema/operations.ts';
import { type OperationKind, registerOperationKinds } from '#lib/operations/server/kind.ts';
import { dueLookUps, lookUpOperation } from '#lib/operations/server/look-up.ts';
import { perform } from '#lib/operations/server/perform.ts';
import { recoverOperations } from '#lib/operations/server/recover.ts';
import { as, gate, isKnown, unseenFor, withInstances } from '#lib/operations/server/testing/instances.ts';
import { FakeProvider, type Note, noteKind, operatorContext } from '#lib/operations/server/testing/kinds.ts';
import type { Outcome } from '#lib/providers/port.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

/** Hook between two steps of a send: the test cannot make a pause there from outside. */
const proofs = vi.hoisted(() => ({ next: [] as (() => Promise<Proof | null>)[] }));
vi.mock('#lib/data/jobs/instance.ts', async (original) => {
  const real = await original<typeof import('#lib/data/jobs/instance.ts')>();
  return {
    ...real,
    prove: async (me: Parameters<typeof real.prove>[0]) => (await proofs.next.shift()?.()) ?? real.prove(me),
  };
});

withDatabase();
const dueIds = async () => (await dueLookUps()).map(({ id }) => id);
withInstances();

type Over = Partial<OperationKind<Note, string>>;
let provider: FakeProvider;
let ctx: Ctx;
let target = '';
let count = 0;

beforeEach(async () => {
  provider = new FakeProvider();
  ctx = await operatorContext();
  count += 1;
  target = `of-${count}`;
  for (const id of ['A', 'B', 'C']) await as(id, () => beat());
});

const run = (over: Over = {}) => {
  const kind = noteKind(provider, over);
  registerOperationKinds([kind]);
  return perform(ctx, kind, { target, request: { text: target } }).then(({ row }) => row);
};
const takeUp = (id = 'B') => as(id, () => recoverOperations({ everything: false }));
const rowNow = async () => {
  const [row] = await db().select().from(operations).where(eq(operations.target, target));
  if (row === undefined) throw new Error('not written');
  return row;
};
const attempts = async () => {
  const { operationId, number, outcome } = operationAttempts;
  const { id } = await rowNow();
  const rows = await db().select().from(operationAttempts).where(eq(operationId, id)).orderBy(number);
  return rows.map((row) => row[outcome.name as 'outcome']);
};
const SEND_AGAIN: Over = {
  afterCrash: 'send',
  lookUp: async ({ request }) =>
    provider.notes.includes(request.text)
      ? { found: 'there', value: request.text }
      : { found: 'absent', next: 'send_again' },
};
const DONE: Outcome<string> = { kind: 'done', value: 'kept', requestId: 'req_late', date: null };
const REFUSED: Outcome<string> = {
  kind: 'refused',
  sent: true,
  error: new GuicheError('provider_rejected', 'no', { status: 422 }),
};

describe('a dead instance', () => {
  /** A's call is under way for ever. */
  async function leaveSent(over: Over = {}) {
    const under = gate();
    void as('A', () =>
      run({
        ...over,
        send: async ({ change }) => {
          await change.sending();
          await under.pass();
          return DONE;
        },
      }),
    );
    await under.reached;
    return rowNow();
  }

  it('leaves what it sent to the others: unknown, told, audited, and looked up at once', async () => {
    const { id, instance } = await leaveSent();
    expect(instance).toBe('A');
    await takeUp();
    expect(await rowNow(), 'while it is seen').toMatchObject({ state: 'sent' });
    await unseenFor('A', 7);
    await takeUp();
    expect(await rowNow()).toMatchObject({ state: 'unknown' });
    expect(await dueIds()).toContain(id);
    const entries = await db().select().from(auditLog).where(eq(auditLog.target, target));
    expect(entries.map(({ action }) => action)).toEqual(['note.requested', 'note.unknown']);
  });

  it('leaves the same when it ended well, and when nobody remembers it', async () => {
    await leaveSent();
    await as('A', () => leave());
    expect(await isKnown('A')).toBe(false);
    await takeUp();
    expect(await rowNow()).toMatchObject({ state: 'unknown' });
  });

  it('leaves its look-ups too: what it was looking up is due again', async () => {
    const { id } = await leaveSent();
    await unseenFor('A', 7);
    await takeUp();
    const looking = gate();
    registerOperationKinds([
      noteKind(provider, { lookUp: () => looking.pass().then(() => ({ found: 'unsure' })) }),
    ]);
    const lookUpRun = as('B', () => lookUpOperation(id, { due: true }));
    await looking.reached;
    await takeUp('C');
    expect(await dueIds(), 'while B looks').not.toContain(id);
    await unseenFor('B', 7);
    await takeUp('C');
    expect(await dueIds()).toContain(id);
    expect(await rowNow()).toMatchObject({ instance: 'C', lookUps: 0 });
    looking.open();
    await lookUpRun;
  });

  it('of a newer build leaves an older one nothing to do: a kind it does not know waits for one that does', async () => {
    const { id } = await leaveSent();
    await unseenFor('A', 7);
    registerOperationKinds([]);
    await takeUp();
    expect(await rowNow()).toMatchObject({ state: 'sent', instance: 'A' });
    registerOperationKinds([noteKind(provider)]);
    await takeUp('C');
    expect(await rowNow()).toMatchObject({ state: 'unknown' });
    registerOperationKinds([]);
    await as('B', () => lookUpOperation(id, { due: true }));
    expect(await rowNow()).toMatchObject({ state: 'unknown', lookUps: 0 });
    registerOperationKinds([noteKind(provider)]);
    provider.notes.push(target);
    await as('C', () => lookUpOperation(id, { due: false }));
    expect(await rowNow()).toMatchObject({ state: 'confirmed' });
  });

  it('what no instance is named for is taken up by its age only', async () => {
    const { id } = await leaveSent();
    await db().update(operations).set({ instance: null }).where(eq(operations.id, id));
    await takeUp();
    expect(await rowNow()).toMatchObject({ state: 'sent' });
    const old = new Date(Date.now() - 3_600_000);
    await db().update(operations).set({ createdAt: old, lastSentAt: old }).where(eq(operations.id, id));
    await takeUp();
    expect(await rowNow()).toMatchObject({ state: 'unknown' });
  });
});

describe('an instance that stood still and goes on', () => {
  /** A stands still before it sends; `meanwhile` the others act. */
  async function standStill(over: Over, meanwhile: () => Promise<void>) {
    const before = gate();
    const going = as('A', () =>
      run({
        ...over,
        send: async ({ request, change }) => {
          if (thisInstance().id === 'A') await before.pass();
          return provider.put(request.text, change.sending);
        },
      }),
    );
    await before.reached;
    await unseenFor('A', 10);
    await meanwhile();
    before.open();
    return going;
  }

  it('does not send what was given up meanwhile, and says so', async () => {
    const row = await standStill({}, takeUp);
    expect(row).toMatchObject({ state: 'rejected', reason: 'never_sent', attempts: 0 });
    expect(provider.calls).toBe(0);
  });

  it('does not send what another sent meanwhile', async () => {
    const row = await standStill(SEND_AGAIN, takeUp);
    expect(row).toMatchObject({ state: 'confirmed', attempts: 1, instance: 'B' });
    expect(provider.notes).toEqual([target]);
  });

  it('does not send what another took over and is about to send', async () => {
    const looking = gate();
    const over: Over = {
      ...SEND_AGAIN,
      lookUp: () => looking.pass().then(() => ({ found: 'absent', next: 'send_again' }) as const),
    };
    let other: Promise<void> = Promise.resolve();
    const row = await standStill(over, async () => {
      other = takeUp();
      await looking.reached;
    });
    expect(row).toMatchObject({ state: 'requested', instance: 'B' });
    expect(provider.calls).toBe(0);
    looking.open();
    await other;
    expect(await rowNow()).toMatchObject({ state: 'confirmed' });
    expect(provider.notes).toEqual([target]);
  });

  it('between its mark and its first byte: it looks again, and does not send', async () => {
    const long = Date.now() - 10_000;
    proofs.next = [
      async () => ({ wall: long, steady: performance.now() }),
      async () => {
        await unseenFor('A', 10);
        await takeUp();
        return null;
      },
    ];
    const row = await as('A', () => run());
    expect(row).toMatchObject({ state: 'unknown', attempts: 1 });
    expect(provider.calls).toBe(0);
  });

  it('between its mark and its first byte, and nobody took it up: it sends', async () => {
    proofs.next = [async () => ({ wall: Date.now(), steady: performance.now() - 10_000 })];
    expect(await as('A', () => run())).toMatchObject({ state: 'confirmed', attempts: 1 });
    expect(provider.calls).toBe(1);
  });

  it('takes nobody for dead before the others could be seen again', async () => {
    await as('A', async () => {
      expect(mayReapPeers()).toBe(true);
      thisInstance().seen = { wall: Date.now() - 30_000, steady: performance.now() };
      expect(mayReapPeers(), 'cut off').toBe(false);
      await beat();
      expect(mayReapPeers(), 'just back').toBe(false);
      thisInstance().backSince = { wall: Date.now() - 5_000, steady: performance.now() };
      expect(mayReapPeers(), 'back for a while').toBe(true);
    });
  });
});

describe('a late answer of one that was taken for dead', () => {
  /** A's call was applied or not; its answer comes when the others have taken the row up and looked. */
  async function answerLate(answer: Outcome<string>, over: Over, meanwhile: () => Promise<void>) {
    const late = gate();
    const going = as('A', () =>
      run({
        ...over,
        send: async ({ request, change }) => {
          if (thisInstance().id !== 'A') return provider.put(request.text, change.sending);
          await change.sending();
          await late.pass();
          return answer;
        },
      }),
    );
    await late.reached;
    await unseenFor('A', 10);
    await takeUp();
    await meanwhile();
    late.open();
    return going;
  }
  const lookUp = async () =>
    void (await as('B', async () => lookUpOperation((await rowNow()).id, { due: true })));

  it('that it is done settles what is unknown', async () => {
    const row = await answerLate(DONE, {}, async () => undefined);
    expect(row).toMatchObject({ state: 'confirmed', providerRequestId: 'req_late' });
    expect(await attempts()).toEqual(['confirmed']);
  });

  it('that it is refused settles what was not sent again', async () => {
    const row = await answerLate(REFUSED, {}, async () => undefined);
    expect(row).toMatchObject({ state: 'rejected', reason: 'provider' });
    expect(await attempts()).toEqual(['rejected:provider']);
  });

  it('that it is refused says nothing of what another sent since', async () => {
    const row = await answerLate(REFUSED, SEND_AGAIN, lookUp);
    expect(row).toMatchObject({ state: 'confirmed', attempts: 2, instance: 'B' });
    expect(await attempts()).toEqual(['rejected:provider', 'confirmed']);
    expect(provider.notes).toEqual([target]);
  });

  it('that it is refused leaves open what another is sending', async () => {
    provider.next = ['lose answer'];
    const row = await answerLate(REFUSED, SEND_AGAIN, lookUp);
    expect(row).toMatchObject({ state: 'unknown', attempts: 2 });
  });

  it('changes nothing of what a look-up settled', async () => {
    const row = await answerLate(DONE, {}, async () => {
      provider.notes.push(target);
      await lookUp();
    });
    expect(row).toMatchObject({ state: 'confirmed', result: { text: target } });
  });
});

it.each(['requested', 'sent'])(
  'two instances that race for what is left (%s): one send, one settles',
  async (state) => {
    registerOperationKinds([noteKind(provider, SEND_AGAIN)]);
    provider.next = ['lose request'];
    const { id } = await as('A', () => run(SEND_AGAIN));
    const sends = state === 'requested' ? 0 : 1;
    await db()
      .update(operations)
      .set({ state, attempts: sends, nextLookUpAt: null })
      .where(eq(operations.id, id));
    await unseenFor('A', 10);
    await Promise.all(['B', 'C', 'B', 'C'].map(takeUp));
    if (state === 'sent')
      await Promise.all(['B', 'C'].map((name) => as(name, () => lookUpOperation(id, { due: true }))));
    expect(await rowNow()).toMatchObject({ state: 'confirmed', attempts: sends + 1 });
    expect(provider.notes).toEqual([target]);
    const entries = await db().select().from(auditLog).where(eq(auditLog.target, target));
    expect(entries.filter(({ action }) => action === 'note.confirmed')).toHaveLength(1);
  },
);
