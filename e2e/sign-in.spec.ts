import { expect, test } from './fixtures.ts';

test('an operator signs in and is led to the overview', async ({ page, product, checkA11y }) => {
  await page.goto('/');
  await expect(page).toHaveURL(/\/sign-in/);
  await checkA11y(page);
  const admin = product.signIns.find((signIn) => signIn.role === 'admin');
  await page.getByRole('textbox', { name: 'E-mail' }).fill(admin?.email ?? '');
  await page.getByRole('textbox', { name: 'Senha' }).fill(admin?.password ?? '');
  await page.getByRole('textbox', { name: 'Senha' }).press('Enter');
  await expect(page).toHaveURL(/\/pix\/overview$/);
});

test('U14: a wrong password keeps the e-mail, and is answered without saying which half was wrong', async ({
  page,
  product,
}) => {
  const messages: (string | null)[] = [];
  for (const email of [product.signIns[0]?.email ?? '', 'nobody@guiche.example']) {
    await page.goto('/sign-in');
    await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
    await page.getByRole('textbox', { name: 'Senha' }).fill('not the password');
    await page.getByRole('textbox', { name: 'Senha' }).press('Enter');
    // U14: only the password is to be typed again.
    await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveValue(email);
    await expect(page).toHaveURL((url) => !url.href.includes(encodeURIComponent(email)));
    messages.push(await page.getByRole('alert').filter({ hasText: /\S/ }).first().textContent());
  }
  expect(messages[0]).toBe(messages[1]);
  expect(messages[0]).not.toBe('');
});

test('a page without a session leads to the sign-in and back', async ({ page, product }) => {
  const asked = '/pix/transactions?status=PENDING';
  await page.goto(asked);
  await expect(page).toHaveURL(/\/sign-in\?/);
  const viewer = product.signIns.find((signIn) => signIn.role === 'viewer');
  await page.getByRole('textbox', { name: 'E-mail' }).fill(viewer?.email ?? '');
  await page.getByRole('textbox', { name: 'Senha' }).fill(viewer?.password ?? '');
  await page.getByRole('textbox', { name: 'Senha' }).press('Enter');
  await expect(page).toHaveURL(`${product.url}${asked}`);
});

test('the form works without scripts, and a second time in the same browser', async ({
  browser,
  product,
}) => {
  const context = await browser.newContext({ baseURL: product.url, javaScriptEnabled: false });
  const page = await context.newPage();
  const viewer = product.signIns.find((signIn) => signIn.role === 'viewer');
  for (const [password, address] of [
    ['not the password', /[?&]error=CredentialsSignin/],
    [viewer?.password ?? '', /\/pix\/transactions$/],
  ] as const) {
    await page.goto('/sign-in?callbackUrl=%2Fpix%2Ftransactions');
    await page.locator('#email').fill(viewer?.email ?? '');
    await page.locator('#password').fill(password);
    await page.locator('#password').press('Enter');
    await expect(page).toHaveURL(address);
  }
  await context.close();
});
