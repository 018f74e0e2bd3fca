import type { Locator, Page } from '@playwright/test';
import { expect, test } from './own-product.ts';
import { DEFENSES, defend, detailOf, PDF, upload } from './support/disputes.ts';

test.use({ more: { simulator: { transactions: 400 }, env: { GUICHE_CHANGE_MS: '4000' } } });
test.describe.configure({ timeout: 180_000 });

const section = (page: Page, name: string) => page.getByRole('textbox', { name: new RegExp(`^\\d ${name}`) });
const saved = (page: Page) => expect(page.getByText(/^Salvo às/)).toBeVisible();
const chosenIn = (page: Page) =>
  page.evaluate(() => {
    const field = document.activeElement as HTMLTextAreaElement;
    return field.value?.slice(field.selectionStart, field.selectionEnd);
  });
const dialog = (page: Page) => page.getByRole('dialog');

/** The dispute's page, taken over by React, its draft loaded. */
async function work(page: Page, id: string): Promise<void> {
  await page.goto(`/pix/disputes/${id}`);
  await expect(section(page, 'Venda')).toBeVisible();
}

/** The dispute's page with a text in one section, and that text stored. */
async function draft(page: Page, id: string, name: string, text: string): Promise<void> {
  await work(page, id);
  await section(page, name).fill(text);
  await saved(page);
}

/** The one filled button of the page, then the one of the confirmation. */
async function openConfirmation(page: Page, { withGaps = false } = {}): Promise<Locator> {
  await page.getByRole('button', { name: 'Enviar defesa…' }).click();
  if (withGaps) {
    await expect(dialog(page).getByRole('button', { name: /^Enviar defesa da / })).toBeDisabled();
    await dialog(page).getByLabel('Enviar assim mesmo, com as lacunas').check();
  }
  const confirm = dialog(page).getByRole('button', { name: /^Enviar defesa da / });
  await expect(confirm).toBeEnabled();
  await expect(confirm).not.toHaveAttribute('aria-disabled', 'true');
  return confirm;
}

