import { afterEach, expect, test, vi } from 'vitest';
import { shown } from './testing/shown.tsx';
import { useMarkRead } from './use-mark-read.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  [204, []],
  [403, ['Não foi possível marcar como lida']],
])('marking as read that is answered with %i says %j', async (status, words) => {
  const said: string[] = [];
  vi.stubGlobal('fetch', async () =>
    status === 204
      ? new Response(null, { status })
      : Response.json({ code: 'forbidden', status, title: 'no' }, { status }),
  );
  let read: ReturnType<typeof useMarkRead> = async () => undefined;
  const Bell = () => {
    read = useMarkRead();
    return null;
  };
  shown(<Bell />, { toast: (one) => said.push(one) });
  await read({ all: true });
  expect(said).toEqual(words);
});
