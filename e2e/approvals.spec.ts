import type { Page } from '@playwright/test';
import { expect, test } from './own-product.ts';
import { approvalAbove, RECEIVER } from './support/payments.ts';
import { button, drawer, newReference, openPayments, panel } from './support/payments-page.ts';

test.describe.configure({ timeout: 240_000, mode: 'serial' });
// Operations that other files leave waiting would come first.
test.use({
  more: {
    simulator: { transactions: 1_001 },
    env: { GUICHE_CHANGE_MS: '1500', GUICHE_READ_MS: '3000' },
  },
});

test.beforeEach(async ({ sql, api }) => approvalAbove(sql, await api('finance'), 50_000));

/** Asks for a withdrawal above the limit and leaves it waiting. */
async function askAbove(page: Page, reference: string, amount: string): Promise<void> {
  await openPayments(page, '/pix/withdrawals?open=new');
  await page.getByLabel('Chave de quem recebe').fill(RECEIVER.pixKey);
  await page.getByLabel('Valor', { exact: true }).fill(amount);
  await expect(page.getByText(/Acima de R\$\s500,00 outra pessoa .* aprova em até 24 h/)).toBeVisible();
  await expect(page.getByText(/conferido às/)).toBeVisible();
  await page.getByLabel('Sua referência').fill(reference);
  await button(page, 'Conferir saque').click();
  await expect(page.getByText('Outra pessoa aprova', { exact: true })).toBeVisible();
  await button(page, /^Pedir saque/).click();
  await expect(panel(page, /O saque pedido/).getByText('Espera outra pessoa aprovar')).toBeVisible();
}

test('U5: who asks cannot approve; another person is signalled, sees whom they pay and how long, and it leaves once', {
  tag: '@smoke',
}, async ({ signedIn, recordsOf, checkA11y }) => {
  const reference = newReference('aprova');
  const approver = await signedIn('admin');
  await openPayments(approver, '/pix/withdrawals');
  const asker = await signedIn('finance');
  await askAbove(asker, reference, '600');
  await expect(button(asker, /^Aprovar R\$.*…$/)).toHaveCount(0);
  expect(await recordsOf(reference)).toHaveLength(0);

  // Nobody reloads: the count comes by the event stream.
  const count = approver.getByRole('link', { name: /esperam? a sua aprovação/ });
  await expect(count).toBeVisible({ timeout: 20_000 });
  await expect(asker.getByRole('link', { name: /espera.* a sua aprovação/ })).toHaveCount(0);
  const row = panel(approver, 'Em andamento').getByRole('row').filter({ hasText: 'R$ 600,00' });
  await expect(row).toContainText(/você pode aprovar · 23 h 5\d min para decidir/);
  // The count leads to the page of what it counts; that page is an address of its own.
  await count.click();
  await expect(approver).toHaveURL(/\/pix\/operations\/op_\w+$/);
  await approver.reload();
  await expect(
    approver.getByRole('heading', { level: 1, name: 'Aprovar: Saque por chave de R$ 600,00' }),
  ).toBeVisible();
  const receiver = approver.getByRole('group', { name: 'Para quem vai' });
  await expect(receiver.getByText(RECEIVER.pixKey, { exact: true })).toBeVisible();
  const checks = approver.getByRole('group', { name: 'Conferido ao abrir' });
  await expect(checks.getByText(/^A chave ainda é de quem .+ viu/)).toBeVisible();
  await expect(checks.getByText('A referência está livre no serviço')).toBeVisible();
  await expect(checks.getByText('O saldo basta')).toBeVisible();
  await expect(approver.getByRole('group', { name: 'Tempo para decidir' })).toContainText(/23 h 5\d min/);
  await expect(panel(approver, /pediu$/).getByTitle(reference)).toBeVisible();
  const waiting = panel(approver, 'Decidir');
  await expect(waiting.getByText('Nesta conta, acima de R$ 500,00 outra pessoa aprova.')).toBeVisible();
  await expect(waiting.getByText('Saldo depois')).toBeVisible();
  await checkA11y(approver);
  await button(waiting, /^Aprovar R\$.*…$/).click();
  const confirm = approver.getByRole('dialog');
  await expect(confirm.getByText(RECEIVER.pixKey, { exact: true })).toBeVisible();
  await checkA11y(approver);
  await button(confirm, /^Aprovar R\$\s600,00$/).dblclick();
  await expect(approver.getByText('Confirmada').first()).toBeVisible();
  await expect(count).toHaveCount(0);
  expect(await recordsOf(reference)).toHaveLength(1);
  await expect(asker.getByText('O dinheiro está a caminho.')).toBeVisible({ timeout: 20_000 });
});

