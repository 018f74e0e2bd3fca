import { expect, test } from 'vitest';
import { clientOptions, limitsFor } from '#lib/providers/client/adapter-deps.ts';

const timeouts = { connect: 1, read: 1, change: 1, export: 1, token: 1 };

test('a sandbox token has its contract’s limits, another one adapts', () => {
  expect(limitsFor({ simulator: false }, 'sbx_x')).toEqual({ perMinute: 60, perDay: 2_000, adaptive: false });
  expect(limitsFor({ simulator: false }, 'live')).toEqual({ perMinute: 600, perDay: null, adaptive: true });
});

test('the simulator has no limit, and nothing is counted', async () => {
  const { budget } = clientOptions(
    {
      account: { id: 'acc', slug: 'pix', simulator: true },
      baseUrl: 'https://api.example/v1',
      timeouts,
      budgetOf: () => {
        throw new Error('counted');
      },
    },
    'sbx_x',
  );
  for (let call = 0; call < 1_000; call += 1) expect(await budget.take('operator')).toEqual({ ok: true });
});
