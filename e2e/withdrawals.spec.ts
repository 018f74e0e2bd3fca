import type { Page } from '@playwright/test';
import { expect, test } from './own-product.ts';
import { answerOf, change, PIX, withoutProof } from './support/payments.ts';
import { button, newReference, openPayments, panel, watchSent } from './support/payments-page.ts';
import { operatorIdOf } from './support/product.ts';
import { SHORT_LIMITS } from './support/provider.ts';

test.use({ more: SHORT_LIMITS });

test.describe.configure({ timeout: 240_000 });

const KEY = 'contato@transportes-ipe.example';
const SEND = '/withdraw';
const amount = (page: Page) => page.getByLabel('Valor', { exact: true });

/** Key, amount and reference written, and the last look open. */
async function write(page: Page, cents: string, reference: string, key = KEY): Promise<void> {
  await page.getByLabel('Chave de quem recebe').fill(key);
  await amount(page).fill(cents);
  await expect(page.getByText(/conferido às/)).toBeVisible();
  await page.getByLabel('Sua referência').fill(reference);
  await button(page, 'Conferir saque').click();
}

test('by key: the holder is shown before, the last look says all of it, and it goes out once', {
  tag: '@smoke',
}, async ({ signedIn, recordsOf, checkA11y }) => {
  const page = await signedIn('finance');
  await openPayments(page, '/pix/withdrawals?open=new');
  const sent = watchSent(page, /\/withdrawals$/);
  const reference = newReference('saque');
  await write(page, '150', reference);
  const check = panel(page, 'Conferir');
  await expect(check.getByText('Instituição', { exact: true })).toBeVisible();
  await expect(check.getByText(KEY)).toBeVisible();
  await expect(check.getByText('Saldo depois')).toBeVisible();
  await checkA11y(page);
  const ask = button(page, 'Pedir saque de R$ 150,00');
  await ask.dblclick();
  const result = panel(page, /O saque pedido/);
  await expect(result.getByText('O dinheiro está a caminho.')).toBeVisible();
  await expect(result.getByText(/^(A caminho|Concluído)$/)).toBeVisible();
  expect(sent.keys).toHaveLength(1);
  expect(await recordsOf(reference)).toHaveLength(1);
});

test('U5: before it is asked: what the key got before, and that a typed reference is taken once its field is left', async ({
  signedIn,
}) => {
  const page = await signedIn('finance');
  await openPayments(page, '/pix/withdrawals?open=new');
  const reference = newReference('saque');
  await write(page, '152', reference);
  await expect(page.getByText('livre nos pedidos do Guichê')).toBeVisible();
  await button(page, 'Pedir saque de R$ 152,00').click();
  await expect(panel(page, /O saque pedido/).getByText('O dinheiro está a caminho.')).toBeVisible();
  await openPayments(page, '/pix/withdrawals?open=new');
  await page.getByLabel('Chave de quem recebe').fill(KEY);
  await amount(page).fill('153');
  const holder = page.getByRole('status').filter({ hasText: 'conferido às' });
  await expect(holder).toContainText(/\d+ saques? pelo Guichê desde .*concluído/);
  await expect(holder).toContainText('R$ 152,00');
  await page.getByLabel('Sua referência').fill(reference);
  await amount(page).focus();
  const taken = page.getByText('já usada: ');
  await expect(taken).toBeVisible();
  await expect(taken.getByRole('link', { name: 'ver o pedido' })).toHaveAttribute(
    'href',
    /^\/pix\/operations\/op_/,
  );
  // It holds nothing up: the last look opens all the same.
  await button(page, 'Conferir saque').click();
  await expect(button(page, 'Pedir saque de R$ 153,00')).toBeVisible();
});

test('11 digits ask whether CPF or phone; the type can be said', async ({ signedIn }) => {
  const page = await signedIn('finance');
  await openPayments(page, '/pix/withdrawals?open=new');
  const key = page.getByLabel('Chave de quem recebe');
  // Check digits and a mobile number at once.
  await key.fill('11900000083');
  await expect(page.getByText('11 números podem ser CPF ou telefone: escolha abaixo.')).toBeVisible();
  await page.getByRole('radiogroup', { name: 'Tipo da chave' }).getByText('Telefone').click();
  await expect(page.getByRole('radio', { name: 'Telefone' })).toBeChecked();
  await key.fill('12.ABC.345/01DE-35');
  await expect(page.getByRole('radio', { name: 'CNPJ' })).toBeChecked();
  await key.fill('111.444.777-36');
  await key.press('Tab');
  await expect(page.getByText('Os dígitos verificadores não conferem.')).toBeVisible();
});

