import { expect, test } from './own-product.ts';
import { signatureOf, WEBHOOK_LIMITS } from './support/webhooks.ts';
import { button, card, choose, openPage, readSecret, sheet, store } from './support/webhooks-page.ts';

test.use({ more: WEBHOOK_LIMITS });

test.describe.configure({ timeout: 180_000 });

test('registers an endpoint: the rule first, the secret once, ownership proved by the endpoint', {
  tag: '@smoke',
}, async ({ signedIn, endpoint, checkA11y, signsWith }) => {
  const page = await signedIn('developer');
  await openPage(page);
  await button(page, 'Novo endereço').click();
  const form = sheet(page, 'Novo endereço');
  const address = form.getByRole('textbox', { name: 'Endereço' });
  for (const [typed, words] of [
    ['http://loja.example/x', /^Só https/],
    ['https://10.1.2.3/x', /rede interna/],
    ['loja.example', /endereço inteiro/],
  ] as const) {
    await address.fill(typed);
    await expect(form.getByText(words)).toBeVisible();
  }
  await address.fill(endpoint.url);
  await form.getByText('Escolher', { exact: true }).click();
  await expect(form.getByText('Escolha ao menos um evento, ou Todos.')).toBeVisible();
  await form.getByLabel(/^Suspeita de fraude/).check();
  await expect(form.getByText(/nunca receberia nada/)).toBeVisible();
  await form.getByLabel(/^Concluída/).check();
  await checkA11y(page);
  await button(page, 'Conferir').click();
  await expect(form.getByText('Concluída, Suspeita de fraude')).toBeVisible();
  await button(page, 'Registrar endereço').click();
  await expect(sheet(page, `Endereço registrado: ${endpoint.url}`)).toBeVisible();
  const secret = await readSecret(page);
  expect(secret.length).toBeGreaterThan(20);
  await expect(button(page, 'Continuar para a posse')).toBeDisabled();
  await store(page, 'Continuar para a posse');
  await expect(page.getByText('O endereço devolveu o código: os avisos estão saindo.')).toBeVisible();
  await expect(page.getByText(secret)).toHaveCount(0);
  await button(page, 'Concluir').click();
  await expect(card(page, endpoint.url).getByText('Confirmada')).toBeVisible();
  expect(await signsWith(secret)).toBe(secret);
});

