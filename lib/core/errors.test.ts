import { expect, test, vi } from 'vitest';
import { GuicheError, nullOn } from '#lib/core/errors.ts';

test('an error of another copy of the module is the same kind of error', async () => {
  vi.resetModules();
  const copy = await import('#lib/core/errors.ts');
  expect(copy.GuicheError).not.toBe(GuicheError);
  expect(new copy.GuicheError('conflict', 'x')).toBeInstanceOf(GuicheError);
  for (const other of [new Error('x'), null, undefined, 'x', { code: 'conflict' }])
    expect(other instanceof GuicheError).toBe(false);
});

test('null stands for a refusal of one code; any other error goes on', async () => {
  const refused = async (error: unknown) => Promise.reject(error).catch(nullOn('not_found'));
  expect(await refused(new GuicheError('not_found', 'x'))).toBeNull();
  for (const other of [new GuicheError('conflict', 'x'), new Error('x'), 'x'])
    await expect(refused(other)).rejects.toBe(other);
});