test('from the queue to the proof that it arrived', { tag: '@smoke' }, async ({
  signedIn,
  dispute,
  infraction,
  expectFault,
}) => {
  expectFault(/status of 415/);
  const { id } = await dispute({ hours: 5, situation: 'Golpe' });
  const page = await signedIn('analyst');
  await page.goto('/pix/disputes');
  const row = page.locator(`[data-id="${id}"]`);
  const link = row.locator('.row-open');
  await page.getByRole('button', { name: 'Atualizar' }).click();
  await expect(link).toBeVisible();
  await expect(row).toContainText('4 h 59 min');
  await row.getByRole('button', { name: /^Assumir/ }).click();
  await expect(row).toContainText('você');
  await link.click();
  await expect(page).toHaveURL(new RegExp(`/pix/disputes/${id}$`));
  await expect(page.getByRole('button', { name: 'Com você' })).toBeVisible();

  await test.step('a template, then a fact where the cursor is', async () => {
    await page.getByRole('button', { name: /^Modelo/ }).click();
    await page.getByRole('menuitem', { name: 'Golpe, produto entregue' }).click();
    await expect.poll(() => chosenIn(page)).toBe('[produto vendido]');
    await page.keyboard.press('Tab');
    expect(await chosenIn(page)).toBe('[número]');
    await expect(section(page, 'Venda')).toHaveValue(/^Pix de R\$ [\d.,]+, pago em \d\d\/\d\d\/\d{4}/);
    await section(page, 'Contato').fill('A compradora confirmou o recebimento, ver ');
    await page.getByRole('button', { name: 'Inserir fato: E2E' }).click();
    await expect(section(page, 'Contato')).toHaveValue(/, ver E[0-9A-Za-z]{31}$/);
    await page.keyboard.press('Control+z');
    await expect(section(page, 'Contato')).toHaveValue('A compradora confirmou o recebimento, ver ');
    await page.keyboard.press('Control+Shift+z');
    await expect(section(page, 'Contato')).toHaveValue(/, ver E[0-9A-Za-z]{31}$/);
    await section(page, 'Entrega').fill('Nota fiscal 48.213. Entregue em 17/11 às 16:08 (anexo 1).');
    await saved(page);
  });

  await test.step('an attachment, and one that is refused', async () => {
    const chooser = page.getByLabel('Arquivos para anexar');
    await chooser.setInputFiles({
      name: 'canhoto-entrega.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from(PDF),
    });
    await expect(page.getByRole('link', { name: 'Abrir canhoto-entrega.pdf' })).toBeVisible();
    await expect(
      page.getByRole('listitem').filter({ hasText: 'Entrega com data e assinatura' }),
    ).toContainText('anexo 1');
    await chooser.setInputFiles({
      name: 'defesa.exe',
      mimeType: 'application/pdf',
      buffer: Buffer.from(PDF),
    });
    await expect(page.getByRole('alert').filter({ hasText: 'O serviço recusa programas' })).toBeVisible();
    await page.getByRole('button', { name: 'Tirar o aviso de defesa.exe' }).click();
    await chooser.setInputFiles({
      name: 'nota.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('no pdf'),
    });
    await expect(page.getByRole('alert').filter({ hasText: 'nota.pdf' })).toBeVisible();
    await page.getByRole('button', { name: 'Tirar o aviso de nota.pdf' }).click();
  });

  let sent = '';
  await test.step('exactly what will be sent', async () => {
    await page.getByRole('button', { name: 'Ver como será enviada' }).click();
    await expect(dialog(page).getByText('É exatamente isto que o banco recebe')).toBeVisible();
    sent = (await dialog(page).locator('p[lang="pt-BR"]').textContent()) ?? '';
    expect(sent).toContain('Nota fiscal 48.213');
    expect(sent).not.toContain('{{');
    await dialog(page).getByRole('button', { name: 'Fechar sem enviar' }).last().click();
  });

  await test.step('U15: its gaps are led to, and sent only where that is meant', async () => {
    await page.getByRole('button', { name: /lacunas? entre colchetes/ }).click();
    expect(await chosenIn(page)).toMatch(/^\[[^[\]]+\]$/);
  });

  await test.step('sent once, with its receipt', async () => {
    const confirm = await openConfirmation(page, { withGaps: true });
    await expect(dialog(page)).toContainText('Uma resposta só');
    await expect(dialog(page)).toContainText('canhoto-entrega.pdf');
    await confirm.dblclick();
    await expect(page.getByRole('heading', { name: 'Defesa enviada' })).toBeVisible();
    await expect(page.getByText('O serviço confirmou.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Com você' })).toBeVisible();
    const receipt = page.getByRole('region', { name: 'Defesa enviada' });
    await expect(
      receipt.getByText('em processamento').or(receipt.getByText('defesa enviada', { exact: true })),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Enviar defesa…' })).toHaveCount(0);
    const [defense, ...others] = (await infraction(id)).defenseHistory;
    expect(others).toEqual([]);
    expect(defense?.defense).toBe(sent);
    expect(defense?.files.map(({ name }) => name)).toEqual(['canhoto-entrega.pdf']);
    await expect(page.getByText(defense?.id ?? 'no id', { exact: true })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Defesa enviada' })).toBeVisible();
  });
});

test('two people over one version: both texts side by side, one is chosen or both are joined', async ({
  signedIn,
  dispute,
  expectFault,
}) => {
  expectFault(/Failed to load resource/);
  const { id } = await dispute();
  const [one, two] = [await signedIn('analyst'), await signedIn('admin')];
  await work(one, id);
  await work(two, id);
  // Kept from hearing of the other's version, so that it is the store that refuses.
  const deaf = () =>
    two.route('**/draft', (route) => (route.request().method() === 'GET' ? route.abort() : route.continue()));
  await deaf();
  await section(one, 'Venda').fill('O texto da primeira.');
  await saved(one);
  await section(two, 'Venda').fill('O texto da segunda.');
  const conflict = two.getByRole('alert').filter({ hasText: 'salvou a v1' });
  await expect(conflict).toContainText('O texto da primeira.');
  await expect(conflict).toContainText('O texto da segunda.');
  await expect(two.getByText('Escolha primeiro entre as duas versões.')).toBeVisible();
  await two.unroute('**/draft');
  await two.getByRole('button', { name: 'Ficar com o meu' }).click();
  await expect(conflict).toHaveCount(0);
  await saved(two);
  await expect(section(one, 'Venda')).toHaveValue('O texto da segunda.', { timeout: 15_000 });
  await deaf();
  await section(one, 'Entrega').fill('Entregue pela primeira.');
  await saved(one);
  await section(two, 'Contato').fill('Falou com a segunda.');
  await two.getByRole('button', { name: 'Juntar os dois' }).click();
  await two.unroute('**/draft');
  await saved(two);
  await expect(section(two, 'Entrega')).toHaveValue('Entregue pela primeira.');
  await expect(section(one, 'Contato')).toHaveValue('Falou com a segunda.', { timeout: 15_000 });
});

test('an answer that was lost: nobody sends twice, and the page finds out', async ({
  signedIn,
  dispute,
  infraction,
  control,
  api,
  expectFault,
}) => {
  expectFault(/Failed to load resource/);
  const { id } = await dispute();
  const page = await signedIn('analyst');
  await draft(page, id, 'Conclusão', 'Pedimos que a contestação seja recusada.');
  const confirm = await openConfirmation(page);
  await control('/fault', { kind: 'apply-silent', method: 'POST', path: DEFENSES, count: 1 });
  await confirm.click();
  await expect.poll(async () => (await infraction(id)).defenseHistory.length).toBe(1);
  await control('/fault', {
    kind: 'status',
    status: 503,
    method: 'GET',
    path: '/user/infractions/*',
    untilCleared: true,
  });
  await control('/fault', { kind: 'status', status: 503, method: 'GET', path: DEFENSES, untilCleared: true });
  await expect(page.getByRole('heading', { name: 'Envio sem confirmação' })).toBeVisible();
  await expect(page.getByText('Não envie de novo:')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Enviar defesa…' })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Envio sem confirmação' })).toBeVisible();
  await control('/clear', { all: true });
  // The service is left alone for a while after so many faults (the circuit); then one look finds it.
  const lookNow = page.getByRole('button', { name: 'Consultar agora' });
  await expect(async () => {
    if (await lookNow.isVisible()) await lookNow.click({ timeout: 2_000 });
    await expect(page.getByRole('heading', { name: 'Defesa enviada' })).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 40_000 });
  expect((await infraction(id)).defenseHistory).toHaveLength(1);
  expect((await detailOf(await api('analyst'), id)).state).toBe('answered');
});

