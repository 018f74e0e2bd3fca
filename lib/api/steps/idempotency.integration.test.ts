import { describe, expect, it } from 'vitest';
import { once } from '#lib/api/steps/idempotency.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

withDatabase();
const KEY = 'k'.repeat(16);
const intent = (over: object = {}) => ({
  operatorId: 'op',
  account: 'pix',
  endpoint: 'POST /x',
  key: KEY,
  body: { a: 1 },
  ...over,
});

describe('idempotency', () => {
  it('runs once for two calls at the same time and answers both alike', async () => {
    let runs = 0;
    const run = async () => {
      runs += 1;
      await new Promise((resolve) => setTimeout(resolve, 80));
      return { status: 201, value: { id: runs } };
    };
    const both = await Promise.all([once(intent(), run), once(intent(), run)]);
    expect(both).toEqual([
      { status: 201, value: { id: 1 } },
      { status: 201, value: { id: 1 } },
    ]);
  });

  it('refuses the same key with another body, and another operator’s is another key', async () => {
    const run = async () => ({ status: 200, value: 'other' });
    await expect(once(intent({ body: { a: 2 } }), run)).rejects.toMatchObject({
      code: 'idempotency_conflict',
    });
    expect(await once(intent({ operatorId: 'second' }), run)).toEqual({ status: 200, value: 'other' });
  });

  it('frees the key when the call failed', async () => {
    const key = 'f'.repeat(16);
    const fail = () => Promise.reject(new Error('no'));
    await expect(once(intent({ key }), fail)).rejects.toThrow('no');
    expect(await once(intent({ key }), async () => ({ status: 200, value: 1 }))).toEqual({
      status: 200,
      value: 1,
    });
  });

  it('needs a key of 16 to 128 visible characters', async () => {
    const run = async () => ({ status: 200, value: 1 });
    for (const key of [null, 'short', 'with space '.repeat(2), 'x'.repeat(129)])
      await expect(once(intent({ key }), run)).rejects.toMatchObject({ code: 'invalid_request' });
  });
});
