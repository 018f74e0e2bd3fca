import { expect, test, vi } from 'vitest';
import { GuicheError } from '#lib/errors.ts';

test('an error of another copy of the module is the same kind of error', async () => {
  vi.resetModules();
  const copy = await import('#lib/errors.ts');
  expect(copy.GuicheError).not.toBe(GuicheError);
  expect(new copy.GuicheError('conflict', 'x')).toBeInstanceOf(GuicheError);
  for (const other of [new Error('x'), null, undefined, 'x', { code: 'conflict' }])
    expect(other instanceof GuicheError).toBe(false);
});
