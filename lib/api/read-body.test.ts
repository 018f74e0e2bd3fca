import { expect, test } from 'vitest';
import { readBody } from '#lib/api/steps/parse.ts';

/** A body of parts of ten bytes; `taken` counts those that were read. */
function bodyOf(parts: number, headers = {}) {
  const seen = { taken: 0 };
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        await new Promise(setImmediate);
        seen.taken += 1;
        controller.enqueue(new Uint8Array(10));
        if (seen.taken === parts) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  return { request: { headers: new Headers(headers), body }, seen };
}

test('as many bytes as there are, up to the most', async () => {
  expect(await readBody(bodyOf(4).request, 40, 'Too large.')).toHaveLength(40);
  expect(await readBody({ headers: new Headers(), body: null }, 40, 'Too large.')).toHaveLength(0);
});

test('one byte more is refused at once; the rest is read and dropped, so that the connection goes on', async () => {
  const { request, seen } = bodyOf(100);
  await expect(readBody(request, 39, 'Too large.')).rejects.toMatchObject({
    code: 'payload_too_large',
    message: 'Too large.',
  });
  expect(seen.taken).toBeLessThan(10);
  await expect.poll(() => seen.taken).toBe(100);
});

test('what says to be larger is refused unread', async () => {
  const { request, seen } = bodyOf(100, { 'content-length': '41' });
  await expect(readBody(request, 40, 'Too large.')).rejects.toMatchObject({ code: 'payload_too_large' });
  expect(seen.taken).toBe(0);
});
