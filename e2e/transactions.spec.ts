import { readFileSync } from 'node:fs';
import type { APIRequestContext, Page } from '@playwright/test';
import { formatDocument } from '../lib/core/pix/documents.ts';
import { test as base, expect } from './own-product.ts';
import { hydrated } from './support/hydrated.ts';
import type { ProductOptions, Ready } from './support/product.ts';

const ROWS = 2500;
/** Rows of its own, and time that stands still unless a test moves it; the database is there for the audit log. */
const test = base.extend<object, { productOptions: ProductOptions | null }>({
  productOptions: [
    async ({ postgres }, use) => {
      const env = { DATABASE_URL: postgres.url, GUICHE_SECRET: 'for tests only, thirty-two bytes or more' };
      await use({ env, simulator: { transactions: ROWS, speed: 0 } });
    },
    { scope: 'worker' },
  ],
});

/** A transaction as the simulator tells it, nothing masked. */
type Wire = Record<'id' | 'clientReference' | 'virtualAccount' | 'endToEndId', string> & {
  payerName: string;
  payerDocument: string;
  amount: number;
};

const grid = (page: Page) => page.getByRole('grid', { name: 'Transações, da mais nova à mais antiga' });
const rows = (page: Page) => page.locator('tr[data-index]:not([data-unread])');
const drawer = (page: Page) => page.getByRole('complementary', { name: /^Transação / });
const opened = (page: Page) => new URL(page.url()).searchParams.get('open');

async function openList(page: Page, query = ''): Promise<void> {
  await page.goto(`/pix/transactions${query}`);
  await expect(rows(page).first()).toBeVisible();
  await hydrated(page, 'table');
}

/** A paid deposit with every field that a filter takes, straight from the simulator. */
async function sample(request: APIRequestContext, { simulator }: Ready, cpf = true): Promise<Wire> {
  const address = `${simulator?.pix.baseUrl}/user/transactions?limit=100&status=COMPLETED&type=DEPOSIT`;
  const answer = await request.get(address, {
    headers: {
      authorization: `Bearer ${simulator?.pix.accessToken}`,
      'content-type': 'application/json',
    },
  });
  const { transactions } = (await answer.json()) as { transactions: Wire[] };
  const found = transactions.find(
    (one) => one.clientReference && one.virtualAccount && (one.payerDocument.length === 11) === cpf,
  );
  if (found === undefined) throw new Error('The simulator has no such transaction.');
  return found;
}

async function addFilter(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Adicionar filtro' }).click();
  await page
    .getByRole('dialog', { name: 'Adicionar filtro' })
    .getByRole('menuitem', { name, exact: true })
    .click();
}

async function totalOf(page: Page): Promise<number> {
  const total = page.getByLabel('Totais do filtro inteiro').locator('dd b').first();
  return Number((await total.textContent())?.replaceAll('.', ''));
}

const WORDS = [
  { name: 'Estado', word: 'Concluída', param: 'status', value: 'COMPLETED', more: 'Expirada' },
  { name: 'Tipo', word: 'Saque', param: 'type', value: 'WITHDRAW', more: 'Comissão' },
  { name: 'Método', word: 'Pix', param: 'method', value: 'PIX', more: 'Boleto' },
] as const;

for (const { name, word, param, value, more } of WORDS)
  test(`filters by ${param}, one value and two, in the address and back`, async ({ signedIn }) => {
    const page = await signedIn('admin');
    await openList(page);
    const all = await totalOf(page);
    await addFilter(page, name);
    const editor = page.getByRole('dialog');
    await editor.getByRole('checkbox', { name: word, exact: true }).check();
    await expect(page).toHaveURL(new RegExp(`[?&]${param}=${value}$`));
    await editor.getByRole('checkbox', { name: more, exact: true }).check();
    await expect(page).toHaveURL(new RegExp(`${param}=${value},`));
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: `${name}: ${word} e mais 1` })).toBeVisible();
    await page.goBack();
    const chip = page.getByRole('button', { name: `${name}: ${word}`, exact: true });
    await expect(chip).toBeVisible();
    await page.reload();
    await expect(chip).toBeVisible();
    await expect(rows(page).first()).toBeVisible();
    const some = await totalOf(page);
    expect(some).toBeGreaterThan(0);
    expect(some).toBeLessThan(all);
    await page.getByRole('button', { name: `Remover filtro ${name}` }).click();
    await expect(page).toHaveURL(/\/pix\/transactions$/);
    await expect.poll(() => totalOf(page)).toBe(all);
  });

