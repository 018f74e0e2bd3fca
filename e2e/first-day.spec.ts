import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { test } from './security/real-account.ts';
import { signInAs } from './support/sign-in.ts';

test.describe.configure({ timeout: 180_000 });

const region = (page: Page, name: string) => page.getByRole('region', { name });
const step = (page: Page, name: string) =>
  region(page, 'Cinco passos').getByRole('listitem').filter({ hasText: name });

test('a skipped step stays skipped over a reload and a sign-in, is returned to, and the doctor looks in the page', async ({
  real: { product, admin },
  browser,
  checkA11y,
}) => {
  const open = async () => {
    const context = await browser.newContext({ baseURL: product.url, locale: 'pt-BR' });
    const page = await context.newPage();
    await signInAs(page.request, admin);
    await page.goto('/settings/first-day');
    return page;
  };
  const page = await open();
  await expect(step(page, 'Ligar a conta')).toHaveAttribute('data-state', 'done');
  const doctor = region(page, '2 · Conferir a ligação');
  await expect(doctor.getByText('aceita pelo serviço')).toBeVisible({ timeout: 30_000 });
  await checkA11y(page);
  const again = page.waitForResponse((answer) => /\/doctor/.test(answer.url()) && answer.ok());
  await doctor.getByRole('button', { name: /verificar|Examinar/ }).click();
  await again;
  await expect(doctor.getByText('aceita pelo serviço')).toBeVisible();

  // The next step may be the doctor's own, when it found something that fails.
  const next = async () => (await step(page, 'Segundo fator').getAttribute('data-state')) ?? '';
  if ((await next()) === 'later') {
    await doctor.getByRole('button', { name: 'Pular por agora' }).click();
    await expect.poll(next).toBe('open');
  }
  const factor = region(page, '3 · Segundo fator');
  await factor.getByRole('button', { name: 'Pular por agora' }).click();
  await expect(step(page, 'Segundo fator')).toContainText('pulado · a senha sozinha abre tudo');
  await expect(step(page, 'Convidar pessoas')).toHaveAttribute('aria-current', 'step');

  await page.reload();
  await expect(step(page, 'Segundo fator')).toHaveAttribute('data-state', 'skipped');

  const later = await open();
  await expect(step(later, 'Segundo fator')).toHaveAttribute('data-state', 'skipped');
  await checkA11y(later);
  await step(later, 'Segundo fator').getByRole('link', { name: 'Ligar agora' }).click();
  await expect(later.getByRole('heading', { level: 1, name: 'Meu perfil' })).toBeVisible();
  await later
    .getByRole('navigation', { name: 'Configurações' })
    .getByRole('link', { name: 'Primeiro dia' })
    .click();
  await expect(step(later, 'Convidar pessoas')).toHaveAttribute('aria-current', 'step');
  const invite = region(later, '4 · Convidar pessoas');
  await invite.getByLabel('E-mail').fill('sem-arroba');
  await invite.getByRole('button', { name: 'Convidar', exact: true }).click();
  await expect(invite.getByLabel('E-mail')).toBeFocused();
  await invite.getByLabel('E-mail').fill('segunda@aroeira.example');
  await expect(invite.getByLabel('Papel')).toHaveValue('finance');
  await invite.getByRole('button', { name: 'Convidar', exact: true }).click();
  const made = region(later, 'Convite feito');
  await expect(made.getByText(/\/invitation/)).toBeVisible();
  // The step is done with it; the link stays until it is put away.
  await expect(step(later, 'Convidar pessoas')).toHaveAttribute('data-state', 'done');
  await expect(invite).toHaveCount(0);
  await checkA11y(later);
  await made.getByRole('button', { name: 'Pronto' }).click();
  await expect(made).toHaveCount(0);
  await later.getByRole('button', { name: 'Pular tudo por agora' }).click();
  await expect(later.getByText('Nada espera mais aqui.')).toBeVisible();
  await Promise.all([page.context().close(), later.context().close()]);
});
