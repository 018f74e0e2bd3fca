import type { Page } from '@playwright/test';
import { saoPauloDay } from '#lib/core/dates.ts';
import { readMail } from '#lib/notifications/server/testing/post.ts';
import { test as base, expect } from './own-product.ts';
import { answerOf, change, PIX, RECEIVER } from './support/payments.ts';
import { envOf } from './support/post.ts';
import { faultsOfLayout, resized } from './support/widths.ts';

const test = base.extend({
  more: [
    async ({ post }, use) => use({ simulator: { transactions: 1_000 }, env: envOf(post) }),
    { scope: 'worker' },
  ],
});
test.describe.configure({ timeout: 360_000 });

async function opened(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0);
}
const bell = (page: Page) => page.getByRole('button', { name: /^(Caixa de entrada|Inbox), / }).first();

test('the bell counts without a reload; its decision is made in the inbox, and who asked is told', {
  tag: '@smoke',
}, async ({ signedIn, api, waiting, checkA11y }) => {
  const admin = await signedIn('admin');
  await (await api('admin')).post('/api/notifications/read', { data: { all: true } });
  await opened(admin, '/pix/overview');
  await expect(bell(admin)).toHaveAccessibleName('Caixa de entrada, nada por ler');
  await waiting();
  await expect(bell(admin)).toHaveAccessibleName('Caixa de entrada, 1 não lida', { timeout: 20_000 });
  // By keys alone.
  await bell(admin).focus();
  await admin.keyboard.press('Enter');
  const news = admin.getByRole('dialog', { name: 'Caixa de entrada' });
  await expect(
    news.getByRole('region', { name: 'Aguardando sua aprovação, 1' }).getByRole('link'),
  ).toContainText('Aroeira testes');
  await checkA11y(admin);
  await admin.keyboard.press('Escape');
  await expect(bell(admin)).toBeFocused();
  await admin.keyboard.press('Enter');
  await news.getByRole('link', { name: 'Abrir a caixa' }).click();
  await expect(admin).toHaveURL('/inbox');
  await expect(admin.getByRole('heading', { level: 1, name: 'Caixa de entrada' })).toBeVisible();
  const decisions = admin.getByRole('region', { name: 'Aguardando sua aprovação' });
  await expect(decisions.getByText(RECEIVER.pixKey, { exact: true })).toBeVisible();
  // Reading empties nothing that waits.
  await admin.getByRole('button', { name: 'Marcar 1 como lida' }).click();
  await expect(bell(admin)).toHaveAccessibleName('Caixa de entrada, nada por ler');
  await expect(decisions.getByRole('listitem')).toHaveCount(1);
  await checkA11y(admin);
  const finance = await signedIn('finance');
  await opened(finance, '/inbox');
  await decisions.getByRole('button', { name: /^Aprovar R\$.*…$/ }).click();
  const confirm = admin.getByRole('dialog');
  await expect(confirm.getByText(RECEIVER.pixKey, { exact: true })).toBeVisible();
  await confirm.getByRole('button', { name: /^Aprovar R\$/ }).click();
  await expect(decisions).toHaveCount(0, { timeout: 20_000 });
  const happened = finance.getByRole('region', { name: 'Aconteceu' });
  const line = happened
    .getByRole('listitem')
    .filter({ hasText: /aprovado/ })
    .first();
  await expect(line).toBeVisible({ timeout: 20_000 });
  await expect(line).toHaveAttribute('data-unread');
  await line.getByRole('button', { name: /^Marcar como lida/ }).click();
  // Read and over: no longer among those that the page begins with.
  await expect(line).toHaveCount(0);
  await finance.getByRole('radio', { name: /^Todas/ }).check({ force: true });
  await expect(finance).toHaveURL('/inbox?state=all');
  await expect(line).not.toHaveAttribute('data-unread');
  await line.getByRole('link', { name: /^Abrir/ }).click();
  await expect(finance).toHaveURL(/\/pix\/operations\/op_/);
});

