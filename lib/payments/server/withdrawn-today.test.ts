import { expect, test, vi } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { asRead } from '#lib/core/status/testing/as-read.ts';
import { getWithdrawnToday } from '#lib/payments/server/get-figures.ts';
import type { ProviderPort } from '#lib/providers/port.ts';
import { reachFor } from '#lib/providers/reach.ts';

const NOW = new Date('2026-11-22T02:30:00.000Z');
const row = (status: string, amount: number | null) => asRead({ status, amount });

function withPages(pages: ReturnType<typeof row>[][]) {
  const list = vi.fn(async (_filter: object, { position }: { position: unknown }) => {
    const at = (position as number | null) ?? 0;
    return { items: pages[at] ?? [], next: at + 1 < pages.length ? at + 1 : null, total: null };
  });
  return { list, ctx: reachFor({ kind: 'pix', withdrawals: { list } } as unknown as ProviderPort) as Ctx };
}

test('U11: what left today is what arrived of all pages of the São Paulo day, not what waits or came back', async () => {
  const { list, ctx } = withPages([
    [row('COMPLETED', 10_000), row('PENDING', 77_700), row('ERROR', 5_000)],
    [row('CONFIRMED', 2_345), row('REFUNDED', 900)],
  ]);
  expect(await getWithdrawnToday({ ctx, now: NOW })).toMatchObject({ sum: 12_345, count: 2 });
  expect(list.mock.calls[0]?.[0], 'half past eleven at night is still the 21st').toEqual({
    from: '2026-11-21T03:00:00.000Z',
    to: '2026-11-22T03:00:00.000Z',
  });
});

test('U11: a day that is not read whole, or a row without its amount, has no sum', async () => {
  const many = withPages(Array.from({ length: 6 }, () => [row('COMPLETED', 1)]));
  expect(await getWithdrawnToday({ ctx: many.ctx, now: NOW })).toMatchObject({ sum: null, count: null });
  const unknownAmount = withPages([[row('COMPLETED', 1), row('COMPLETED', null)]]);
  expect((await getWithdrawnToday({ ctx: unknownAmount.ctx, now: NOW })).sum).toBeNull();
});

test('R6: states of another spelling are summed by what they mean; one that nobody knows leaves no sum', async () => {
  const spelled = withPages([
    [row('settled', 100), row('PAGO', 20), row('DECLINED', 5), row('in review', 7)],
  ]);
  expect(await getWithdrawnToday({ ctx: spelled.ctx, now: NOW })).toMatchObject({ sum: 120, count: 2 });
  const unknown = withPages([[row('COMPLETED', 100), row('FASE DOIS', 20)]]);
  expect(await getWithdrawnToday({ ctx: unknown.ctx, now: NOW })).toMatchObject({ sum: null, count: null });
});
