import { expect, test } from 'vitest';
import { GuicheError } from '#lib/core/errors.ts';
import { numbered, readPage } from '#lib/providers/client/lists.ts';

/** Ten rows where a hundred were requested, and no count: only the next page shows whether more follow. */
const rows = Array.from({ length: 10 }, (_, at) => ({ id: String(at) }));
const answers = (status: number | null) => {
  const provider = status === null ? undefined : { status, code: null, message: null, requestId: null };
  return readPage({ page: 1, limit: 100 }, async ({ page }) => {
    if (page > 1) throw new GuicheError('provider_unavailable', 'no', provider && { provider });
    return { read: { rows, total: null, pages: null, more: null } };
  });
};
const goesOn = async (status: number | null) => {
  const { read } = await answers(status);
  return numbered(rows, read, { page: 1, limit: 100 }, 'now').more;
};

test('a next page that is refused is none; one that did not answer may be one', async () => {
  for (const status of [400, 404, 422]) expect(await goesOn(status), String(status)).toBe(false);
  for (const status of [429, 500, 503, null]) expect(await goesOn(status), String(status)).toBe(true);
});
