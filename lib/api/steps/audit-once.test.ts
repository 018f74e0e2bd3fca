import { expect, it, vi } from 'vitest';
import type { OperatorCtx } from '#lib/api/context.ts';
import { auditOnce } from '#lib/api/steps/audit-once.ts';

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