const TEXTS = [
  { name: 'Referência', param: 'clientReference', typed: (one: Wire) => one.clientReference },
  { name: 'Conta virtual', param: 'virtualAccount', typed: (one: Wire) => one.virtualAccount },
  { name: 'E2E', param: 'endToEndId', typed: (one: Wire) => one.endToEndId },
  { name: 'Valor', param: 'amount', typed: (one: Wire) => one.amount.toFixed(2).replace('.', ',') },
  { name: 'Documento', param: 'document', typed: (one: Wire) => formatDocument(one.payerDocument) },
  { name: 'Nome', param: 'name', typed: (one: Wire) => one.payerName.split(' ').slice(0, 2).join(' ') },
] as const;

for (const { name, param, typed } of TEXTS)
  test(`filters by ${param}; what is personal never stands in the address`, async ({
    signedIn,
    product,
    request,
    control,
  }) => {
    const one = await sample(request, product);
    const page = await signedIn('admin');
    const addresses: string[] = [];
    page.on('request', (sent) => addresses.push(decodeURIComponent(sent.url())));
    await openList(page);
    await addFilter(page, name);
    const fields = page.getByRole('dialog').getByRole('textbox');
    await fields.first().fill(typed(one));
    if (param === 'amount') await fields.last().fill(typed(one)); // Equal bounds are one amount.
    const filtered = page.waitForResponse(new RegExp(`/transactions\\?(.*&)?(${param}|f)=`));
    await Promise.all([filtered, page.getByRole('button', { name: 'Aplicar' }).click()]);
    const personal = param === 'document' || param === 'name';
    const inAddress = param === 'amount' ? String(Math.round(one.amount * 100)) : typed(one);
    await expect(page).toHaveURL(personal ? /\?f=[\w-]{8,}$/ : new RegExp(`\\?${param}=${inAddress}$`));
    await expect(grid(page).getByText(one.payerName).first()).toBeVisible();
    const { requests } = (await control('/requests')) as { requests: { query: string }[] };
    const sent = requests.map(({ query }) => new URLSearchParams(query).get(param)).filter(Boolean);
    const wire: Record<string, string> = { amount: String(one.amount), document: one.payerDocument };
    expect(sent).toContain(wire[param] ?? typed(one));
    await page.reload();
    await expect(page.getByRole('button', { name: new RegExp(`^${name}: `) })).toBeVisible();
    await expect(grid(page).getByText(one.payerName).first()).toBeVisible();
    if (personal)
      for (const secret of [typed(one), one.payerDocument])
        expect(addresses.filter((address) => address.includes(secret))).toEqual([]);
    await page.getByRole('button', { name: `Remover filtro ${name}` }).click();
    await expect(page).toHaveURL(/\/pix\/transactions$/);
  });

test('the period: presets and two days, both included', async ({ signedIn }) => {
  const page = await signedIn('admin');
  await openList(page);
  await page.getByRole('button', { name: 'Período: tudo' }).click();
  await page.getByRole('button', { name: '7 dias' }).click();
  await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d$/);
  const week = await totalOf(page);
  await page.getByRole('button', { name: /^Período: 7 dias/ }).click();
  const day = new URL(page.url()).searchParams.get('from') ?? '';
  await page.getByLabel('Até', { exact: true }).fill(day);
  await page.getByRole('button', { name: 'Aplicar' }).click();
  await expect(page).toHaveURL(new RegExp(`from=${day}&to=${day}$`));
  await expect.poll(() => totalOf(page)).toBeLessThan(week);
  await page.getByRole('button', { name: 'Remover filtro Período' }).click();
  await expect.poll(() => totalOf(page)).toBe(ROWS);
});

test('what is wrong in a filter is said beside it, and a filter that hides all says so', async ({
  signedIn,
}) => {
  const page = await signedIn('admin');
  await openList(page, '?status=COMPLETED');
  await addFilter(page, 'Documento');
  await page.getByRole('dialog').getByRole('textbox').fill('123.456.789-00');
  await page.getByRole('button', { name: 'Aplicar' }).click();
  await expect(page.getByText('Os dígitos verificadores deste CPF não conferem.')).toBeVisible();
  await page.keyboard.press('Escape');
  await addFilter(page, 'Referência');
  await page.getByRole('dialog').getByRole('textbox').fill('no-such-reference');
  await page.getByRole('button', { name: 'Aplicar' }).click();
  await expect(page.getByText('Nada neste filtro')).toBeVisible();
  await expect(page.getByText(/Há [\d.]+ sem o filtro de referência/)).toBeVisible();
  await page.getByRole('button', { name: 'Limpar todos' }).first().click();
  await expect(page).toHaveURL(/\/pix\/transactions$/);
  await expect(rows(page).first()).toBeVisible();
});