test('what reaches me: a tick is kept, quiet hours too, a channel is tested, fails, is shown dead and removed', async ({
  signedIn,
  post,
  checkA11y,
}) => {
  const page = await signedIn('admin');
  await opened(page, '/settings/channels');
  await expect(page.getByRole('heading', { level: 1, name: 'Avisos' })).toBeVisible();
  const cell = page.getByRole('checkbox', { name: 'Endereço parou ou voltou, E-mail' });
  await expect(cell).not.toBeChecked();
  await cell.click();
  await expect(cell).toBeChecked();
  await expect(
    page.getByRole('checkbox', { name: 'Aprovação espera você, Caixa de entrada' }),
  ).toBeDisabled();
  await page.getByRole('switch', { name: 'Silenciar neste horário' }).click();
  await page.getByLabel('Das').fill('21:30');
  await page.getByRole('radio', { name: 'Dias úteis' }).check({ force: true });
  await page.getByRole('button', { name: 'Salvar horário' }).click();
  await expect(page.getByText('Horário de silêncio salvo')).toBeVisible();
  await opened(page, '/settings/channels');
  await expect(cell).toBeChecked();
  await expect(page.getByLabel('Das')).toHaveValue('21:30');

  const approvers = page.getByRole('region', { name: 'Quem recebe aprovações' });
  await expect(approvers.getByRole('listitem').filter({ hasText: 'caixa, e-mail' }).first()).toBeVisible();

  await page.getByRole('button', { name: 'Testar E-mail' }).click();
  const subjects = () => post.mail.taken.map((one) => readMail(one).header('Subject'));
  await expect.poll(subjects).toContain('Um teste do Guichê');

  await page.getByRole('button', { name: 'Novo canal…' }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('button', { name: 'Criar canal' }).click();
  await expect(form.getByLabel('Nome')).toBeFocused();
  await form.getByLabel('Nome').fill('Plantão');
  await form.getByLabel('Endereço').fill(post.hook.url);
  await form.getByLabel('Segredo').fill('dezesseis letras.');
  await checkA11y(page);
  await form.getByRole('button', { name: 'Criar canal' }).click();
  await expect(form).toHaveCount(0);
  const channels = page.getByRole('region', { name: 'Canais' });
  post.hook.state.status = 404;
  await page.getByRole('button', { name: 'Testar Plantão' }).click();
  await expect(channels.getByText(/^falha desde/)).toBeVisible();
  // Something may have happened meanwhile: a test waits in no queue, a notice does.
  await expect(channels.getByText(/^Plantão: (nada|1 mensagem|\d+ mensagens) na fila$/)).toBeVisible();
  await checkA11y(page);
  post.hook.state.status = 200;
  await page.getByRole('button', { name: 'Testar Plantão' }).click();
  await expect(channels.getByText(/^falha desde/)).toHaveCount(0);
  expect(post.hook.posted.at(-1)?.headers['guiche-signature']).toMatch(/^v1=[0-9a-f]{64}$/);
  // Another name and language; its address and its secret stay, though nobody typed them again.
  await page.getByRole('button', { name: 'Mudar Plantão' }).click();
  await expect(form.getByRole('button', { name: 'Salvar' })).toBeDisabled();
  await form.getByLabel('Nome').fill('Noite');
  await form.getByRole('radio', { name: 'English' }).check({ force: true });
  await checkA11y(page);
  for (const width of [1440, 360]) {
    await resized(page, width);
    expect((await faultsOfLayout(page)).wide, `at ${width}`).toEqual([]);
  }
  await form.getByRole('button', { name: 'Salvar' }).click();
  await expect(form).toHaveCount(0);
  expect((await faultsOfLayout(page)).wide, 'three buttons on a phone').toEqual([]);
  const before = post.hook.posted.length;
  await page.getByRole('button', { name: 'Testar Noite' }).click();
  await expect.poll(() => post.hook.posted.length).toBe(before + 1);
  expect(post.hook.posted.at(-1)?.headers['guiche-signature']).toMatch(/^v1=[0-9a-f]{64}$/);
  await page.getByRole('button', { name: 'Remover Noite' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remover Noite' }).click();
  await expect(page.getByRole('button', { name: 'Testar Noite' })).toHaveCount(0);
});

test('what happened by subject, account and period, kept in the address; decisions stand whatever is chosen', async ({
  signedIn,
  api,
  waiting,
  checkA11y,
}) => {
  const admin = await api('admin');
  const decided = await waiting();
  await answerOf(
    await change(admin, 'post', `${PIX}/operations/${decided}/decline`, { reason: 'Nota de outro mês.' }),
    200,
  );
  await waiting();
  const page = await signedIn('admin');
  await opened(page, '/inbox?state=all');
  const happened = page.getByRole('region', { name: 'Aconteceu' });
  const lines = happened.getByRole('listitem').filter({ hasText: /recusado/ });
  await expect(lines.first()).toBeVisible();
  // No card account of the simulator has a certificate that ends; its endpoints may fail at any time.
  await page.getByRole('button', { name: /^Evento: / }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Credencial termina' }).click();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/inbox?state=all&event=credential_ending');
  await expect(happened.getByText('Nada neste filtro')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Aguardando sua aprovação' })).toBeVisible();
  await checkA11y(page);
  await happened.getByRole('button', { name: 'Remover filtro Evento' }).click();
  await expect(lines.first()).toBeVisible();
  await page.getByRole('button', { name: /^Conta: / }).click();
  await page.getByRole('menuitemradio', { name: /Hub/ }).click();
  await expect(page).toHaveURL('/inbox?state=all&account=hub');
  await expect(lines).toHaveCount(0);
  // The address alone shows the same to who opens it.
  const today = saoPauloDay(Date.now());
  await opened(page, `/inbox?state=all&account=pix&event=request_decided&from=${today}&to=${today}`);
  await expect(lines.first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^Período: Hoje/ })).toBeVisible();
  await page.getByRole('button', { name: 'Limpar filtros' }).click();
  await expect(page).toHaveURL('/inbox?state=all');
});

test('a viewer has both pages and no way to change what is everybody’s', async ({ signedIn }) => {
  const page = await signedIn('viewer');
  await opened(page, '/inbox');
  await expect(page.getByText('Nada aconteceu ainda')).toBeVisible();
  await opened(page, '/settings');
  await expect(page).toHaveURL('/settings/profile');
  await opened(page, '/settings/channels');
  await expect(page.getByRole('button', { name: 'Novo canal…' })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Quem recebe aprovações' })).toHaveCount(0);
  await expect(page.getByRole('navigation', { name: 'Configurações' }).getByRole('link')).toHaveText([
    'Avisos',
    'Meu perfil',
  ]);
});

for (const [language, theme, inbox, channels] of [
  ['en', 'dark', 'Inbox', 'Notifications'],
  ['pt-BR', 'light', 'Caixa de entrada', 'Avisos'],
] as const)
  test(`both pages and the bell, also on a phone, for axe and in words: ${language}, ${theme}`, async ({
    signedIn,
    api,
    product,
    waiting,
    checkA11y,
  }) => {
    await waiting();
    const page = await signedIn('admin');
    await (await api('admin')).put('/api/session/preferences', { data: { language, theme } });
    await page.context().addCookies([{ name: 'locale', value: language, url: product.url }]);
    for (const [address, title] of [
      ['/inbox', inbox],
      ['/settings/channels', channels],
    ] as const) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await opened(page, address);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await checkA11y(page);
      await page.setViewportSize({ width: 360, height: 740 });
      await expect(
        page.getByRole('main').getByRole('button', { name: new RegExp(`^${inbox}, `) }),
      ).toBeVisible();
      await checkA11y(page);
      await page.getByRole('button', { name: new RegExp(`^${inbox}, `) }).click();
      await expect(page.getByRole('dialog', { name: inbox })).toBeVisible();
      await page.keyboard.press('Escape');
    }
    await (await api('admin')).put('/api/session/preferences', {
      data: { language: 'pt-BR', theme: 'system' },
    });
  });
