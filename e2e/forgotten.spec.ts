import { randomUUID } from 'node:crypto';
import { readMail, startMail } from '#lib/notifications/server/testing/post.ts';
import { expect, test } from './fixtures.ts';
import { hydrated } from './support/hydrated.ts';

const NEXT = 'jangada turquesa violino';

test('a forgotten password: asked for at the door, set by the link of an e-mail', async ({
  start,
  browser,
  checkA11y,
}) => {
  const mail = await startMail();
  const own = { email: `dona-${randomUUID().slice(0, 6)}@casa.example`, password: 'lilás bigorna tatu 7' };
  const product = await start({
    env: {
      ...{ SMTP_URL: mail.url, SMTP_FROM: 'Guichê <guiche@example.com>', GUICHE_NOTIFY_PAUSE_MS: '500' },
      ...{ GUICHE_ADMIN_EMAIL: own.email, GUICHE_ADMIN_PASSWORD: own.password },
    },
  });
  const page = await (await browser.newContext({ baseURL: product.url, locale: 'pt-BR' })).newPage();
  await page.goto('/sign-in');
  await page.getByRole('link', { name: 'Esqueci a senha' }).click();
  await hydrated(page);
  await checkA11y(page);
  await page.getByLabel('E-mail').fill(own.email);
  await page.getByRole('button', { name: 'Mandar link' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'o link está a caminho' })).toBeVisible();
  await checkA11y(page);
  await expect.poll(() => mail.taken.length, { timeout: 20_000 }).toBe(1);
  const letter = readMail(mail.taken[0] as (typeof mail.taken)[number]);
  const link = /http\S+\/new-password#[\w-]{32}/.exec(letter.whole)?.[0] ?? '';
  await page.goto(link);
  await expect(page.getByText(/O segundo fator fica como está/)).toBeVisible();
  await checkA11y(page);
  await page.getByLabel('Senha', { exact: true }).fill(NEXT);
  await page.getByLabel('Senha de novo').fill(NEXT);
  await page.getByRole('button', { name: 'Salvar e entrar' }).click();
  await expect(page).toHaveURL(/\/pix\/overview$/);
  await page.context().close();
  await mail.stop();
});