test('no answer: told as unknown, never sent again, found by its reference', { tag: '@smoke' }, async ({
  signedIn,
  provider,
  recordsOf,
}) => {
  const page = await signedIn('finance');
  await openPayments(page, '/pix/withdrawals?open=new');
  const sent = watchSent(page, /\/withdrawals$/);
  const reference = newReference('sumido');
  await provider.fault({ kind: 'apply-reset', method: 'POST', path: SEND });
  await write(page, '151', reference);
  await button(page, /^Pedir saque/).click();
  const result = panel(page, /O saque pedido/);
  await expect(
    result.getByText('Não repita: o dinheiro pode já ter saído.').or(result.getByText(/O dinheiro está/)),
  ).toBeVisible();
  // The service goes on meanwhile: found late, the money may have arrived already.
  await expect(result.getByText(/^O dinheiro (está a caminho|chegou a quem recebe)\.$/)).toBeVisible({
    timeout: 40_000,
  });
  expect(sent.keys).toHaveLength(1);
  expect(await recordsOf(reference)).toHaveLength(1);
});

test('what was given up and happened after all stands on every page until one who answers for it knows', async ({
  signedIn,
  api,
  provider,
  sql,
}) => {
  const clientReference = newReference('tarde');
  await provider.fault({ kind: 'reset', method: 'POST', path: '/pix' });
  const charge = { amount: 4_567, clientReference, expiresInSeconds: 3600 };
  await answerOf(await change(await api('finance'), 'post', `${PIX}/charges`, charge), 202);
  // An hour of look-ups that found nothing.
  await sql(
    `update operations set state = 'rejected', reason = 'not_found', next_look_up_at = null, settled_at = now()
     where client_reference = $1`,
    [clientReference],
  );
  await provider.create({ amount: 45.67, clientReference, expiresIn: 3600 });
  const viewer = await signedIn('viewer');
  await openPayments(viewer, '/pix/charges');
  const notice = (page: Page) => page.getByRole('alert').filter({ hasText: 'Cobrança de R$ 45,67' });
  await expect(notice(viewer)).toContainText('aconteceu afinal', { timeout: 30_000 });
  await expect(button(notice(viewer), 'Estou ciente')).toHaveCount(0);
  const finance = await signedIn('finance');
  await finance.goto('/all/overview');
  await expect(notice(finance)).toBeVisible();
  await openPayments(finance, '/pix/withdrawals');
  await button(notice(finance), 'Estou ciente').click();
  await expect(notice(finance)).toBeHidden();
  await expect(notice(viewer), 'told to whoever looks').toBeHidden({ timeout: 70_000 });
});

test('while one is unknown, the same amount to the same key needs to be meant', async ({
  signedIn,
  provider,
  recordsOf,
  expectFault,
}) => {
  expectFault(/status of 409/);
  const page = await signedIn('finance');
  await openPayments(page, '/pix/withdrawals?open=new');
  // It never arrives, so that it stays unknown while this is tested.
  await provider.fault({ kind: 'reset', method: 'POST', path: SEND });
  await write(page, '152,34', newReference('duvida'));
  await button(page, /^Pedir saque/).click();
  await expect(panel(page, 'Em andamento').getByText('Sem resposta').first()).toBeVisible();
  await button(page, 'Novo saque').click();
  const second = newReference('segundo');
  await write(page, '152,34', second);
  await button(page, /^Pedir saque/).click();
  await expect(page.getByText('Já há um pedido igual sem resultado conhecido')).toBeVisible();
  expect(await recordsOf(second)).toHaveLength(0);
  await expect(button(page, /^Pedir saque/)).toHaveAttribute('aria-disabled', 'true');
  await page.getByText('Sei que o dinheiro pode chegar duas vezes').click();
  await button(page, /^Pedir saque/).click();
  await expect(panel(page, /O saque pedido/).getByText('O dinheiro está a caminho.')).toBeVisible();
  expect(await recordsOf(second)).toHaveLength(1);
});

test('a refusal stands where it belongs and nothing typed is lost, also over a reload', async ({
  signedIn,
  provider,
  expectFault,
}) => {
  expectFault(/status of (400|422)/);
  const page = await signedIn('finance');
  await openPayments(page, '/pix/withdrawals?open=new');
  await provider.fault({ kind: 'status', status: 422, errorCode: 'PZS202', method: 'POST', path: SEND });
  const reference = newReference('limite');
  await write(page, '153', reference);
  await button(page, /^Pedir saque/).click();
  await expect(page.getByText('PZS202').first()).toBeVisible();
  await expect(amount(page)).toHaveValue('153,00');
  await page.reload();
  await openPayments(page, '/pix/withdrawals?open=new');
  await expect(page.getByLabel('Chave de quem recebe')).toHaveValue(KEY);
  await expect(page.getByLabel('Sua referência')).toHaveValue(reference);
});