test('scrolls to the end without a repeat or a gap, with few rows in the page', async ({ signedIn, api }) => {
  test.setTimeout(180_000);
  const expected: string[] = [];
  const request = await api('admin');
  for (let cursor: string | null = ''; cursor !== null; ) {
    const more: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const answer = await request.get(`/api/accounts/pix/transactions?limit=1000${more}`);
    const page = (await answer.json()) as { items: { id: string }[]; nextCursor: string | null };
    expected.push(...page.items.map((item) => item.id));
    cursor = page.nextCursor;
  }
  const page = await signedIn('admin');
  await openList(page);
  await page.getByRole('button', { name: 'Escolher colunas' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Id', exact: true }).click();
  await page.keyboard.press('Escape');
  // A tall screen: fewer steps to the end.
  await page.setViewportSize({ width: 1440, height: 2400 });
  const { ids, most } = await walkToTheEnd(page);
  expect(ids).toEqual(expected);
  expect(expected).toHaveLength(ROWS);
  expect(most).toBeLessThanOrEqual(300);
});

/** Scrolls as a person does, a screen at a time, and keeps the id that each place showed. */
function walkToTheEnd(page: Page): Promise<{ ids: string[]; most: number }> {
  return grid(page).evaluate(async (table) => {
    const scroller = table.parentElement as HTMLElement;
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const heads = [...table.querySelectorAll('thead th')].map((head) => head.textContent?.trim());
    const place = heads.indexOf('Id');
    const seen = new Map<number, string>();
    let most = 0;
    for (;;) {
      await frame();
      await frame();
      const drawn = [...table.querySelectorAll<HTMLElement>('tr[data-index]')];
      most = Math.max(most, table.querySelectorAll('tr').length);
      const unread = drawn.some((row) => row.dataset.unread !== undefined);
      if (unread) continue;
      for (const row of drawn)
        seen.set(
          Number(row.dataset.index),
          row.children[place]?.querySelector('[title]')?.getAttribute('title') ?? '',
        );
      const before = scroller.scrollTop;
      scroller.scrollTop += scroller.clientHeight * 0.9;
      if (scroller.scrollTop === before) break;
    }
    const ids = [...seen.entries()].sort((a, b) => a[0] - b[0]).map(([, id]) => id);
    return { ids, most };
  });
}

test('new transactions move no row; they are offered', async ({ signedIn, control }) => {
  const page = await signedIn('admin');
  await page.clock.install();
  await openList(page);
  const first = await rows(page).first().textContent();
  await control('/time', { advanceMs: 6 * 3_600_000 });
  await page.clock.fastForward(31_000);
  const offer = page.getByRole('button', { name: /^\d+ novas?$/ });
  await expect(offer).toBeVisible();
  expect(await rows(page).first().textContent()).toBe(first);
  await offer.click();
  await expect(rows(page).first()).not.toHaveText(first ?? '');
  await expect(offer).toBeHidden();
});

test('the drawer by press: in the address, back, and the focus returns', { tag: '@smoke' }, async ({
  signedIn,
}) => {
  const page = await signedIn('admin');
  await openList(page);
  const row = rows(page).nth(3);
  await row.click();
  await expect(drawer(page)).toBeVisible();
  const id = opened(page);
  await page.reload();
  await hydrated(page, 'main aside');
  await page.getByRole('button', { name: 'Próxima' }).click();
  await expect.poll(() => opened(page)).not.toBe(id);
  await page.goBack();
  await expect(drawer(page)).toBeHidden();
  await row.click();
  await drawer(page).getByRole('button', { name: 'Fechar' }).click();
  await expect(drawer(page)).toBeHidden();
  await expect(row).toBeFocused();
});

test('the drawer by keys alone: j, k, Enter, x, Esc', async ({ signedIn }) => {
  const page = await signedIn('admin');
  await openList(page);
  await page.keyboard.press('j');
  await expect(rows(page).nth(1)).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await expect(rows(page).nth(1)).toBeFocused();
  await page.keyboard.press('x');
  await expect(rows(page).nth(1)).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('region', { name: 'Seleção' })).toContainText('1 selecionada');
  await page.keyboard.press('Enter');
  await expect(drawer(page)).toBeVisible();
  const id = opened(page);
  await page.keyboard.press('j');
  await expect.poll(() => opened(page)).not.toBe(id);
  await page.keyboard.press('Escape');
  await expect(drawer(page)).toBeHidden();
  await expect(rows(page).nth(2)).toBeFocused();
  await page.keyboard.press('/');
  await expect(page.getByRole('combobox', { name: 'Buscar nas transações' })).toBeFocused();
});

test('U20: a search understands what is pasted and takes the place of the one before', async ({
  signedIn,
  product,
  request,
}) => {
  const one = await sample(request, product);
  const page = await signedIn('admin');
  await openList(page);
  const field = page.getByRole('combobox', { name: 'Buscar nas transações' });
  await field.fill(one.endToEndId);
  await expect(page.getByRole('option', { name: /^Pix com o E2E/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`endToEndId=${one.endToEndId}`));
  await expect(rows(page)).toHaveCount(1);
  await field.fill(formatDocument(one.payerDocument));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/[?&]f=/);
  expect(page.url()).not.toContain(one.payerDocument);
  expect(page.url()).not.toContain('endToEndId=');
  await field.fill('R$ 189,90');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\?amount=18990$/);
  await field.fill('482.610.993-1');
  await expect(page.getByText('CPF incompleto: 10 de 11 dígitos.')).toBeVisible();
  await page.keyboard.press('Enter');
  await field.fill('4826109931');
  await page.keyboard.press('Enter');
  await expect(page.getByText('CPF incompleto: 10 de 11 dígitos.')).toBeVisible();
  await expect(page).toHaveURL(/\?amount=18990$/);
});

