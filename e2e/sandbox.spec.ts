import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import type { Ready } from './support/product.ts';

test.use({ productOptions: { simulator: { transactions: 800 } } });

test.afterEach(({ control }) => control('/reset', { scope: 'normal' }).then(() => undefined));

/** A charge that waits to be paid, made as a program of the merchant makes it. */
async function charge({ simulator }: Ready, clientReference: string): Promise<void> {
  const answer = await fetch(`${simulator?.pix.baseUrl}/pix`, {
    method: 'POST',
    headers: { authorization: `Bearer ${simulator?.pix.accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ amount: 42.5, clientReference }),
  });
  expect(answer.ok, await answer.text()).toBe(true);
}

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const inForce = (page: Page) => panel(page, 'Em vigor agora');

test('a developer pays a waiting charge, which is then paid among the transactions', async ({
  signedIn,
  product,
}) => {
  const reference = 'e2e-charge-to-pay';
  await charge(product, reference);
  const page = await signedIn('developer');
  await page.goto('/pix/sandbox');
  await page.getByRole('button', { name: `Pagar ${reference}`, exact: true }).click();
  await expect(page.getByText(`${reference}: Pagar, feito`)).toBeVisible();
  await page.goto(`/pix/transactions?clientReference=${reference}`);
  const row = page.locator('tr[data-index="0"]:not([data-unread])');
  await expect(row).toContainText(reference);
  await expect(row).toContainText('Concluída');
  await expect(row).toContainText(/42,50/);
});

test('a charge ends another way, chosen in its menu by keys alone', async ({ signedIn, product }) => {
  const reference = 'e2e-charge-to-expire';
  await charge(product, reference);
  const page = await signedIn('developer');
  await page.goto('/pix/sandbox');
  await page.getByRole('button', { name: `Pagar ${reference} de outro jeito` }).focus();
  await page.keyboard.press('Enter');
  const expire = page.getByRole('menuitem', { name: 'Expirar agora' });
  await expect(expire).toBeVisible();
  await expect(async () => {
    await page.keyboard.press('ArrowDown');
    await expect(expire).toBeFocused({ timeout: 100 });
  }).toPass();
  await page.keyboard.press('Enter');
  await expect(page.getByText(`${reference}: Expirar agora, feito`)).toBeVisible();
});

test('a dispute is opened on a paid deposit; a second one is refused in words', async ({
  signedIn,
  api,
  expectFault,
}) => {
  expectFault(/400.*simulator\/dispute/);
  const list = await (await api('admin')).get(
    '/api/accounts/pix/transactions?type=DEPOSIT&status=COMPLETED&limit=50',
  );
  const { items } = (await list.json()) as { items: { id: string }[] };
  const id = items.at(-1)?.id ?? '';
  const page = await signedIn('developer');
  await page.goto('/pix/sandbox');
  const form = panel(page, 'Abrir uma disputa');
  await form.getByRole('button', { name: 'Abrir disputa' }).click();
  await expect(form.getByText('Informe a transação.')).toBeVisible();
  await form.getByLabel('Transação').fill(id);
  await form.getByRole('radiogroup', { name: 'Prazo' }).getByText('72 h').click();
  await form.getByRole('button', { name: /^Abrir disputa/ }).click();
  await expect(form.getByText(`Disputa aberta em ${id}`)).toBeVisible();
  await form.getByRole('button', { name: /^Abrir disputa/ }).click();
  await expect(form.getByText('Já há uma disputa aberta nesta transação.')).toBeVisible();
  await page.goto(`/pix/transactions/${id}`);
  await expect(page.getByRole('region', { name: 'Linha do tempo' }).getByText(/^Disputa/)).toHaveCount(1);
});

test('a fault is armed, listed with its undo, and taken off', async ({ signedIn, control }) => {
  const page = await signedIn('developer');
  await page.goto('/pix/sandbox');
  const form = panel(page, 'Falhar as próximas chamadas');
  await form.getByLabel('Rota').fill('nonsense');
  await form.getByRole('button', { name: 'Armar 3 falhas' }).click();
  await expect(form.getByText('Escreva como POST /pix')).toBeVisible();
  await form.getByLabel('Rota').fill('GET /user/balance');
  await form.getByRole('radiogroup', { name: 'Falha' }).getByText('503').click();
  await form.getByRole('radiogroup', { name: 'Quantas' }).getByText('10').click();
  await form.getByRole('button', { name: 'Armar 10 falhas' }).click();
  await expect(inForce(page)).toContainText('GET /user/balance responde 503');
  const state = (await control('/state')) as { faults: { path: string; left: number }[] };
  expect(state.faults).toMatchObject([{ path: '/user/balance', left: 10 }]);
  await inForce(page)
    .getByRole('button', { name: /^Desfazer: GET \/user\/balance/ })
    .click();
  await expect(inForce(page)).toContainText('nada fora do normal nesta conta');
  expect((await control('/state')).faults).toEqual([]);
});

test('everything works by keys alone, and one button puts everything back', async ({
  signedIn,
  control,
  expectFault,
}) => {
  // The page offers paid deposits to dispute; without an address on the list they cannot be read.
  expectFault(/502.*type=DEPOSIT/);
  const page = await signedIn('developer');
  await page.goto('/pix/sandbox');
  const radio = (group: string, name: string) =>
    page.getByRole('radiogroup', { name: group, exact: true }).getByRole('radio', { name, exact: true });
  /** A changing control is disabled until the page has read it again; a key pressed before goes nowhere. */
  const pressOn = (control: Locator, key: string, says: string) =>
    expect(async () => {
      await expect(control).toBeEnabled();
      await control.focus();
      await page.keyboard.press(key);
      await expect(inForce(page)).toContainText(says, { timeout: 3_000 });
    }).toPass({ timeout: 20_000 });
  const arrows = (group: string, from: string, key: string, says: string) =>
    pressOn(radio(group, from), key, says);
  const press = (name: string, says: string) =>
    pressOn(page.getByRole('button', { name, exact: true }), 'Enter', says);
  await arrows('Contrato', 'assinado', 'ArrowRight', 'Contrato aguarda assinatura');
  await arrows('Lista de IPs', 'este IP', 'ArrowRight', 'Nenhum IP registrado');
  await pressOn(
    page.getByRole('switch', { name: /^Trava de mudanças/ }),
    'Space',
    'Conta travada para mudanças',
  );
  await pressOn(page.getByRole('switch', { name: 'WITHDRAW' }), 'Space', 'Token sem WITHDRAW');
  await arrows('Velocidade', '1×', 'ArrowRight', 'Tempo a 60×');
  await arrows('Respostas', 'simples', 'ArrowRight', 'Respostas aninhadas');
  await press('Falhar 5 entregas', 'Todo endereço responde 503');
  await press('Armar 3 falhas', 'POST /pix grava e não responde');
  await press('+1 h', 'POST /pix grava e não responde');
  await press('Voltar tudo ao normal', 'nada fora do normal nesta conta');
  const { account, clock } = (await control('/state')) as Record<string, Record<string, unknown>>;
  expect(account).toMatchObject({ contract: 'signed', locked: false, dialect: 'plain' });
  expect(clock).toMatchObject({ speed: 1 });
});

for (const role of ['viewer', 'analyst', 'finance'] as const)
  test(`U14: ${role} has no way to the controls, and reads at their address who has`, async ({
    signedIn,
    expectFault,
  }) => {
    expectFault(/404/);
    const page = await signedIn(role);
    await page.goto('/pix/overview');
    await expect(page.getByRole('navigation', { name: 'Principal', exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Controles do simulador' })).toHaveCount(0);
    await page.goto('/pix/sandbox');
    await expect(
      page.getByRole('heading', { name: 'Seu papel não abre Controles do simulador' }),
    ).toBeVisible();
    await expect(page.getByText('Esta página é de: Integração e Administração.')).toBeVisible();
  });