test('by code: read first; its fixed amount cannot be changed', async ({ signedIn, provider }) => {
  const charge = (await provider.create({ amount: 77.25, expiresIn: 3600 })) as unknown as {
    qrCodeText: string;
  };
  const page = await signedIn('finance');
  await openPayments(page, '/pix/withdrawals?open=new');
  await page.getByText('Copia e cola', { exact: true }).click();
  await page.getByLabel('Código Pix copia e cola').fill(charge.qrCodeText);
  await page.keyboard.press('Tab');
  await expect(page.getByText(/código lido às/)).toBeVisible();
  await expect(amount(page)).toHaveValue('77,25');
  await expect(amount(page)).toBeDisabled();
  await button(page, 'Conferir saque').click();
  await expect(button(page, 'Pedir saque de R$ 77,25')).toBeVisible();
});

test('M1: a code that cannot be read now is not paid, and one that changed is read again first', async ({
  signedIn,
  provider,
  control,
  expectFault,
}) => {
  expectFault(/status of (400|503)/);
  const charge = (await provider.create({ amount: 78.5, expiresIn: 3600 })) as unknown as {
    qrCodeText: string;
  };
  const page = await signedIn('finance');
  await openPayments(page, '/pix/withdrawals?open=new');
  await page.getByText('Copia e cola', { exact: true }).click();
  const down = { kind: 'status', status: 503, errorCode: 'PZI100', method: 'POST', path: '/pix/qrcode/read' };
  await provider.fault({ ...down, untilCleared: true });
  const code = page.getByLabel('Código Pix copia e cola');
  await code.fill(charge.qrCodeText);
  await page.keyboard.press('Tab');
  await expect(page.getByText(/Sem essa leitura ele não é pago/)).toBeVisible();
  await expect(code).toHaveAttribute('aria-invalid', 'true');
  // The last look reads it once more; the fault must hold until that answer.
  await Promise.all([page.waitForResponse('**/pix-qr-codes/decode'), button(page, 'Conferir saque').click()]);
  await expect(page.getByText(/Sem essa leitura ele não é pago/)).toBeVisible();
  await expect(button(page, /^Pedir saque/)).toHaveCount(0);
  await control('/clear', { all: true });

  // Read once as R$ 1.00, as its receiver said then; now it asks R$ 78.50.
  await page.route(
    '**/pix-qr-codes/decode',
    async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      await route.fulfill({ json: { ...body, code: { ...body.code, amount: 100 } } });
    },
    { times: 1 },
  );
  await code.focus();
  await page.keyboard.press('Tab');
  await expect(amount(page)).toHaveValue('1,00');
  await button(page, 'Conferir saque').click();
  const [asked] = await Promise.all([
    page.waitForRequest('**/withdrawals/qr-code'),
    button(page, 'Pedir saque de R$ 1,00').click(),
  ]);
  expect(asked.postDataJSON()).toMatchObject({ amount: 100 });
  await expect(amount(page), 'it is read again, and nothing was asked').toHaveValue('78,50');
  await expect(page.getByText('O valor deste código não pode ser mudado.')).toBeVisible();
  await button(page, 'Conferir saque').click();
  await expect(button(page, 'Pedir saque de R$ 78,50')).toBeVisible();
});

test('an old proof asks for the password inside the last look; a wrong one sends nothing', async ({
  signedIn,
  api,
  product,
  sql,
  recordsOf,
  expectFault,
}) => {
  expectFault(/status of (400|403)/);
  const page = await signedIn('finance');
  const fresh = await withoutProof(sql, await api('finance'), operatorIdOf('finance'));
  try {
    await openPayments(page, '/pix/withdrawals?open=new');
    const reference = newReference('senha');
    await write(page, '154', reference);
    const password = page.getByLabel('Senha');
    await expect(button(page, /^Pedir saque/)).toBeVisible();
    await expect(password).toBeVisible();
    await password.fill('outra-coisa-qualquer');
    await page.keyboard.press('Enter');
    await expect(page.getByText('A senha não confere.').first()).toBeVisible();
    expect(await recordsOf(reference)).toHaveLength(0);
    await password.fill(product.signIns.find(({ role }) => role === 'finance')?.password ?? '');
    await page.keyboard.press('Enter');
    await expect(panel(page, /O saque pedido/).getByText('O dinheiro está a caminho.')).toBeVisible();
    expect(await recordsOf(reference)).toHaveLength(1);
  } finally {
    await fresh();
  }
});

