import { expect, test, vi } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { getCardFigures } from '#lib/card/server/get-figures.ts';
import { GuicheError, type ProblemCode } from '#lib/core/errors.ts';

const NOW = Date.UTC(2026, 10, 21, 15);
const refusal = (code: ProblemCode, status: number) =>
  new GuicheError(code, '', {
    provider: { status, code: null, message: null, requestId: null } as never,
  });
function account(id: string) {
  const list = vi.fn(async () => ({ items: [], more: false, total: 0, asOf: new Date(NOW).toISOString() }));
  const part = () => ({ charges: { list } });
  const ctx = { account: { id }, part, permissions: new Set() } as unknown as Ctx;
  return { list, read: () => getCardFigures({ ctx, now: NOW }) };
}

test.each<[string, ProblemCode, number]>([
  ['an answer that cannot be read', 'provider_unavailable', 200],
  ['a refusal of the credential', 'provider_credential', 403],
  ['a refusal', 'provider_rejected', 422],
])('M14: %s is told as one, and asked for at once again', async (name, code, status) => {
  const { list, read } = account(name);
  list.mockRejectedValueOnce(refusal(code, status));
  await expect(read()).rejects.toMatchObject({ code });
  expect((await read()).figures).not.toBeNull();
});

test('M14: a service without the route lists none, which is kept', async () => {
  const { list, read } = account('without');
  list.mockRejectedValue(refusal('not_found', 404));
  expect((await read()).figures).toBeNull();
  await read();
  expect(list).toHaveBeenCalledTimes(1);
});