test('answered by someone else meanwhile: what is there is shown, and nothing is sent again', async ({
  signedIn,
  dispute,
  infraction,
  api,
  expectFault,
}) => {
  expectFault(/Failed to load resource/);
  const { id } = await dispute();
  const page = await signedIn('analyst');
  await draft(page, id, 'Venda', 'Tarde demais.');
  const confirm = await openConfirmation(page);
  await page.route('**/api/accounts/pix/events', (route) => route.abort());
  expect((await defend(await api('admin'), id, { text: 'A defesa da colega.' })).status()).toBe(201);
  if (await confirm.isVisible()) await confirm.click({ timeout: 2_000 }).catch(() => undefined);
  await expect(page.getByRole('heading', { name: /já foi enviada/ })).toBeVisible();
  await expect(page.getByText('A defesa da colega.', { exact: true })).toBeVisible();
  expect((await infraction(id)).defenseHistory.map(({ defense }) => defense)).toEqual([
    'A defesa da colega.',
  ]);
});

test('a refusal says why and keeps the text; the next try is sent', async ({
  signedIn,
  dispute,
  infraction,
  control,
  expectFault,
}) => {
  expectFault(/Failed to load resource/);
  const { id } = await dispute();
  const page = await signedIn('analyst');
  await draft(page, id, 'Venda', 'Venda no site, pedido 46120.');
  const fault = {
    kind: 'status',
    status: 422,
    errorCode: 'PZG422',
    method: 'POST',
    path: DEFENSES,
    count: 1,
  };
  await control('/fault', fault);
  await (await openConfirmation(page)).click();
  await expect(dialog(page).getByText('PZG422')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Voltar' }).click();
  await expect(page.getByText('O serviço recusou a defesa enviada por')).toBeVisible();
  await expect(section(page, 'Venda')).toHaveValue('Venda no site, pedido 46120.');
  await (await openConfirmation(page)).click();
  await expect(page.getByRole('heading', { name: 'Defesa enviada' })).toBeVisible();
  expect((await infraction(id)).defenseHistory).toHaveLength(1);
});

test('a server that cannot be reached: the text stays, says so, and is stored once it is back', async ({
  signedIn,
  dispute,
  expectFault,
}) => {
  expectFault(/Failed to load resource/);
  const { id } = await dispute();
  const page = await signedIn('analyst');
  await work(page, id);
  await page.route('**/draft', (route) => route.abort());
  await section(page, 'Venda').fill('Escrito sem conexão.');
  await expect(page.getByRole('alert').filter({ hasText: 'Não salvo: sem conexão' })).toBeVisible();
  await page.unroute('**/draft');
  await saved(page);
  await page.reload();
  await expect(section(page, 'Venda')).toHaveValue('Escrito sem conexão.');
});

test('who may only read sees no way to write or send', async ({ signedIn, dispute, api }) => {
  const { id } = await dispute();
  const stored = await (await api('analyst')).put(`/api/accounts/pix/disputes/${id}/draft`, {
    data: {
      version: 0,
      situation: 'scam',
      sections: { sale: 'Venda no site.', delivery: '', contact: '', conclusion: '' },
      checked: [],
    },
  });
  expect(stored.ok()).toBe(true);
  const page = await signedIn('viewer');
  await page.goto(`/pix/disputes/${id}`);
  await expect(page.getByText('Seu papel lê disputas.')).toBeVisible();
  await expect(page.getByText('Venda no site.')).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /Enviar defesa|Assumir|Anotar/ })).toHaveCount(0);
});

