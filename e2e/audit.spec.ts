import type { Page } from '@playwright/test';
import { expect, test } from './own-product.ts';
import { answerOf, change, PIX } from './support/payments.ts';
import { SHORT_LIMITS } from './support/provider.ts';

test.use({ more: SHORT_LIMITS });

test.describe.configure({ timeout: 240_000 });

const rows = (page: Page) => page.locator('tr[data-index]');
const drawer = (page: Page) => page.getByRole('complementary', { name: /^(Registro|Entry) / });

async function opened(page: Page, query = ''): Promise<void> {
  await page.goto(`/settings/audit${query}`);
  await expect(rows(page).first()).toBeVisible();
}

test('who refunded: found by filter and key, opened, with before and after', { tag: '@smoke' }, async ({
  signedIn,
  api,
  paid,
  checkA11y,
}) => {
  const id = await paid(10_000);
  const asked = await change(await api('finance'), 'post', `${PIX}/transactions/${id}/refunds`, {
    amount: 3_000,
  });
  expect(asked.status(), await asked.text()).toBe(201);
  const page = await signedIn('admin');
  await page.goto('/pix/overview');
  await page.getByRole('link', { name: 'Configurações' }).click();
  await page
    .getByRole('navigation', { name: 'Configurações' })
    .getByRole('link', { name: 'Auditoria' })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Auditoria' })).toBeVisible();
  await expect(rows(page).first()).toBeVisible();
  await page.getByRole('button', { name: /^O que: / }).click();
  await page.getByRole('menuitemcheckbox', { name: 'dinheiro' }).click();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/action=money/);
  const asking = rows(page).filter({ hasText: 'Devolução: pedido feito' }).first();
  await expect(asking).toBeVisible();
  await expect(asking).toContainText('R$ 30,00');
  await checkA11y(page);

  await page.keyboard.press('j');
  await expect(rows(page).first().locator('.row-open')).toBeFocused();
  await asking.locator('.row-open').focus();
  await page.keyboard.press('Enter');
  await expect(drawer(page)).toBeVisible();
  await expect(drawer(page)).toContainText('transação');
  await expect(drawer(page)).toContainText('R$ 30,00');
  await expect(drawer(page).getByRole('heading', { name: 'Cadeia' })).toBeVisible();
  await checkA11y(page);
  await drawer(page).getByRole('button', { name: 'Registro mais novo' }).click();
  await expect(drawer(page)).toContainText('o serviço confirmou');
  await drawer(page).getByRole('button', { name: 'Tudo deste objeto' }).click();
  await expect(page).toHaveURL(new RegExp(`target=${id}`));
  await expect(rows(page)).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(drawer(page)).toHaveCount(0);
});

test('the chain is verified by a press; what came after it is dashed', async ({
  signedIn,
  api,
  checkA11y,
}) => {
  const page = await signedIn('admin');
  await opened(page);
  await page.getByRole('button', { name: 'Conferir agora' }).click();
  await expect(page.getByText(/^Cadeia inteira até /)).toBeVisible();
  await expect(rows(page).first()).toContainText('Conferiu a cadeia');
  await expect(rows(page).first()).toContainText('ainda não conferido');
  await expect(rows(page).nth(1)).not.toContainText('ainda não conferido');
  await expect(page.getByText('1 depois disso, ainda não conferido')).toBeVisible();
  await (await api('viewer')).get('/api/audit');
  await page.getByRole('button', { name: 'Atualizar' }).click();
  await expect(rows(page).first()).toContainText('Tentou sem permissão');
  await expect(rows(page).first()).toContainText('recusado');
  await checkA11y(page);
});

test('a break is said before anything else, and named', async ({ signedIn, sql, checkA11y }) => {
  const [row] = await sql('select target from audit_log where seq = 2');
  await sql(`update audit_log set target = 'forged' where seq = 2`);
  const page = await signedIn('admin');
  await opened(page);
  await page.getByRole('button', { name: 'Conferir agora' }).click();
  await expect(page.getByText('Cadeia quebrada em 2')).toBeVisible();
  await expect(
    page.getByRole('alert').filter({ hasText: 'O registro 2 foi alterado depois de escrito.' }),
  ).toBeVisible();
  await checkA11y(page);
  await sql('update audit_log set target = $1 where seq = 2', [row?.target ?? null]);
  await page.getByRole('button', { name: 'Conferir agora' }).click();
  await expect(page.getByText(/^Cadeia inteira até /)).toBeVisible();
});

