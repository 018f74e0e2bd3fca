import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { formatDocument } from '#lib/core/pix/documents.ts';
import { expect, test } from './own-product.ts';
import { newReference } from './support/payments-page.ts';

/** Done-point 6 of what did not hold: the operator's tasks from end to end, none of which ends where nothing goes on. */
test.use({ more: { simulator: { transactions: 400 }, env: { GUICHE_CHANGE_MS: '4000' } } });
test.describe.configure({ timeout: 240_000 });

const PIX = '/api/accounts/pix';
const CALLBACK = 'https://checkout.example/pix';

/** A page as one sees it: nothing is being read any more. */
async function read(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0);
}

async function enter(page: Page, signIn: { email: string; password: string }): Promise<void> {
  await page.getByRole('textbox', { name: 'E-mail' }).fill(signIn.email);
  await page.getByRole('textbox', { name: 'Senha' }).fill(signIn.password);
  await page.getByRole('textbox', { name: 'Senha' }).press('Enter');
}

async function asked(request: APIRequestContext, address: string, data: object): Promise<{ id: string }> {
  const answer = await request.post(address, { data, headers: { 'idempotency-key': randomUUID() } });
  expect(answer.ok(), await answer.text()).toBe(true);
  return answer.json();
}

test('a link into a fresh browser: after the sign-in it is exactly what the link says', async ({
  browser,
  product,
  api,
  dispute,
}) => {
  const analyst = await api('analyst');
  const { id, transactionId } = await dispute({ hours: 9 });
  const resend = await asked(analyst, `${PIX}/resends`, {
    ...{ scope: 'selection', transactionIds: [transactionId], everything: true },
  });
  await expect
    .poll(async () => (await analyst.get(`${PIX}/disputes/${id}`)).status(), { timeout: 30_000 })
    .toBe(200);
  const sees: [string, (page: Page) => Locator[]][] = [
    [
      `/pix/transactions?type=DEPOSIT&status=COMPLETED&open=${transactionId}`,
      (page) => [
        page.getByRole('button', { name: 'Tipo: Depósito' }),
        page.getByRole('button', { name: 'Estado: Concluída' }),
        page.getByRole('complementary', { name: /^Transação / }).getByText(transactionId.slice(-4)),
        page.locator('tr[data-open]'),
      ],
    ],
    [
      `/pix/disputes/${id}`,
      (page) => [page.getByRole('heading', { level: 1, name: /Disputa/ }), page.getByTitle(id).first()],
    ],
    [
      `/pix/resends/${resend.id}?items=delivered`,
      (page) => [
        page.getByRole('heading', { level: 1, name: /Reenvio R-\d+/ }),
        page.getByRole('radio', { name: /^Entregues/, checked: true }),
      ],
    ],
  ];
  const somebody = product.signIns.find(({ role }) => role === 'analyst') ?? { email: '', password: '' };
  for (const [link, shown] of sees) {
    const context = await browser.newContext({ baseURL: product.url, locale: 'pt-BR' });
    const page = await context.newPage();
    await page.goto(link);
    await expect(page).toHaveURL(/\/sign-in\?/);
    await enter(page, somebody);
    await expect(page).toHaveURL(`${product.url}${link}`);
    await read(page);
    for (const one of shown(page)) await expect(one.first()).toBeAttached();
    await context.close();
  }
});

/** Actions a viewer may not take; the page offers none, as a button, a link or a line of the palette. */
const NOT_FOR_VIEWERS =
  /^(Devolver|Reenviar|Enviar|Assumir|Passar|Anotar|Aprovar|Recusar|Cancelar o|Exportar|Mostrar dados|Pedir|Nova? |Salvar como modelo|Trocar|Excluir|Descartar)/;

test('as a viewer from end to end: nothing in clear, nothing offered that is refused, each page goes on', async ({
  signedIn,
  api,
  provider,
  control,
}) => {
  const clientReference = newReference('leitura');
  const { id } = await provider.create({
    ...{ amount: 87.65, clientReference, callbackUrl: CALLBACK, expiresIn: 3600 },
  });
  await control('/pay', { transactionId: id });
  await control('/dispute', { transactionId: id, hours: 30 });
  const finance = await api('finance');
  const clear = await (await finance.get(`${PIX}/transactions/${id}?reveal=1`)).json();
  const { name, document } = clear.transaction.payer as { name: string; document: string };
  // A company's name is no person's data.
  const ofPerson = document.length === 11 ? [name] : [];
  const secrets = [...ofPerson, document, formatDocument(document)];
  expect(secrets.every((one) => one.length > 5)).toBe(true);

  const page = await signedIn('viewer');
  const refused: string[] = [];
  page.on('response', (answer) => {
    if ([401, 403, 404].includes(answer.status())) refused.push(`${answer.status()} ${answer.url()}`);
  });
  const looked = async () => {
    await read(page);
    const html = await page.content();
    for (const secret of secrets) expect(html, page.url()).not.toContain(secret);
    await expect(page.locator('.error-card')).toHaveCount(0);
    for (const role of ['button', 'link'] as const)
      await expect(page.getByRole(role, { name: NOT_FOR_VIEWERS }), page.url()).toHaveCount(0);
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Buscar e executar' });
    await expect(palette.getByRole('option').first()).toBeVisible();
    await expect(palette.getByRole('option', { name: NOT_FOR_VIEWERS })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(palette).toBeHidden();
  };

  await page.goto('/pix/overview');
  await looked();
  await page
    .getByRole('region', { name: 'Transações recentes' })
    .getByRole('link', { name: /^todas|^a \d/ })
    .click();
  await expect(page).toHaveURL(/\/pix\/transactions\?from=(\d{4}-\d\d-\d\d)&to=\1$/);
  await looked();
  const rows = page.locator('tr[data-index]:not([data-unread])');
  await rows.filter({ hasText: 'R$ 87,65' }).first().click();
  const detail = page.getByRole('complementary', { name: /^Transação / });
  await expect(detail.getByRole('link', { name: 'Abrir a disputa' })).toBeVisible({ timeout: 30_000 });
  await looked();
  await detail.getByRole('link', { name: 'Abrir a disputa' }).click();
  await expect(page).toHaveURL(/\/pix\/disputes\//);
  await expect(page.getByText('Seu papel lê disputas.')).toBeVisible();
  await looked();
  await page.locator(`a[href*="deliveries?transactionId=${id}"]`).first().click();
  await expect(page).toHaveURL(/\/pix\/deliveries\?transactionId=/);
  await expect(rows.first()).toBeVisible({ timeout: 30_000 });
  await looked();
  await rows.first().click();
  const delivery = page.getByRole('complementary', { name: /^Entrega de / });
  await expect(delivery.getByRole('region', { name: 'Corpo enviado' })).toBeVisible();
  await looked();
  await delivery.getByRole('link', { name: 'Abrir a transação' }).click();
  await expect(page).toHaveURL(new RegExp(`/pix/transactions/${id}$`));
  await looked();
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^Visão geral/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/pix\/overview$/);
  expect(refused).toEqual([]);
});