test('by keyboard alone', async ({ signedIn, dispute, infraction }) => {
  const { id } = await dispute({ hours: 1 });
  const page = await signedIn('analyst');
  await page.goto('/pix/disputes');
  await page.getByRole('button', { name: 'Atualizar' }).press('Enter');
  await expect(page.locator(`[data-id="${id}"] .row-open`)).toBeVisible();
  const focused = page.locator(`[data-id="${id}"] .row-open:focus`);
  for (let step = 0; step < 20 && (await focused.count()) === 0; step++) await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(section(page, 'Venda')).toBeVisible();
  await section(page, 'Venda').focus();
  await page.keyboard.type('Venda feita no site, pedido 46120.');
  await page.keyboard.press('Control+s');
  await saved(page);
  await page.getByRole('button', { name: 'Enviar defesa…' }).press('Enter');
  const confirm = dialog(page).getByRole('button', { name: /^Enviar defesa da / });
  await expect(confirm).not.toHaveAttribute('aria-disabled', 'true');
  await expect(dialog(page).getByRole('button', { name: 'Voltar' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(confirm).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /^A defesa chegou ao serviço às/ })).toBeFocused();
  expect((await infraction(id)).defenseHistory).toHaveLength(1);
});

test('on a phone: nothing is cut off sideways, and the deadline comes first', async ({
  signedIn,
  dispute,
  api,
}) => {
  const { id } = await dispute({ hours: 3 });
  await upload(await api('analyst'), id);
  const page = await signedIn('analyst');
  await page.setViewportSize({ width: 360, height: 740 });
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await page.goto('/pix/disputes');
  await page.getByRole('button', { name: 'Atualizar' }).click();
  await expect(page.locator(`[data-id="${id}"] .row-open`)).toBeVisible();
  expect(await wide()).toBeLessThanOrEqual(0);
  await work(page, id);
  await expect(page.getByRole('button', { name: 'Enviar defesa…' })).toBeInViewport();
  expect(await wide()).toBeLessThanOrEqual(0);
});

for (const theme of ['light', 'dark'] as const)
  test(`axe finds nothing: ${theme}`, async ({ signedIn, dispute, api, checkA11y }) => {
    const { id } = await dispute({ hours: 30 });
    await upload(await api('analyst'), id);
    const page = await signedIn('analyst');
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    const look = () =>
      page.evaluate((value) => document.documentElement.setAttribute('data-theme', value), theme);
    await page.goto('/pix/disputes');
    await page.getByRole('button', { name: 'Atualizar' }).click();
    await expect(page.locator(`[data-id="${id}"] .row-open`)).toBeVisible();
    await look();
    await checkA11y(page);
    await work(page, id);
    await look();
    await section(page, 'Venda').fill('Uma venda.');
    await page
      .getByRole('button', { name: /^Inserir fato:/ })
      .first()
      .click();
    await saved(page);
    await checkA11y(page);
    await page.getByRole('button', { name: 'Ver como será enviada' }).click();
    await expect(dialog(page).getByText('É exatamente isto')).toBeVisible();
    await checkA11y(page);
    await page.keyboard.press('Escape');
    const confirm = await openConfirmation(page);
    await checkA11y(page);
    await confirm.click();
    await expect(page.getByRole('heading', { name: 'Defesa enviada' })).toBeVisible();
    await checkA11y(page);
  });
