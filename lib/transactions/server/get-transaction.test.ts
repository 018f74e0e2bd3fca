import { expect, test } from 'vitest';
import { getTransaction } from '#lib/transactions/server/get-timeline.ts';
import { contextWith, detail } from '#lib/transactions/server/testing/samples.ts';

const one = detail({ raw: { id: 'tx_1', payerName: 'Ana Maria Souza', payerDocument: '52998224725' } });

test('without reveal everything is masked, the raw answer too', async () => {
  const { ctx, audited } = contextWith({ one });
  const found = await getTransaction({ ctx, id: 'tx_1' });
  expect(JSON.stringify(found)).not.toMatch(/52998224725|Souza/);
  expect(audited).toEqual([]);
});

test('a role that may reveal sees names, and documents only on request', async () => {
  const { ctx, audited } = contextWith({ one, permissions: ['read', 'reveal'] });
  const masked = await getTransaction({ ctx, id: 'tx_1' });
  expect(masked.transaction.payer).toMatchObject({ name: 'Ana Maria Souza', document: '***.982.247-**' });
  expect(audited).toEqual([]);
  expect(await getTransaction({ ctx, id: 'tx_1', reveal: true })).toEqual(one);
  expect(audited).toEqual([{ action: 'transaction.reveal', target: 'tx_1' }]);
});

test('without the permission nothing is read and nothing revealed', async () => {
  const { ctx, get } = contextWith({ one });
  await expect(getTransaction({ ctx, id: 'tx_1', reveal: true })).rejects.toMatchObject({
    code: 'forbidden',
  });
  expect(get).not.toHaveBeenCalled();
});

test('an audit that fails withholds the data', async () => {
  const { ctx } = contextWith({ one, permissions: ['read', 'reveal'] });
  const broken = { ...ctx, audit: () => Promise.reject(new Error('database')) };
  await expect(getTransaction({ ctx: broken, id: 'tx_1', reveal: true })).rejects.toThrow('database');
});
