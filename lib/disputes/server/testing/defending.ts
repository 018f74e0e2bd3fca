import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { beforeEach } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { db } from '#lib/data/client.ts';
import { operations } from '#lib/data/schema/operations.ts';
import type { Draft } from '#lib/disputes/contract.ts';
import { addAttachment, saveDraft } from '#lib/disputes/server/defense-store.ts';
import { type DefenseInput, sendDefense } from '#lib/disputes/server/send-defense.ts';
import { PDF } from '#lib/disputes/server/testing/a-pdf.ts';
import type { Bench } from '#lib/disputes/server/testing/bench.ts';
import type { OperationRow } from '#lib/operations/server/kind.ts';
import { lookUpOperation } from '#lib/operations/server/look-up.ts';

export const POST = '/user/infractions/{id}/defenses';
export const TEXT = 'Entregue em 17/11, assinado pela compradora.';

type Answer = {
  status: number;
  operation: { id: string; state: string };
  result?: { defense: { text: string } | null };
};
export type Defending = {
  /** The dispute that this test answers. */
  id: string;
  ctx: Ctx;
  send: (body?: DefenseInput, who?: Ctx) => Promise<Answer>;
  save: (version: number, sale: string, more?: object) => Promise<Draft>;
  upload: (name: string) => Promise<Draft>;
  /** Defenses that the provider was sent for it. */
  posts: () => Promise<number>;
};

/** Each test has a dispute of its own, open, and no failure armed. */
export function withDispute(bench: () => Bench): Defending {
  const test = {} as Defending;
  beforeEach(async () => {
    await bench().control('clear', { all: true });
    test.id = (await bench().open()).id;
    test.ctx = bench().context('livia');
  });
  test.send = async (body = { text: TEXT }, who = test.ctx) => {
    const { status, value } = await sendDefense({ ctx: who, id: test.id, body });
    return { status, ...(value as Omit<Answer, 'status'>) };
  };
  test.save = (version, sale, more = {}) => {
    const sections = { sale, delivery: '', contact: '', conclusion: '' };
    const content = { situation: null, sections, checked: [], letterAsPdf: false, ...more };
    return saveDraft({ ctx: test.ctx, id: test.id, body: { version, ...content } });
  };
  test.upload = (name) => {
    const body = new FormData();
    body.append('file', new File([PDF], name, { type: 'application/pdf' }));
    const request = new Request('http://localhost/', { method: 'POST', body });
    return addAttachment({ ctx: test.ctx, id: test.id, request });
  };
  test.posts = () => bench().calls('POST', `/user/infractions/${test.id}/defenses`);
  return test;
}

export async function rowOf(operation: string): Promise<OperationRow> {
  const [row] = await db().select().from(operations).where(eq(operations.id, operation));
  if (row === undefined) throw new Error('No such operation.');
  return row;
}

/** Its last send is an hour old: it can be under way no more. */
export async function sentLongAgo(operation: string): Promise<void> {
  await db()
    .update(operations)
    .set({ lastSentAt: sql`now() - interval '1 hour'` })
    .where(and(eq(operations.id, operation), isNotNull(operations.lastSentAt)));
}

/** Looks it up as the job does, without its waits; gives the state it comes to. */
export async function resolve(operation: string): Promise<string> {
  for (let round = 0; round < 20; round += 1) {
    await sentLongAgo(operation);
    await lookUpOperation(operation, { due: false });
    const { state } = await rowOf(operation);
    if (state === 'confirmed' || state === 'rejected') return state;
    await new Promise((done) => setTimeout(done, 400));
  }
  return (await rowOf(operation)).state;
}