test('a duplicated tab is an intent of its own, a reload is the same one', async ({
  signedIn,
  recordsOf,
  expectFault,
}) => {
  // The second has the first one's reference, which was typed.
  expectFault(/status of 409/);
  const page = await signedIn('finance');
  const first = watchSent(page, /\/withdrawals$/);
  await openPayments(page, '/pix/withdrawals?open=new');
  const reference = newReference('abas');
  await write(page, '155', reference);
  const kept = await page.evaluate(() => ({ ...sessionStorage }));
  const duplicate = await page.context().newPage();
  const second = watchSent(duplicate, /\/withdrawals$/);
  await duplicate.addInitScript((entries: Record<string, string>) => {
    if (sessionStorage.length > 0) return;
    for (const [name, value] of Object.entries(entries)) sessionStorage.setItem(name, value);
  }, kept);
  await openPayments(duplicate, '/pix/withdrawals?open=new');
  await expect(duplicate.getByLabel('Sua referência')).toHaveValue(reference);
  await duplicate.reload();
  await expect(duplicate.getByLabel('Sua referência')).toHaveValue(reference);
  await button(page, 'Pedir saque de R$ 155,00').click();
  await expect(panel(page, /O saque pedido/).getByText('O dinheiro está a caminho.')).toBeVisible();
  await button(duplicate, 'Conferir saque').click();
  await button(duplicate, 'Pedir saque de R$ 155,00').click();
  await expect.poll(() => second.keys.length).toBe(1);
  expect(first.keys).toHaveLength(1);
  expect(second.keys[0]).not.toBe(first.keys[0]);
  await expect(duplicate.getByText('O dinheiro está a caminho.')).toHaveCount(0);
  expect(await recordsOf(reference)).toHaveLength(1);
});

test('U11: withdrawals by their end in one press, and what left today in one sum below them', async ({
  signedIn,
  api,
}) => {
  const page = await signedIn('finance');
  await openPayments(page, '/pix/withdrawals');
  const ends = page.getByRole('radiogroup', { name: 'Mostrar' });
  const states = page.getByRole('table', { name: /^Saques/ }).locator('tbody td[data-place=state]');
  for (const [end, query, shown] of [
    ['Concluídos', 'COMPLETED', /^Concluído$/],
    ['Não chegaram', 'CANCELED,REFUNDED,ERROR', /^(?!Concluído|A caminho)/],
    ['Todos', null, /./],
  ] as const) {
    await ends.getByText(end, { exact: true }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('status')).toBe(query);
    await expect(ends.getByRole('radio', { name: end })).toBeChecked();
    await expect(states.first()).toHaveText(shown);
    for (const text of await states.allInnerTexts()) expect(text.trim()).toMatch(shown);
  }
  const left = async () => {
    const words = await page
      .getByText(/^(Saiu hoje|Nada saiu hoje)/)
      .locator('..')
      .innerText();
    const [, count = '0', amount = '0'] = /hoje(?:, (\d+) concluídos?)?[^\d]*([\d.,]+)/.exec(words) ?? [];
    return { count: Number(count), cents: Number(amount.replace(/\D/g, '')) };
  };
  const before = await left();
  const data = { pixKey: KEY, pixKeyType: 'email', amount: 15_731 };
  await answerOf(await change(await api('finance'), 'post', `${PIX}/withdrawals`, data), 201);
  // Asked for is not left: it counts once it has arrived. What the tests before it asked for may arrive meanwhile.
  const arrived = async () => {
    await page.reload();
    const { count, cents } = await left();
    return count > before.count && cents >= before.cents + 15_731;
  };
  await expect.poll(arrived, { timeout: 60_000, intervals: [3_000] }).toBe(true);
});

test('who may not withdraw sees the list and what is under way, and no form', async ({ signedIn }) => {
  const page = await signedIn('developer');
  await openPayments(page, '/pix/withdrawals?open=new');
  await expect(page.getByRole('table', { name: /^Saques/ })).toBeVisible();
  await expect(page.getByText('Novo saque')).toHaveCount(0);
});

test('360 px: key, amount and the last look fit', async ({ signedIn, checkA11y }) => {
  const page = await signedIn('finance');
  await page.setViewportSize({ width: 360, height: 740 });
  await openPayments(page, '/pix/withdrawals?open=new');
  await write(page, '12', newReference('celular'));
  await expect(button(page, 'Pedir saque de R$ 12,00')).toBeVisible();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wide).toBeLessThanOrEqual(0);
  await checkA11y(page);
});