test('the own page: every part, the raw answer masked for a viewer', async ({
  signedIn,
  product,
  request,
}) => {
  const one = await sample(request, product);
  const page = await signedIn('viewer');
  await openList(page, `?open=${one.id}`);
  await drawer(page).getByRole('link', { name: 'Abrir em página própria' }).click();
  await expect(page).toHaveURL(new RegExp(`/pix/transactions/${one.id}$`));
  for (const part of ['Linha do tempo', 'Partes', 'Todos os campos'])
    await expect(page.getByRole('heading', { name: part })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Mostrar dados pessoais' })).toBeHidden();
  await page.getByText('Resposta do serviço').click();
  const raw = page.getByText(`"endToEndId": "${one.endToEndId}"`);
  await expect(raw).toContainText(`"id": "${one.id}"`);
  await expect(raw).not.toContainText(one.payerDocument);
  await expect(raw).not.toContainText(one.payerName);
  const html = await page.content();
  expect(html).not.toContain(one.payerDocument);
  expect(html).not.toContain(one.payerName);
});

test('an analyst reveals personal data, which the audit log keeps', async ({
  signedIn,
  product,
  request,
  sql,
}) => {
  const one = await sample(request, product);
  const page = await signedIn('analyst');
  await page.goto(`/pix/transactions/${one.id}`);
  const clear = page.getByText(formatDocument(one.payerDocument)).first();
  await expect(page.getByRole('heading', { name: 'Partes' })).toBeVisible();
  await expect(clear).toBeHidden();
  await page.getByRole('button', { name: 'Mostrar dados pessoais' }).click();
  await expect(clear).toBeVisible();
  await expect(page.getByText('Dados visíveis; a consulta fica na auditoria')).toBeVisible();
  const entries = await sql(
    `select operator_id, target, result from audit_log where action = 'transaction.reveal'`,
  );
  expect(entries).toEqual([{ operator_id: 'ready-analyst', target: one.id, result: 'ok' }]);
  await page.getByRole('button', { name: 'Ocultar' }).click();
  await expect(clear).toBeHidden();
});

test('an analyst takes the filter away as CSV; who may not, sees no way to', async ({ signedIn, sql }) => {
  const page = await signedIn('analyst');
  // Without the picker for files (headless browsers have none to show) the page falls back to a download.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  await openList(page, '?status=EXPIRED');
  const count = await totalOf(page);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exportar CSV' }).click();
  const dialog = page.getByRole('dialog', { name: 'Exportar CSV' });
  await expect(dialog).toContainText('saem sem máscara');
  await dialog.getByText('Para sistemas').click();
  await dialog.getByRole('button', { name: 'Exportar', exact: true }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/\.csv$/);
  const text = readFileSync(await download.path(), 'utf8');
  expect(text.startsWith('\uFEFF')).toBe(true);
  const lines = text.trim().split('\r\n');
  expect(lines[0]).toContain('endToEndId');
  expect(lines).toHaveLength(count + 1);
  expect(lines.slice(1).every((line) => line.includes('EXPIRED'))).toBe(true);
  const [entry] = await sql(`select operator_id from audit_log where action = 'transactions.export'`);
  expect(entry).toEqual({ operator_id: 'ready-analyst' });
  for (const role of ['viewer', 'developer'] as const) {
    const other = await signedIn(role);
    await openList(other);
    await expect(other.getByRole('button', { name: 'Exportar CSV' })).toHaveCount(0);
  }
});