test('the head’s buttons stand side by side at every width', async ({ signedIn }) => {
  const page = await signedIn('developer');
  await openPage(page);
  for (const width of [360, 600, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const tops = ['Conferir assinatura', 'Novo endereço'].map(
      async (name) => (await button(page, name).boundingBox())?.y,
    );
    const [check, add] = await Promise.all(tops);
    expect(check, `at ${width} px`).toBe(add);
  }
});

test('a failed ownership check says why, and runs again once the endpoint is mended', async ({
  signedIn,
  endpoint,
}) => {
  const right = endpoint.answer;
  endpoint.answer = (response, { body }) => response.end(body);
  const page = await signedIn('developer');
  await openPage(page, '?open=new');
  await sheet(page, 'Novo endereço').getByRole('textbox', { name: 'Endereço' }).fill(endpoint.url);
  await button(page, 'Conferir').click();
  await button(page, 'Registrar endereço').click();
  await store(page, 'Continuar para a posse');
  await expect(page.getByText('Falhou').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Node.js' })).toContainText('x-callback-challenge');
  await button(page, 'Concluir').click();
  const row = card(page, endpoint.url);
  await expect(row.getByText('Falhou')).toBeVisible();
  endpoint.answer = right;
  await row.getByRole('button', { name: /^Repetir a conferência/ }).click();
  await expect(row.getByText('Confirmada')).toBeVisible();
});

test('edits, pauses, resumes and removes, each confirmed', async ({
  signedIn,
  registered,
  endpoint,
  api,
}) => {
  const { secretId } = await registered();
  await (await api('developer')).post(`/api/accounts/pix/issued-secrets/${secretId}/acknowledge`);
  const page = await signedIn('developer');
  await openPage(page);
  const row = card(page, endpoint.url);
  await choose(page, endpoint.url, 'Alterar…');
  const edit = sheet(page, `Alterar ${endpoint.url}`);
  await expect(button(page, 'Salvar alteração')).toBeDisabled();
  await edit.getByText('Escolher', { exact: true }).click();
  await edit.getByLabel(/^Disputa mudou/).check();
  await button(page, 'Salvar alteração').click();
  await expect(row.getByText('Disputa mudou', { exact: true })).toBeVisible();
  await choose(page, endpoint.url, 'Pausar…');
  await expect(page.getByRole('dialog', { name: `Pausar ${endpoint.url}` })).toBeVisible();
  await expect(button(page, 'Voltar')).toBeFocused();
  await button(page, 'Pausar endereço').click();
  await expect(row.getByText('Pausado', { exact: true })).toBeVisible();
  await choose(page, endpoint.url, 'Retomar…');
  await button(page, 'Retomar endereço').click();
  await expect(row.getByText('Ativo', { exact: true })).toBeVisible();
  await choose(page, endpoint.url, 'Remover…');
  await button(page, 'Voltar').click();
  await expect(row).toBeVisible();
  await choose(page, endpoint.url, 'Remover…');
  await button(page, 'Remover endereço').click();
  await expect(row).toHaveCount(0);
  await expect(page.getByText(/^Você removeu/).first()).toBeVisible();
});

test('what a role may not do is not there', async ({ signedIn, registered, endpoint }) => {
  await registered();
  for (const role of ['viewer', 'analyst', 'finance'] as const) {
    const page = await signedIn(role);
    await openPage(page);
    await expect(button(page, 'Novo endereço')).toHaveCount(0);
    await expect(button(page, 'Criar…')).toHaveCount(0);
    await page.getByRole('button', { name: `Ações de ${endpoint.url}` }).click();
    await expect(page.getByRole('menuitem', { name: 'Ver detalhes' })).toBeVisible();
    for (const action of ['Testar endereço…', 'Trocar segredo…', 'Alterar…', 'Pausar…', 'Remover…'])
      await expect(page.getByRole('menuitem', { name: action })).toHaveCount(0);
    await page.close();
  }
});

test('an open menu stays in the window with its button when what stands above it grows', async ({
  signedIn,
  registered,
  endpoint,
}) => {
  await registered();
  const page = await signedIn('developer');
  await openPage(page);
  const actions = page.getByRole('button', { name: `Ações de ${endpoint.url}` });
  await actions.click();
  const action = page.getByRole('menuitem', { name: 'Remover…' });
  await expect(action).toBeInViewport();
  await page.locator('[data-region=page]').evaluate((node) => {
    const more = document.createElement('div');
    more.style.height = '150vh';
    node.prepend(more);
  });
  await expect(actions).toBeInViewport();
  await expect(action).toBeInViewport();
});

test('by keys alone at 360 px: from the list to the stored secret', async ({
  browser,
  product,
  stateOf,
  registered,
  endpoint,
  checkA11y,
}) => {
  await registered();
  const context = await browser.newContext({
    baseURL: product.url,
    storageState: await stateOf('developer'),
    locale: 'pt-BR',
    viewport: { width: 360, height: 740 },
  });
  const page = await context.newPage();
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await openPage(page);
  expect(await overflow()).toBeLessThanOrEqual(0);
  const opener = page.getByRole('button', { name: `Ver ${endpoint.url}` });
  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(sheet(page, `Endereço ${endpoint.url}`)).toBeFocused();
  expect(await overflow()).toBeLessThanOrEqual(0);
  await button(page, 'Mostrar segredo de novo…').focus();
  await page.keyboard.press('Enter');
  await button(page, 'Mostrar segredo').focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Guardei o segredo no cofre da aplicação').focus();
  await page.keyboard.press('Space');
  expect(await overflow()).toBeLessThanOrEqual(0);
  await checkA11y(page);
  await button(page, 'Continuar para a prova').focus();
  await page.keyboard.press('Enter');
  await expect(button(page, 'Fazer a prova')).toBeVisible();
  await expect(sheet(page, /^Trocar segredo/)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(sheet(page, /^Trocar segredo/)).toHaveCount(0);
  await context.close();
});

test('the signature tool says which of time, secret, body and header is wrong', async ({
  signedIn,
  checkA11y,
}) => {
  const page = await signedIn('viewer');
  await openPage(page, '?open=signature');
  const tool = sheet(page, 'Conferir a assinatura de um aviso');
  const secret = 'a secret of the test';
  const body = '{"id": "txn_1", "status": "COMPLETED"}';
  const check = async (header: string, text: string, key: string) => {
    await tool
      .getByLabel('Cabeçalhos')
      .fill(`Content-Type: application/json\nX-Callback-Signature: ${header}`);
    await tool.getByLabel('Corpo').fill(text);
    await tool.getByRole('textbox', { name: 'Segredo' }).fill(key);
    await button(page, 'Conferir assinatura').last().click();
  };
  const right = signatureOf(secret, body);
  await check(right, body, secret);
  await expect(tool.getByText('A assinatura confere.')).toBeVisible();
  await check(right, body, 'another secret');
  await expect(tool.getByText('O segredo ou o corpo é outro.')).toBeVisible();
  await check(signatureOf(secret, '{"id":"txn_1","status":"COMPLETED"}'), body, secret);
  await expect(tool.getByText('O corpo foi refeito.')).toBeVisible();
  await check('v1=abc', body, secret);
  await expect(tool.getByText('O cabeçalho não tem a forma esperada.')).toBeVisible();
  await checkA11y(page);
  const old = signatureOf(secret, body, Date.now() - 3_600_000);
  await check(old, body, secret);
  await expect(tool.getByText('A assinatura é de outra hora.')).toBeVisible();
  await expect(tool.getByText(/Fora a hora, a assinatura confere/)).toBeVisible();
  await tool.getByLabel(/^Avisos antigos/).check();
  await button(page, 'Conferir assinatura').last().click();
  await expect(tool.getByText('A assinatura confere.')).toBeVisible();
});

test('dark, in English: the list, a rotation and the code have no fault for axe', async ({
  signedIn,
  registered,
  endpoint,
  product,
  api,
  checkA11y,
}) => {
  await registered();
  const request = await api('admin');
  await request.put('/api/session/preferences', { data: { theme: 'dark', language: 'en' } });
  const page = await signedIn('admin');
  await page.context().addCookies([{ name: 'locale', value: 'en', url: product.url }]);
  await page.goto('/pix/webhooks');
  await page.getByRole('button', { name: `View ${endpoint.url}` }).click();
  await expect(page.getByRole('region', { name: 'Node.js' })).toBeVisible();
  await checkA11y(page);
  await page
    .getByRole('button', { name: `Actions for ${endpoint.url}` })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Remove…' }).click();
  await expect(page.getByRole('dialog', { name: `Remove ${endpoint.url}` })).toBeVisible();
  await checkA11y(page);
  await page.keyboard.press('Escape');
  await request.put('/api/session/preferences', { data: { theme: 'light', language: 'pt-BR' } });
});

test('U11: an hour of the health chart as a table, each address to its deliveries; 7 and 30 days too', async ({
  signedIn,
  checkA11y,
}) => {
  const page = await signedIn('viewer');
  await openPage(page);
  const bar = page.getByRole('button', { name: /^\d\d:00: [1-9]\d* entregues?, / }).first();
  await expect(bar).toBeVisible({ timeout: 30_000 });
  await bar.click();
  const delivered = /: ([\d.]+) entregues?/.exec((await bar.getAttribute('aria-label')) ?? '')?.[1] ?? '';
  const moment = page.getByRole('region', { name: /, \d\d:00 a \d\d:00$/ });
  const line = moment.getByRole('row').filter({ has: page.getByRole('link') });
  await expect(line.filter({ hasText: delivered }).first()).toBeVisible();
  // The meaning of the figures, the next step, and what each of them is.
  await expect(
    moment.getByText(/^(Tudo foi aceito|.+ (não aceitou nada|deixou de aceitar|responde devagar))/),
  ).toBeVisible();
  await expect(moment.getByText('metade das respostas veio nesse tempo ou antes.')).toBeVisible();
  await page.setViewportSize({ width: 360, height: 800 });
  const said = moment.locator('.callout > div').first();
  expect(await said.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(page).toHaveURL(/at=/);
  await checkA11y(page);
  await page.reload();
  await line.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/pix\/deliveries\?from=.+&to=.+&webhookId=/);
  await page.goBack();
  await page.getByText('30 dias', { exact: true }).click();
  await expect(page.getByRole('button', { name: /^\w{3} \d+ \w{3}: / }).first()).toBeVisible();
  await expect(moment).toHaveCount(0);
});
