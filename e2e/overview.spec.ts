import type { Today } from '#lib/overview/contract.ts';
import { expect, test } from './fixtures.ts';

const REGIONS = [
  'Saldo',
  'Limite de saque hoje',
  /^Hoje até \d\d:\d\d/,
  'Volume por dia',
  'Transações recentes',
  'Webhooks',
  'Saúde da conta',
  'Hoje por estado',
  'Esta conta',
];

test('every panel of the overview has its data, and says how fresh it is', async ({ signedIn, api }) => {
  const page = await signedIn('viewer');
  await page.goto('/pix/overview');
  for (const name of REGIONS) await expect(page.getByRole('region', { name }).first()).toBeVisible();
  await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0);
  await expect(page.getByText(/^ao vivo · \d\d:\d\d:\d\d$/)).toBeVisible();
  const reader = await api('viewer');
  const answer = await reader.get('/api/accounts/pix/balance');
  const { available } = (await answer.json()) as { available: number };
  const money = (available / 100).toLocaleString('pt-BR', { minimumFractionDigits: 2 });
  await expect(page.getByRole('region', { name: 'Saldo' })).toContainText(money);
  await expect(page.getByRole('region', { name: 'Saúde da conta' })).toContainText('Serviço responde');
  // A share needs a deposit that was paid or ran out: in a day's first hours neither day may have one.
  const days = (await (await reader.get('/api/accounts/pix/overview/today')).json()) as Today;
  const ended = [days.today, days.yesterday].some(
    ({ deposits }) => deposits && deposits.paid + deposits.expired,
  );
  const paid = page.getByRole('row', { name: /^Depósitos pagos/ });
  await expect(paid).toHaveCount(ended ? 1 : 0);
  if (ended) await expect(paid).toContainText('%');
  // Whoever only reads begins nothing.
  await expect(page.getByRole('link', { name: 'Nova cobrança' })).toHaveCount(0);
});

test('what fails now leads to its deliveries, and what is begun most often is one press away', async ({
  signedIn,
}) => {
  const page = await signedIn('finance');
  await page.goto('/pix/overview');
  const webhooks = page.getByRole('region', { name: 'Webhooks' });
  await expect(webhooks).toContainText('api.aroeira.example');
  await webhooks.getByRole('link', { name: 'entregas' }).click();
  await expect(page).toHaveURL(/\/pix\/deliveries$/);
  await page.goBack();
  await page.getByRole('link', { name: 'Nova cobrança' }).click();
  await expect(page).toHaveURL(/\/pix\/charges\?open=new$/);
});

test('a recent transaction opens beside the list', async ({ signedIn }) => {
  const page = await signedIn('viewer');
  await page.goto('/pix/overview');
  const recent = page.getByRole('table', { name: 'As dez transações mais novas' });
  await expect(recent.getByRole('link')).toHaveCount(10);
  await recent.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/pix\/transactions\?open=/);
  await expect(page.getByRole('complementary', { name: /^Transação / })).toBeVisible();
});

test('the days of the chart are told one by one to the keyboard', async ({ signedIn }) => {
  const page = await signedIn('viewer');
  await page.goto('/pix/overview');
  const slider = page.getByRole('slider', { name: 'Dia do gráfico' });
  await slider.focus();
  const before = await slider.getAttribute('aria-valuetext');
  await page.keyboard.press('ArrowLeft');
  await expect(slider).not.toHaveAttribute('aria-valuetext', before ?? '');
  await expect(slider).toHaveAttribute('aria-valuetext', /R\$/);
});

test('what the frame counts comes inside the page, and is not asked for once more', async ({ signedIn }) => {
  const page = await signedIn('admin');
  // The first look at the queue begins its reading, which no frame waits for.
  await page.goto('/pix/disputes', { waitUntil: 'networkidle' });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const answer = await page.goto('/pix/statement', { waitUntil: 'networkidle' });
  const frame = /incidents|disputes\?|operations\?|\/block$|notifications/;
  expect(asked.filter((url) => url.includes('/api/') && frame.test(url))).toEqual([]);
  const badges = page.locator('[data-badge]');
  await expect(badges.first()).toBeVisible();
  const told = (await answer?.text())?.match(/ data-badge=/g) ?? [];
  expect(told).toHaveLength(await badges.count());
});
