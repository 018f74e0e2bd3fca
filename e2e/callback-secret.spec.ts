import { expect, test } from './own-product.ts';
import { isSignedWith } from './support/webhooks.ts';
import { button, openPage, readSecret, sheet, store } from './support/webhooks-page.ts';

test.describe.configure({ timeout: 240_000 });
// An account whose secret no other spec has created.
test.use({
  more: { simulator: { transactions: 900 }, env: { GUICHE_CHANGE_MS: '1200', GUICHE_READ_MS: '3000' } },
});

test('the account’s callback secret: created, stored, rotated; callbacks are signed with the one in hand', async ({
  signedIn,
  endpoint,
  provider,
  control,
  checkA11y,
}) => {
  /** Has a charge with a callbackUrl paid; what its callback was signed with. */
  const signedBy = async (...secrets: string[]): Promise<string | null> => {
    const { id } = await provider.create({ amount: 21.5, callbackUrl: endpoint.url });
    await control('/pay', { id });
    const find = () => endpoint.got.findLast(({ body }) => body.includes(id));
    await expect.poll(find, { timeout: 20_000 }).toBeDefined();
    const { headers, body } = find() ?? { headers: {}, body: '' };
    const signature = headers['x-callback-signature'];
    return secrets.find((secret) => isSignedWith(secret, body, signature)) ?? null;
  };
  const page = await signedIn('developer');
  await openPage(page);
  const panel = page.getByRole('region', { name: 'Segredo de avisos da conta' });
  await panel.getByRole('button', { name: 'Criar…' }).click();
  await button(page, 'Continuar').click();
  await button(page, 'Criar segredo agora').click();
  const first = await readSecret(page);
  expect(first.length).toBeGreaterThan(20);
  await checkA11y(page);
  await store(page, 'Continuar para a prova');
  expect(await signedBy(first)).toBe(first);
  await sheet(page, 'Segredo de avisos da conta')
    .getByRole('button', { name: 'Fechar', exact: true })
    .click();
  await panel.getByRole('button', { name: 'Trocar…' }).click();
  await button(page, 'Continuar').click();
  await button(page, 'Trocar segredo agora').click();
  const second = await readSecret(page);
  expect(second).not.toBe(first);
  await store(page, 'Continuar para a prova');
  expect(await signedBy(first, second)).toBe(second);
});