test('exported with its filter; the export is in the log', async ({ signedIn, api }) => {
  await (await api('viewer')).get('/api/audit');
  const page = await signedIn('admin');
  await opened(page, '?result=refused');
  await page.getByRole('button', { name: 'Exportar CSV' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Os valores saem como foram gravados: mascarados.')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  await dialog.getByRole('button', { name: 'Exportar' }).click();
  expect((await download).suggestedFilename()).toMatch(/^auditoria-ate-\d{4}-\d\d-\d\d\.csv$/);
  await opened(page, '?action=audit.export');
  await expect(rows(page).first()).toContainText('Exportou a auditoria');
});

test('who may not manage finds neither page nor link', async ({ signedIn, expectFault, api, paid }) => {
  expectFault(/404/);
  const id = await paid(2_000);
  const request = await api('finance');
  const asked = await change(request, 'post', `${PIX}/transactions/${id}/refunds`, {});
  const { operation } = await asked.json();
  const viewer = await signedIn('viewer');
  expect((await viewer.goto('/settings/audit'))?.status()).toBe(404);
  await expect(viewer.getByRole('heading', { name: 'Seu papel não abre Configurações' })).toBeVisible();
  const address = `/pix/operations?open=${operation.id}`;
  await viewer.goto(address);
  await expect(viewer.getByRole('complementary', { name: /^Operação/ })).toContainText('Devolução');
  await expect(viewer.getByRole('link', { name: 'Histórico' })).toHaveCount(0);
  const admin = await signedIn('admin');
  await admin.goto(address);
  await admin.getByRole('link', { name: 'Histórico' }).click();
  await expect(admin).toHaveURL(new RegExp(`/settings/audit\\?target=${operation.id}`));
  await expect(rows(admin)).toHaveCount(2);
});

test('a withdrawal leads to who asked for it and who approved it', async ({ signedIn, api, waiting }) => {
  const asked = await waiting();
  const approved = await change(await api('admin'), 'post', `${PIX}/operations/${asked}/approve`);
  const id = (await answerOf(approved, 200)).result?.payment?.id ?? '';
  const page = await signedIn('admin');
  await page.goto(`/pix/withdrawals?open=${encodeURIComponent(id)}`);
  await page.getByRole('complementary').getByRole('link', { name: 'Histórico' }).click();
  await expect(page).toHaveURL(new RegExp(`/settings/audit\\?target=${id}`));
  const people = Object.fromEntries(
    (await (await (await api('admin')).get(`/api/audit?target=${id}`)).json()).people.map(
      ({ id: of, name }: { id: string; name: string }) => [of, name],
    ),
  );
  const asking = rows(page).filter({ hasText: 'Saque por chave: pedido feito' });
  await expect(asking).toContainText(people['ready-finance']);
  await expect(rows(page).filter({ hasText: 'Saque por chave: aprovação dada' })).toContainText(
    people['ready-admin'],
  );
});

test('all of one session, and an entry with its proof to hand on', async ({ signedIn, api, checkA11y }) => {
  await (await api('viewer')).get('/api/audit');
  const page = await signedIn('admin');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await opened(page, '?operator=ready-viewer&result=refused');
  await rows(page).first().locator('.row-open').click();
  await drawer(page).getByRole('button', { name: 'Copiar JSON' }).click();
  const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
  expect(copied).toMatchObject({ action: 'permission', operator: { id: 'ready-viewer' } });
  expect(copied.hash).toMatch(/\S{32}/);
  expect(copied.previousHash).toMatch(/\S{32}/);
  expect(copied).toHaveProperty('verified');
  await drawer(page).getByRole('button', { name: 'Tudo desta sessão' }).click();
  await expect(page).toHaveURL(new RegExp(`[?&]session=${copied.session}`));
  expect(page.url()).not.toContain('operator=');
  // The session began with its sign-in.
  await expect(rows(page).last()).toContainText('Entrada');
  const whole = await (await api('admin')).get(`/api/audit?session=${copied.session}`);
  const { items } = (await whole.json()) as { items: { operator: { id: string } }[] };
  expect(items.length).toBeGreaterThan(1);
  expect(new Set(items.map(({ operator }) => operator.id))).toEqual(new Set(['ready-viewer']));
  await checkA11y(page);
});

test('in English and dark, with an entry beside the list', async ({ signedIn, api, product, checkA11y }) => {
  const page = await signedIn('admin');
  const look = { theme: 'dark', language: 'en' };
  expect((await (await api('admin')).put('/api/session/preferences', { data: look })).ok()).toBe(true);
  await page.context().addCookies([{ name: 'locale', value: 'en', url: product.url }]);
  await opened(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Audit' })).toBeVisible();
  await rows(page).nth(3).locator('.row-open').click();
  await expect(drawer(page).getByRole('heading', { name: 'Chain' })).toBeVisible();
  await checkA11y(page);
  await (await api('admin')).put('/api/session/preferences', {
    data: { theme: 'system', language: 'pt-BR' },
  });
});
