import { expect, test } from './own-product.ts';
import { MANY_ROWS } from './support/provider.ts';

test.use({ more: MANY_ROWS });

test('a page that was shown before leaves faults what they are', async ({ signedIn, api, provider }) => {
  // Pages and routes are separate bundles that share the account's adapter: its errors must mean the same in both.
  const page = await signedIn('viewer');
  expect((await page.goto('/pix/transactions'))?.status()).toBe(200);
  await provider.fault({ kind: 'status', status: 401, path: '/user/transactions' });
  const answer = await (await api('viewer')).get('/api/accounts/pix/transactions');
  expect(answer.status()).toBe(502);
});
