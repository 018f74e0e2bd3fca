import type { Page } from '@playwright/test';
import { approvalAbove, expect, test } from './api/payment-kit.ts';
import { button, drawer, newReference, openPayments, panel } from './support/payments-page.ts';

test.describe.configure({ timeout: 120_000, mode: 'serial' });

const KEY = 'contato@transportes-ipe.example';

test.beforeEach(async ({ sql, api }) => approvalAbove(sql, await api('finance'), 50_000));

/** Asks for a withdrawal above the limit and leaves it waiting. */
async function askAbove(page: Page, reference: string, amount: string): Promise<void> {
  await openPayments(page, '/pix/withdrawals');
  await page.getByLabel('Chave de quem recebe').fill(KEY);
  await page.getByLabel('Valor', { exact: true }).fill(amount);
  await expect(page.getByText('Acima de R$ 500,00 outra pessoa aprova antes de sair.')).toBeVisible();
  await expect(page.getByText(/conferido às/)).toBeVisible();
  await page.getByLabel('Sua referência').fill(reference);
  await button(page, 'Conferir saque').click();
  await expect(page.getByText('Outra pessoa aprova', { exact: true })).toBeVisible();
  await button(page, /^Pedir saque/).click();
  await expect(panel(page, /O saque pedido/).getByText('Espera outra pessoa aprovar')).toBeVisible();
}

test('who asks cannot approve; another person sees all of it, approves with one press, and it leaves once', async ({
  signedIn,
  held,
  checkA11y,
}) => {
  const reference = newReference('aprova');
  const asker = await signedIn('finance');
  await askAbove(asker, reference, '600');
  await expect(button(asker, 'Aprovar…')).toHaveCount(0);
  expect(await held(reference)).toHaveLength(0);

  const approver = await signedIn('admin');
  await openPayments(approver, '/pix/withdrawals');
  const row = panel(approver, 'Em andamento').getByRole('row').filter({ hasText: 'R$ 600,00' });
  await expect(row).toContainText('você pode aprovar');
  await row.getByRole('button').click();
  const waiting = drawer(approver, /Operação Saque por chave/);
  await expect(waiting.getByText('Pedido por')).toBeVisible();
  await button(waiting, 'Aprovar…').click();
  const confirm = approver.getByRole('dialog');
  await expect(confirm.getByText('Quem recebe')).toBeVisible();
  await checkA11y(approver);
  await button(confirm, 'Aprovar R$ 600,00').dblclick();
  await expect(waiting.getByText('Confirmada').first()).toBeVisible();
  await expect(waiting, 'the pressed button is gone, the keyboard stays in its drawer').toBeFocused();
  expect(await held(reference)).toHaveLength(1);
  await expect(asker.getByText('O serviço tem o pedido de saque.')).toBeVisible({ timeout: 20_000 });
});

test('declined with a reason: nothing leaves and the asker reads why', async ({ signedIn, held }) => {
  const reference = newReference('recusa');
  const asker = await signedIn('finance');
  await askAbove(asker, reference, '610');
  const approver = await signedIn('admin');
  await openPayments(approver, '/pix/operations?show=open');
  await approver.getByRole('row').filter({ hasText: 'Espera aprovação' }).getByRole('button').first().click();
  const waiting = drawer(approver, /Operação Saque por chave/);
  await button(waiting, 'Recusar…').click();
  const confirm = approver.getByRole('dialog');
  await confirm.getByLabel('Motivo').fill('Nota fiscal de outro mês');
  await button(confirm, 'Recusar o pedido').click();
  await expect(waiting.getByText('Nota fiscal de outro mês')).toBeVisible();
  await expect(waiting).toBeFocused();
  expect(await held(reference)).toHaveLength(0);
  await expect(asker.getByText(/Quem aprova recusou/)).toBeVisible({ timeout: 20_000 });
});

test('one’s own request can be taken back', async ({ signedIn, held }) => {
  const reference = newReference('retira');
  const asker = await signedIn('finance');
  await askAbove(asker, reference, '620');
  await button(asker, 'Retirar o pedido…').click();
  await button(asker.getByRole('dialog'), 'Retirar o pedido').click();
  await expect(asker.getByText(/nada foi enviado/)).toBeVisible();
  expect(await held(reference)).toHaveLength(0);
});

test('a viewer sees that it waits, and may do nothing', async ({ signedIn }) => {
  const asker = await signedIn('finance');
  await askAbove(asker, newReference('olha'), '630');
  const viewer = await signedIn('viewer');
  await openPayments(viewer, '/pix/withdrawals');
  const row = panel(viewer, 'Em andamento').getByRole('row').filter({ hasText: 'R$ 630,00' });
  await row.getByRole('button').click();
  const waiting = drawer(viewer, /Operação Saque por chave/);
  await expect(waiting.getByText('Seu papel não aprova pedidos de dinheiro.')).toBeVisible();
  await expect(button(waiting, 'Aprovar…')).toHaveCount(0);
});

/** The last test of this file: the same product serves other specs afterwards. */
test('without the rule nobody else is asked', async ({ sql, api }) => {
  await approvalAbove(sql, await api('finance'), null);
});
