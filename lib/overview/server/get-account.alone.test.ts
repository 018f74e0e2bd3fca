import { expect, test, vi } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { getHealth } from '#lib/overview/server/get-account.ts';

const audit = vi.hoisted(() => ({ verdict: null as object | null }));
vi.mock('#lib/data/audit/verify.ts', () => ({ lastVerdict: async () => audit.verdict }));

const ctxOf = (...permissions: string[]) =>
  ({
    account: { id: 'acc-1', baseUrl: 'https://pix.example' },
    port: {},
    permissions: new Set(permissions),
  }) as unknown as Ctx;
const broken = async (...permissions: string[]) =>
  (await getHealth({ ctx: ctxOf(...permissions) })).auditBroken;

test('M10: an audit log that does not hold is told to who may manage, and to nobody else', async () => {
  expect(await broken('manage')).toBeNull();
  audit.verdict = { entries: 9, intact: false, firstBroken: 7 };
  expect(await broken('read')).toBeNull();
  expect(await broken('read', 'manage')).toBe(7);
  // Only the end of the chain is missing.
  audit.verdict = { entries: 9, intact: false, firstBroken: null };
  expect(await broken('manage')).toBe(9);
  audit.verdict = { entries: 9, intact: true, firstBroken: null };
  expect(await broken('manage')).toBeNull();
});
