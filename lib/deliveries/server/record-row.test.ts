import { afterEach, expect, it, vi } from 'vitest';
import { GuicheError, type ProblemCode } from '#lib/core/errors.ts';
import { webhooksByUrl } from '#lib/deliveries/server/store-records.ts';
import type { ProviderPort } from '#lib/providers/port.ts';

const URL_OF = 'https://loja.example/callbacks';
const list = vi.fn();
const port = { webhooks: { list } } as unknown as ProviderPort;
const read = (account: string) => webhooksByUrl(account, port, { priority: 'background' });

afterEach(() => {
  list.mockReset();
  vi.useRealTimers();
});

it.each<ProblemCode>([
  'provider_credential',
  'provider_rejected',
  'provider_unavailable',
  'provider_timeout',
  'rate_limited',
])('M14: a list that failed with %s is asked for at once again', async (code) => {
  list
    .mockRejectedValueOnce(new GuicheError(code, ''))
    .mockResolvedValueOnce({ items: [{ id: 'wh', url: URL_OF }] });
  expect(await read(code)).toBeNull();
  expect(await read(code)).toEqual(new Map([[URL_OF, 'wh']]));
});

it('M14: what was read is kept for a minute', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  list.mockResolvedValue({
    items: [
      { id: 'one', url: URL_OF },
      { id: 'twin', url: `${URL_OF}/2` },
      { id: 'other twin', url: `${URL_OF}/2` },
    ],
  });
  for (const _ of [1, 2]) expect(await read('cached')).toEqual(new Map([[URL_OF, 'one']]));
  expect(list).toHaveBeenCalledTimes(1);
  vi.setSystemTime(Date.now() + 61_000);
  await read('cached');
  expect(list).toHaveBeenCalledTimes(2);
});
