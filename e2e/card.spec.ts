import type { Locator, Page } from '@playwright/test';
import { test as base, expect } from './fixtures.ts';
import { CHARGES, MARKED, prove, setCardEntry } from './support/card.ts';
import { hydrated } from './support/hydrated.ts';

/** `cardEntry` switches the account setting that allows card entry. */
const test = base.extend<{ cardEntry: (on: boolean) => Promise<void> }>({
  cardEntry: async ({ api, product }, use) =>
    use(async (on) => {
      const request = await api('admin');
      await prove(request, product, 'admin');
      await setCardEntry(request, on);
    }),
});
test.describe.configure({ mode: 'serial' });

test('finance charges a card, sees how it ended, gives a part back and stops a recurrence', {
  tag: '@smoke',
}, async ({ signedIn, cardEntry, checkA11y }) => {
  await cardEntry(true);
  const page = await signedIn('finance');
  await page.goto('/card/card?open=new');
  const form = page.getByRole('complementary', { name: 'Nova cobrança no cartão' });
  await expect(
    page
      .getByRole('table', { name: /^Cobranças no cartão/ })
      .locator('tbody tr')
      .first(),
  ).toBeVisible();
  await test.step('what is wrong is said at its field, and nothing is sent', async () => {
    await form.getByRole('button', { name: /^Cobrar/ }).click();
    await expect(form.getByLabel('Valor')).toBeFocused();
    await form.getByLabel('Número do cartão').fill('4111111111111112');
    await expect(form.getByText('O número não confere')).toBeVisible();
    // Rows that are half under the list's standing head are too near to its box for axe.
    await page.locator('[data-region=page]').evaluate((box) => box.scrollTo(0, 0));
    await checkA11y(page);
  });
  await test.step('the charge', async () => {
    await writeOrder(form);
    await form.getByText('Todo mês').click();
    await writeCard(form);
    await expect(form.getByLabel('Validade')).toHaveValue('09/38');
    await form.getByRole('button', { name: 'Cobrar R$ 42,00' }).click();
    const result = page.getByRole('region', { name: 'Última cobrança' });
    await expect(result.getByText('Paga', { exact: true })).toBeVisible();
    await expectNoCard(page, form);
    await result.getByRole('button', { name: 'Abrir a cobrança' }).click();
  });
  const drawer = page.getByRole('complementary', { name: /^Cobrança no cartão/ });
  await test.step('a part goes back', async () => {
    await drawer.getByRole('button', { name: 'Estornar…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Uma parte').click();
    await dialog.getByLabel('Valor').fill('42,01');
    await expect(dialog.getByText('Passa do que ainda pode voltar')).toBeVisible();
    await dialog.getByLabel('Valor').fill('12,00');
    await dialog.getByRole('button', { name: 'Estornar R$ 12,00' }).click();
    await expect(dialog.getByText('Estorno confirmado')).toBeVisible();
    await dialog.getByRole('button', { name: 'Fechar' }).last().click();
    await expect(drawer.getByText('R$ 30,00')).toBeVisible();
  });
  await test.step('its recurrence stops', async () => {
    await drawer.getByRole('button', { name: 'Ver a recorrência' }).click();
    const recurrence = page.getByRole('region', { name: 'Recorrência', exact: true });
    await recurrence.getByRole('button', { name: 'Parar…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Parar a recorrência' }).click();
    await expect(recurrence.getByText('Parada', { exact: true })).toBeVisible();
  });
});

test('a charge that failed leaves nothing of the card to be seen', async ({
  signedIn,
  cardEntry,
  control,
  expectFault,
}) => {
  await cardEntry(true);
  expectFault(/status of (422|202)|ERR_FAILED/);
  const page = await signedIn('finance');
  const form = page.getByRole('complementary', { name: 'Nova cobrança no cartão' });
  const echo = `cartão ${MARKED.number.replaceAll(' ', '')} de ${MARKED.holder}`;
  const fail = (fault: object) => () =>
    control('/fault', { api: 'card', method: 'POST', path: '/charges', count: 1, ...fault });
  const typeAgain = form.getByText('digite o cartão outra vez');
  const lookedUp = page.getByRole('region', { name: 'Última cobrança' });
  const unreached = () => page.route(`**${CHARGES}`, (route) => route.abort(), { times: 1 });
  const faults = [
    ['refused, in words that tell the card', fail({ kind: 'status', status: 422, message: echo }), typeAgain],
    ['broken off', fail({ kind: 'reset' }), lookedUp],
    ['failed at the provider', fail({ kind: 'status', status: 500 }), lookedUp],
    ['not brought to the server', unreached, typeAgain],
  ] as const;
  for (const [name, arrange, told] of faults)
    await test.step(name, async () => {
      await page.goto('/card/card?open=new');
      // The order of the one before comes back first.
      await hydrated(page, 'form');
      await writeOrder(form);
      await writeCard(form);
      await arrange();
      await form.getByRole('button', { name: 'Cobrar R$ 42,00' }).click();
      await expect(told).toBeVisible();
      await expectNoCard(page, form);
    });
});

test('a reload asks first while a card stands there, and brings back the order alone', async ({
  signedIn,
  cardEntry,
}) => {
  await cardEntry(true);
  const page = await signedIn('finance');
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await page.goto('/card/card?open=new');
  const form = page.getByRole('complementary', { name: 'Nova cobrança no cartão' });
  await writeOrder(form);
  await page.reload();
  expect(asked).toEqual([]);
  await expect(form.getByLabel('Nome completo')).toHaveValue('Ana Souza');
  await writeCard(form);
  await page.reload();
  expect(asked).toEqual(['beforeunload']);
  await expect(form.getByRole('group', { name: 'Item 1' }).getByLabel('Código')).toHaveValue('CAD-1');
  await expect(form.getByRole('button', { name: 'Cobrar R$ 42,00' })).toBeVisible();
  await expectNoCard(page, form);
});

test('D: an amount of another currency is converted as the service converts it, by its rate', async ({
  signedIn,
}) => {
  const page = await signedIn('viewer');
  await page.goto('/card/card');
  const rates = page.getByRole('region', { name: 'Câmbio de referência' });
  await rates.getByRole('button', { name: 'USD', exact: true }).click();
  const convert = rates.getByRole('button', { name: 'Converter' });
  await convert.click();
  await expect(rates.getByText('Digite um valor acima de zero.')).toBeVisible();
  await rates.getByLabel('Valor em USD').fill('1.234,56');
  await convert.click();
  const sale =
    /R\$\s([\d,]+)/.exec((await rates.getByRole('definition').nth(1).textContent()) ?? '')?.[1] ?? '';
  const reais = (1_234.56 * Number(sale.replace(',', '.'))).toLocaleString('pt-BR', {
    ...{ minimumFractionDigits: 2, maximumFractionDigits: 2 },
  });
  await expect(rates.getByRole('status')).toHaveText(
    new RegExp(`^R\\$\\s${reais.replaceAll('.', '\\.')} às`),
  );
});

async function writeOrder(form: Locator) {
  await form.getByLabel('Valor').fill('42,00');
  const item = form.getByRole('group', { name: 'Item 1' });
  await item.getByLabel('Nome').fill('Caderno');
  await item.getByLabel('Código').fill('CAD-1');
  await item.getByLabel('Preço unitário').fill('21,00');
  await form.getByLabel('Nome completo').fill('Ana Souza');
}

async function writeCard(form: Locator) {
  await form.getByLabel('Número do cartão').fill(MARKED.number);
  await form.getByLabel('Nome impresso').fill(MARKED.holder);
  await form.getByLabel('Validade').fill('0938');
  await form.getByLabel('Código de segurança').fill(MARKED.cvv);
}

/** Nothing of the card is in what a picture of the page could show, nor in what the page or the browser keeps. */
async function expectNoCard(page: Page, form: Locator) {
  for (const label of ['Número do cartão', 'Nome impresso', 'Validade', 'Código de segurança'])
    await expect(form.getByLabel(label)).toHaveValue('');
  const seen = await page.evaluate(() => {
    const written = [...document.querySelectorAll<HTMLInputElement>('input, textarea, select')].map(
      ({ value }) => value,
    );
    const { documentElement } = document;
    const kept = JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state, location.href]);
    return [documentElement.innerText, documentElement.outerHTML, kept, ...written].join('\n');
  });
  const plain = MARKED.number.replaceAll(' ', '');
  expect(seen).not.toContain(MARKED.holder);
  for (const part of [plain, plain.slice(0, 8)])
    expect(seen.replaceAll(/[\s.·-]/g, ''), part).not.toContain(part);
}

test('who may not charge sees the charges alone, also on a phone; an account without cards has no page', async ({
  signedIn,
  cardEntry,
  checkA11y,
}) => {
  await cardEntry(true);
  const page = await signedIn('viewer');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/card/card?open=new');
  const rows = page.getByRole('table', { name: /^Cobranças no cartão/ }).locator('tbody tr');
  await expect(rows.first()).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Nova cobrança no cartão' })).toHaveCount(0);
  await rows.first().getByRole('button').click();
  const drawer = page.getByRole('complementary', { name: /^Cobrança no cartão/ });
  await expect(drawer.getByText(/^\S+ \p{Lu}\.$/u)).toBeVisible();
  await expect(drawer.getByRole('button', { name: /Estornar|Mostrar dados/ })).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await checkA11y(page);
  await cardEntry(false);
  const finance = await signedIn('finance');
  await finance.goto('/card/card?open=new');
  await expect(finance.getByRole('table', { name: /^Cobranças no cartão/ })).toBeVisible();
  await expect(finance.getByRole('complementary', { name: 'Nova cobrança no cartão' })).toHaveCount(0);
  await finance.goto('/pix/card');
  await expect(finance.getByRole('heading', { name: 'Esta conta não tem Cobranças' })).toBeVisible();
});