test('declined with a reason: nothing leaves and the asker reads why', async ({ signedIn, recordsOf }) => {
  const reference = newReference('recusa');
  const asker = await signedIn('finance');
  await askAbove(asker, reference, '610');
  const approver = await signedIn('admin');
  await openPayments(approver, '/pix/operations?show=open');
  await approver.getByRole('row').filter({ hasText: 'Espera aprovação' }).getByRole('button').first().click();
  const waiting = drawer(approver, /Operação Saque por chave/);
  await button(waiting, 'Recusar…').click();
  const confirm = approver.getByRole('dialog');
  await button(confirm, 'Recusar o pedido').click();
  await expect(confirm.getByText(/^Diga o motivo: /)).toBeVisible();
  await expect(confirm.getByLabel('Motivo')).toBeFocused();
  await confirm.getByLabel('Motivo').fill('Nota fiscal de outro mês');
  await button(confirm, 'Recusar o pedido').click();
  await expect(waiting.getByText('Nota fiscal de outro mês')).toBeVisible();
  await expect(waiting).toBeFocused();
  expect(await recordsOf(reference)).toHaveLength(0);
  await expect(asker.getByText(/Quem aprova recusou/)).toBeVisible({ timeout: 20_000 });
});

test('one’s own request can be taken back', async ({ signedIn, recordsOf }) => {
  const reference = newReference('retira');
  const asker = await signedIn('finance');
  await askAbove(asker, reference, '620');
  await button(asker, 'Retirar o pedido…').click();
  await button(asker.getByRole('dialog'), 'Retirar o pedido').click();
  await expect(asker.getByText(/nada foi enviado/)).toBeVisible();
  expect(await recordsOf(reference)).toHaveLength(0);
});

test('U5: a viewer sees that it waits and who may let it go, and may do nothing', async ({ signedIn }) => {
  const asker = await signedIn('finance');
  await askAbove(asker, newReference('olha'), '630');
  const viewer = await signedIn('viewer');
  await openPayments(viewer, '/pix/withdrawals');
  const row = panel(viewer, 'Em andamento').getByRole('row').filter({ hasText: 'R$ 630,00' });
  await row.getByRole('button').click();
  const waiting = drawer(viewer, /Operação Saque por chave/);
  await expect(waiting.getByText('Seu papel não aprova pedidos de dinheiro.')).toBeVisible();
  await expect(button(waiting, /^Aprovar R\$.*…$/)).toHaveCount(0);
  await waiting.getByRole('link', { name: 'Abrir em página própria' }).click();
  const decide = panel(viewer, 'Decidir');
  await expect(decide.getByText(/^Quem pode aprovar: .+\.$/)).toBeVisible();
  await expect(button(decide, /^Aprovar R\$.*…$/)).toHaveCount(0);
  await expect(viewer.getByRole('group', { name: 'Conferido ao abrir' })).toHaveCount(0);
  await expect(
    viewer.getByText(RECEIVER.pixKey, { exact: true }),
    'only who decides sees the key',
  ).toHaveCount(0);
});

test('from one that waits to the next by keys, and on from one that was decided', async ({ signedIn }) => {
  const asker = await signedIn('finance');
  for (const amount of ['640', '650']) await askAbove(asker, newReference('vizinho'), amount);
  const page = await signedIn('admin');
  await openPayments(page, '/inbox');
  await page.getByRole('region', { name: 'Aguardando sua aprovação' }).getByRole('link').first().click();
  const place = (at: number) => page.getByText(new RegExp(`^${at} de \\d+ na caixa$`));
  await expect(place(1)).toBeVisible();
  await expect(button(page, 'Anterior (k)')).toBeDisabled();
  await page.keyboard.press('j');
  await expect(place(2)).toBeVisible();
  const second = page.url();
  await page.keyboard.press('k');
  await expect(place(1)).toBeVisible();
  await page.goto(second);
  await button(page, 'Recusar…').click();
  await page.getByRole('dialog').getByLabel('Motivo').fill('Em dobro');
  await button(page.getByRole('dialog'), 'Recusar o pedido').click();
  await expect(page.getByRole('status').filter({ hasText: 'Você recusou' })).toContainText('Em dobro');
  await page.getByRole('link', { name: /esperam? você$/ }).click();
  await expect(place(1)).toBeVisible();
});

/** The last test of this file: the same product serves other specs afterwards. */
test('without the rule nobody else is asked', async ({ sql, api }) => {
  await approvalAbove(sql, await api('finance'), null);
});
