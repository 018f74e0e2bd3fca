import { expect, test } from './fixtures.ts';
import { hydrated } from './support/hydrated.ts';

test.describe.configure({ timeout: 120_000 });

test('a new charge begins in the transactions’ head, for who may charge', async ({ signedIn }) => {
  const page = await signedIn('finance');
  await page.goto('/pix/transactions');
  const way = page.getByRole('link', { name: 'Nova cobrança' });
  await way.click();
  await expect(page).toHaveURL('/pix/charges?open=new');
  await expect(page.getByRole('complementary', { name: 'Nova cobrança' })).toBeVisible();
  const viewer = await signedIn('viewer');
  await viewer.goto('/pix/transactions');
  await hydrated(viewer);
  await expect(viewer.getByRole('link', { name: 'Nova cobrança' })).toHaveCount(0);
});

test('the Hub’s Pix keys are a page of the palette, and no other account’s', async ({ signedIn }) => {
  const page = await signedIn('admin');
  const look = async (account: string) => {
    await page.goto(`/${account}/overview`);
    await hydrated(page);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Buscar e executar' }).fill('Chaves Pix');
    // Another account's page carries that account's name.
    return page.getByRole('option', { name: 'Chaves Pix', exact: true });
  };
  await expect(await look('pix')).toHaveCount(0);
  await (await look('hub')).click();
  await expect(page).toHaveURL('/hub/charges?show=keys');
  await expect(page.getByRole('region', { name: 'Chaves Pix' })).toBeInViewport();
});

test('settings have a tab for approvals, for who may approve', async ({ signedIn, checkA11y }) => {
  const finance = await signedIn('finance');
  await finance.goto('/settings/profile');
  const tabs = finance.getByRole('navigation', { name: 'Configurações' });
  await tabs.getByRole('link', { name: 'Aprovações' }).click();
  await expect(finance.getByRole('heading', { level: 1, name: 'Aprovações' })).toBeVisible();
  await expect(
    finance
      .getByText('Nada aguarda sua aprovação')
      .or(finance.getByRole('region', { name: 'Aguardando sua aprovação' })),
  ).toBeVisible();
  await checkA11y(finance);
  const developer = await signedIn('developer');
  await developer.goto('/settings/profile');
  await hydrated(developer);
  await expect(
    developer.getByRole('navigation', { name: 'Configurações' }).getByRole('link', { name: 'Aprovações' }),
  ).toHaveCount(0);
});

test('the balance by day is drawn on call above the statement’s lines, read by keyboard, and in a table', async ({
  signedIn,
  checkA11y,
}) => {
  const page = await signedIn('viewer');
  await page.goto('/hub/statement');
  const drawn = page.getByRole('region', { name: 'Saldo por dia' });
  const draw = page.getByRole('button', { name: 'Saldo por dia' });
  for (let more = 0; more < 20 && !(await draw.isVisible()); more += 1) {
    const next = page.getByRole('button', { name: 'Mostrar mais' });
    await next.click();
    await expect(next).not.toHaveAttribute('aria-busy', 'true');
  }
  await draw.click();
  await expect(drawn).toBeVisible();
  const day = drawn.getByRole('slider', { name: 'Dia do gráfico' });
  await day.focus();
  await page.keyboard.press('Home');
  await expect(day).toHaveAttribute('aria-valuenow', '1');
  await expect(day).toHaveAttribute('aria-valuetext', /: −?R\$/);
  await expect(drawn.getByRole('table')).toHaveCount(1);
  await checkA11y(page);
});
