import { expect, it, vi } from 'vitest';
import type { Ctx, OperatorCtx } from '#lib/api/context.ts';
import { auditOnce } from '#lib/api/steps/authorize.ts';

it('writes a refusal once in ten minutes for a session, and each other one', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const audit = vi.fn(async () => undefined);
  const ctx = (sessionId: string) => ({ sessionId, audit }) as unknown as OperatorCtx;
  const note = { action: 'permission', target: 'network', after: { needed: 'network' } } as const;
  await auditOnce(ctx('one'), note);
  await auditOnce(ctx('one'), note);
  expect(audit.mock.calls).toEqual([[{ result: 'refused', ...note }]]);
  await auditOnce(ctx('one'), { ...note, target: 'acc_1' });
  await auditOnce(ctx('two'), note);
  expect(audit).toHaveBeenCalledTimes(3);
  vi.advanceTimersByTime(600_001);
  await auditOnce(ctx('one'), note);
  expect(audit).toHaveBeenCalledTimes(4);
  vi.useRealTimers();
});

it('tells operators and accounts apart, and bounds what one session can have written', async () => {
  const audit = vi.fn(async () => undefined);
  const ctx = (id: string, account?: string) =>
    ({ sessionId: 'many', operator: { id }, account: { id: account }, audit }) as unknown as Ctx;
  const note = { action: 'permission', target: 't' } as const;
  for (const one of [ctx('a', 'x'), ctx('b', 'x'), ctx('a', 'y'), ctx('a', 'x')]) await auditOnce(one, note);
  expect(audit).toHaveBeenCalledTimes(3);
  for (let target = 0; target < 1_000; target += 1)
    await auditOnce(ctx('a'), { action: 'permission', target: String(target) });
  expect(audit.mock.calls.length).toBeLessThanOrEqual(201);
});
