import { AsyncLocalStorage } from 'node:async_hooks';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll } from 'vitest';
import { db } from '#lib/data/client.ts';
import type { Instance } from '#lib/data/jobs/instance.ts';
import { instances } from '#lib/data/schema/operations.ts';

const acting = new AsyncLocalStorage<Instance>();
const known = new Map<string, Instance>();

/** Runs `run` as the instance of that name: several of them live in one test process. */
export function as<T>(id: string, run: () => Promise<T>): Promise<T> {
  const instance = known.get(id) ?? { id, seen: null, backSince: null };
  known.set(id, instance);
  return acting.run(instance, run);
}

export function withInstances(): void {
  const itself: Instance = { id: 'the test', seen: null, backSince: null };
  beforeAll(() => {
    Object.defineProperty(globalThis, 'guicheInstance', {
      configurable: true,
      get: () => acting.getStore() ?? itself,
    });
  });
  afterAll(() => void Reflect.deleteProperty(globalThis, 'guicheInstance'));
}

/** It stands still (a long pause, a laptop that sleeps): its signs of life are this old for the others. */
export async function unseenFor(id: string, seconds: number): Promise<void> {
  const seenAt = sql`now() - ${seconds} * interval '1 second'`;
  await db()
    .insert(instances)
    .values({ id, startedAt: seenAt, seenAt })
    .onConflictDoUpdate({ target: instances.id, set: { seenAt } });
}

export async function isKnown(id: string): Promise<boolean> {
  return (await db().select().from(instances).where(eq(instances.id, id))).length > 0;
}

/** A point that somebody waits at until it is opened; `reached` once they are there. */
export function gate() {
  const here = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  return {
    reached: here.promise,
    open: () => go.resolve(),
    pass: async () => {
      here.resolve();
      await go.promise;
    },
  };
}
