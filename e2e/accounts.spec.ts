import { expect, test } from './fixtures.ts';
import { hydrated } from './support/hydrated.ts';

const OWN = { email: 'dona@aroeira.example', password: 'uma-senha-bem-longa' };
// A product of its own: entering a real account ends the ready sign-ins.
// Its service is the simulator, on this machine.
test.use({ productOptions: { env: { GUICHE_ALLOW_PRIVATE_ADDRESSES: '1' } } });
test.describe.configure({ mode: 'serial' });

test('U14: who may not manage finds no more than their profile, and reads at the address who may', async ({
  signedIn,
  expectFault,
}) => {
  expectFault(/404/);
  const page = await signedIn('finance');
  await page.goto('/pix/overview');
  await page.getByRole('link', { name: 'Configurações' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Meu perfil' })).toBeVisible();
  const answer = await page.goto('/settings/accounts');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Seu papel não abre Configurações' })).toBeVisible();
  await expect(page.getByText('Esta página é de: Administração.')).toBeVisible();
});

test('name and rules are changed, and the side bar tells', async ({ signedIn, checkA11y }) => {
  const page = await signedIn('admin');
  await page.goto('/pix/overview');
  await page.getByRole('link', { name: 'Configurações' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Configurações' })).toBeVisible();
  await checkA11y(page);
  await page.getByRole('button', { name: 'Ações de Aroeira testes' }).click();
  await page.getByRole('menuitem', { name: 'Nome e regras' }).click();
  await page.getByLabel('Nome', { exact: true }).fill('Matriz');
  await page.getByLabel('Segunda pessoa aprova cada pagamento acima de').fill('5.000,00');
  await page.getByLabel('Texto da defesa').fill('12');
  await expect(page.getByText('Um número inteiro de 50 a 20000.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Salvar', exact: true })).toBeDisabled();
  await page.getByLabel('Texto da defesa').fill('2000');
  await checkA11y(page);
  await page.getByRole('button', { name: 'Salvar', exact: true }).click();
  await expect(page.getByRole('article', { name: 'Matriz' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Matriz: trocar de conta/ })).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Ações de Matriz' }).click();
  await page.getByRole('menuitem', { name: 'Nome e regras' }).click();
  await expect(page.getByLabel('Segunda pessoa aprova cada pagamento acima de')).toHaveValue('5000,00');
});

test('what was typed is asked about before it is lost', async ({ signedIn, checkA11y }) => {
  const page = await signedIn('admin');
  await page.goto('/settings/accounts?open=edit&of=pix');
  await hydrated(page, 'main aside');
  const sheet = page.getByRole('complementary', { name: 'Nome e regras de Matriz' });
  const name = sheet.getByLabel('Nome', { exact: true });
  await name.fill('Matriz e filial');
  await page.keyboard.press('Escape');
  await expect(sheet.getByText('Descartar o que foi escrito?')).toBeVisible();
  await checkA11y(page);
  await sheet.getByRole('button', { name: 'Continuar aqui' }).click();
  await expect(name).toHaveValue('Matriz e filial');
  // The question took its button with it: the focus comes back within 40 ms.
  await expect(sheet.locator(':focus')).toHaveCount(1);
  // A reload takes none of it: nobody is asked.
  await page.reload();
  await expect(name).toHaveValue('Matriz e filial');
  await name.press('Escape');
  await sheet.getByRole('button', { name: 'Descartar' }).click();
  await expect(sheet).toHaveCount(0);
  await page.goto('/settings/accounts?open=edit&of=pix');
  await expect(name).toHaveValue('Matriz');
  await name.press('Escape');
  await expect(sheet).toHaveCount(0);
  await expect(page.getByRole('article', { name: 'Matriz', exact: true })).toBeVisible();
});

test('U19: the doctor looks when it is opened; it says what fails, what to do, and that it is well again', async ({
  signedIn,
  control,
  checkA11y,
}) => {
  test.slow();
  const page = await signedIn('admin');
  await control('/state', { ips: ['203.0.113.9'] });
  await page.goto('/settings/accounts?open=doctor&of=pix');
  const sheet = page.getByRole('complementary', { name: 'Diagnóstico · Matriz' });
  const first = sheet.getByRole('listitem').first();
  await expect(first).toContainText('não está na lista do serviço');
  await expect(first).toContainText('PZA203');
  await expect(first).toContainText('IPs permitidos');
  await checkA11y(page);

  await control('/state', { ips: ['127.0.0.1'], contract: 'pending' });
  await sheet.getByRole('button', { name: 'Já resolvi, verificar' }).click();
  await expect(sheet.getByText('Aguarda a assinatura do titular.')).toBeVisible();
  await expect(sheet.getByText('aceita pelo serviço')).toBeVisible();

  await control('/state', { contract: 'signed' });
  await sheet.getByRole('button', { name: 'Já resolvi, verificar' }).click();
  await expect(sheet.getByText('assinado, até onde as consultas mostram')).toBeVisible();
  await page.reload();
  await expect(sheet.getByText('assinado, até onde as consultas mostram')).toBeVisible();
});

test('the first real account asks for an administrator of one’s own, is tried, kept and removed', {
  tag: '@smoke',
}, async ({ signedIn, product, expectFault, checkA11y }) => {
  test.slow();
  // A form that lacks something, and a slug that was mistyped.
  expectFault(/400.*settings\/accounts|status of 50\d.*filial-norte/);
  const page = await signedIn('admin');
  await page.goto('/settings/accounts');
  await expect(page.getByRole('button', { name: 'Nova conta' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Criar o link do administrador' }).click();
  await page.getByRole('link', { name: 'Abrir o link' }).click();
  await hydrated(page, 'form');
  // A press before that must not put the password into the address.
  await expect(page.locator('form')).toHaveAttribute('method', 'post');
  await page.getByLabel(/Nome/).fill('Dona Aroeira');
  await page.getByLabel(/E-mail/).fill(OWN.email);
  await page.getByLabel(/Senha/).first().fill(OWN.password);
  await page.getByRole('main').getByRole('button').last().click();
  // U18: whoever set the administrator up is that administrator from here on.
  await page.waitForURL(/first-day/);
  await expect(page.getByText('Dona Aroeira').first()).toBeVisible();

  await page.goto('/settings/accounts?open=new');
  await hydrated(page, 'main aside');
  const sheet = page.getByRole('complementary', { name: 'Nova conta' });
  await sheet.getByLabel('Nome', { exact: true }).fill('Filial Sul');
  await expect(sheet.getByLabel('Endereço no Guichê')).toHaveValue('filial-sul');
  await sheet.getByText('Sandbox', { exact: true }).click();
  await sheet.getByLabel('Endereço do serviço').fill('http://exemplo.com.br/v1');
  await expect(sheet.getByText('Precisa ser https')).toBeVisible();
  await checkA11y(page);
  await sheet.getByLabel('Endereço do serviço').fill(product.simulator?.pix.baseUrl ?? '');
  await sheet.getByRole('button', { name: 'Testar agora' }).click();
  await expect(sheet.getByText('Preencha este campo.')).toBeVisible();
  await sheet.getByLabel('Token de acesso').fill(product.simulator?.pix.accessToken ?? '');
  // A link of the side bar would take the secret with the page: it asks.
  await page.getByRole('link', { name: 'Visão geral' }).click();
  await expect(sheet.getByText('Descartar o que foi escrito?')).toBeVisible();
  await sheet.getByRole('button', { name: 'Continuar aqui' }).click();
  await expect(page).toHaveURL(/open=new/);
  await sheet.getByRole('button', { name: 'Testar agora' }).click();
  await expect(sheet.getByRole('heading', { name: 'Resultado do teste' })).toBeVisible();
  await expect(sheet.getByText('aceita pelo serviço')).toBeVisible();
  await sheet.getByRole('button', { name: 'Salvar conta' }).click();
  await expect(page.getByRole('article', { name: 'Filial Sul' })).toBeVisible();
  expect(await page.content()).not.toContain(product.simulator?.pix.accessToken);
  await page.goto('/filial-sul/transactions');
  await hydrated(page, 'main');
  await expect(page.getByRole('heading', { level: 1, name: 'Transações' })).toBeVisible();
  // The way ends at a real row, seen and opened.
  await page.locator('tr[data-index]:not([data-unread])').nth(2).click();
  const opened = page.getByRole('complementary', { name: /^Transação / });
  await expect(opened.getByText(/R\$/).first()).toBeVisible();
  expect(new URL(page.url()).searchParams.get('open')).toMatch(/\S{8}/);

  // U18: nobody stands behind this address: any page names it and leads to the doctor.
  const stored = await page.request.post('/api/settings/accounts', {
    headers: { 'idempotency-key': crypto.randomUUID(), origin: new URL(page.url()).origin },
    data: {
      ...{ kind: 'pix', name: 'Filial Norte', slug: 'filial-norte', environment: 'sandbox' },
      ...{ baseUrl: 'http://127.0.0.1:9/v1', credentials: { accessToken: 'token-de-teste-0001' } },
    },
  });
  expect(stored.status(), await stored.text()).toBe(201);
  await page.goto('/filial-norte/transactions');
  await expect(page.getByText(/127\.0\.0\.1:9 recusa a conexão\. Confira o endereço base/)).toBeVisible();
  await expect(
    page.getByText('A credencial só pode ser conferida quando o endereço responder.'),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Abrir o diagnóstico' }).click();
  await expect(page).toHaveURL(/settings\/accounts\?open=doctor&of=filial-norte/);

  await page.goto('/settings/accounts');
  await page.getByRole('button', { name: 'Ações de Filial Sul' }).click();
  await page.getByRole('menuitem', { name: 'Remover' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Digite filial-sul para confirmar').fill('filial');
  await dialog.getByRole('button', { name: 'Remover Filial Sul' }).click();
  await expect(dialog.getByText('Não é o endereço desta conta.')).toBeVisible();
  await dialog.getByLabel('Digite filial-sul para confirmar').fill('filial-sul');
  await dialog.getByRole('button', { name: 'Remover Filial Sul' }).click();
  await expect(page.getByRole('article', { name: 'Filial Sul' })).toHaveCount(0);
});
