import type { APIRequestContext } from '@playwright/test';
import { expect, test } from './own-product.ts';
import { hydrated } from './support/hydrated.ts';
import { operatorIdOf } from './support/product.ts';
import { isSignedWith, type Registered, WEBHOOK_LIMITS } from './support/webhooks.ts';
import { button, card, choose, openPage, readSecret, rotate, sheet, store } from './support/webhooks-page.ts';

test.use({ more: WEBHOOK_LIMITS });

test.describe.configure({ timeout: 180_000 });

type Parts = {
  registered: () => Promise<Registered>;
  api: (role: 'developer') => Promise<APIRequestContext>;
};

/** A webhook whose first secret the developer said that they stored. */
async function stored({ registered, api }: Parts): Promise<Registered> {
  const made = await registered();
  await (await api('developer')).post(`/api/accounts/pix/issued-secrets/${made.secretId}/acknowledge`);
  return made;
}

test('rotation: shown again after a closed tab, proved, then never again', { tag: '@smoke' }, async ({
  signedIn,
  registered,
  endpoint,
  signsWith,
  api,
  checkA11y,
}) => {
  await stored({ registered, api });
  const page = await signedIn('developer');
  await openPage(page);
  await rotate(page, endpoint.url);
  const secret = await readSecret(page);
  await checkA11y(page);
  await button(page, 'Fechar…').click();
  await expect(page.getByRole('dialog', { name: 'Fechar sem guardar o segredo?' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.reload();
  await hydrated(page, 'main aside');
  await sheet(page, /^Trocar segredo/)
    .getByRole('button', { name: 'Fechar…' })
    .click();
  await button(page, 'Fechar e guardar depois').click();
  await expect(page.getByText(`${endpoint.url}: o antigo parou`)).toBeVisible();
  await button(page, 'Mostrar de novo…').click();
  await button(page, 'Mostrar segredo').click();
  expect(await readSecret(page)).toBe(secret);
  await store(page, 'Continuar para a prova');
  let accepts = (_header: string, _body: string) => false;
  endpoint.answer = (response, { headers, body }) => {
    response.statusCode = accepts(String(headers['x-callback-signature']), body) ? 204 : 401;
    response.end();
  };
  await button(page, 'Fazer a prova').click();
  await expect(page.getByText(/O receptor recusou o segredo novo/)).toBeVisible();
  accepts = (header, body) => isSignedWith(secret, body, header);
  await button(page, 'Fazer a prova de novo').click();
  await expect(page.getByText('O receptor usa o segredo novo.')).toBeVisible();
  await checkA11y(page);
  expect(await signsWith(secret)).toBe(secret);
  await button(page, 'Ir para o reenvio').click();
  await expect(page.getByText(/Nada falhou desde a troca|avisos? falh/)).toBeVisible();
  await sheet(page, /^Trocar segredo/)
    .getByRole('button', { name: 'Fechar', exact: true })
    .click();
  await expect(page.getByText(`${endpoint.url}: o antigo parou`)).toHaveCount(0);
  await choose(page, endpoint.url, 'Trocar segredo…');
  await expect(button(page, 'Continuar')).toBeVisible();
  await expect(button(page, 'Mostrar segredo')).toHaveCount(0);
});

test('U8: an address of the sandbox is rotated to its proof, and a skipped proof looks skipped', async ({
  signedIn,
}) => {
  const url = 'https://erp.aroeira.example/integracoes/pix';
  const page = await signedIn('developer');
  await openPage(page);
  await rotate(page, url);
  await readSecret(page);
  await store(page, 'Continuar para a prova');
  const step = page.getByRole('listitem').filter({ hasText: 'pulada: nada comprova' });
  await button(page, 'Seguir sem prova').click();
  await expect(step).toBeVisible();
  await expect(step).toHaveAttribute('data-skipped', 'true');
  await expect(step).not.toHaveAttribute('data-done');
  await page.reload();
  await hydrated(page, 'main aside');
  await button(page, 'Fazer a prova').click();
  await expect(page.getByText('O receptor usa o segredo novo.')).toBeVisible();
  await button(page, 'Ir para o reenvio').click();
  await expect(page.getByText(/Nada falhou desde a troca|avisos? falh/)).toBeVisible();
});

test('a receiver that takes a wrong signature is told so', async ({
  signedIn,
  registered,
  endpoint,
  api,
}) => {
  const { id } = await stored({ registered, api });
  endpoint.answer = (response) => response.end('ok');
  const page = await signedIn('developer');
  await openPage(page, `?open=prove:${id}`);
  await button(page, 'Fazer a prova').click();
  await expect(page.getByText(/aceitou uma assinatura errada/)).toBeVisible();
  await expect(page.getByText('O receptor usa o segredo novo.')).toHaveCount(0);
});

test('an endpoint is tested by itself, whatever becomes of its secret', async ({
  signedIn,
  registered,
  endpoint,
  api,
  checkA11y,
}) => {
  const { secret } = await stored({ registered, api });
  const page = await signedIn('developer');
  await openPage(page);
  await choose(page, endpoint.url, 'Testar endereço…');
  const test = sheet(page, `Testar ${endpoint.url}`);
  await expect(test.getByText(endpoint.url)).toBeVisible();
  const before = endpoint.got.length;
  endpoint.answer = (response, { headers, body }) => {
    response.statusCode = isSignedWith(secret, body, headers['x-callback-signature']) ? 204 : 401;
    response.end();
  };
  await test.getByRole('button', { name: 'Enviar teste' }).click();
  await expect(test.getByText('O endereço responde e confere a assinatura.')).toBeVisible();
  expect(endpoint.got.slice(before).map(({ headers }) => headers['x-callback-event'])).toEqual(
    Array(2).fill('GUICHE_TEST'),
  );
  await checkA11y(page);
});

const ROTATE = '/user/webhooks/:id/rotate-secret';

test('a rotation whose answer is lost is asked for again once, and says why', async ({
  signedIn,
  registered,
  endpoint,
  provider,
  signsWith,
  api,
}) => {
  const before = await stored({ registered, api });
  const page = await signedIn('developer');
  await openPage(page);
  await provider.fault({ kind: 'apply-reset', path: ROTATE, count: 1 });
  await rotate(page, endpoint.url);
  await expect(page.getByText(/A primeira resposta se perdeu/)).toBeVisible();
  const secret = await readSecret(page);
  expect(await signsWith(before.secret, secret)).toBe(secret);
});

test('lost twice: the page says so, and the operator rotates again from there', async ({
  signedIn,
  registered,
  endpoint,
  provider,
  signsWith,
  api,
}) => {
  const before = await stored({ registered, api });
  const page = await signedIn('developer');
  await openPage(page);
  await provider.fault({ kind: 'apply-reset', path: ROTATE, count: 2 });
  await rotate(page, endpoint.url);
  await expect(page.getByText(/a resposta também não chegou/)).toBeVisible();
  await expect(card(page, endpoint.url).getByText('Sem resposta do serviço')).toBeVisible();
  await button(page, 'Trocar de novo').click();
  const secret = await readSecret(page);
  expect(await signsWith(before.secret, secret)).toBe(secret);
});

test('a refused rotation leaves the old secret, and says so', async ({
  signedIn,
  registered,
  endpoint,
  provider,
  signsWith,
  api,
  expectFault,
}) => {
  expectFault(/Failed to load resource/);
  const before = await stored({ registered, api });
  const page = await signedIn('developer');
  await openPage(page);
  await provider.fault({ kind: 'status', status: 403, errorCode: 'PZA204', path: ROTATE });
  await rotate(page, endpoint.url);
  await expect(page.getByText('PZA204')).toBeVisible();
  await expect(page.getByText('O segredo antigo continua valendo. Nada mudou.')).toBeVisible();
  expect(await signsWith(before.secret)).toBe(before.secret);
});

test('a proof that is too old is asked for again: wrong, then right; going back changes nothing', async ({
  signedIn,
  registered,
  endpoint,
  sql,
  product,
  api,
  expectFault,
  checkA11y,
}) => {
  expectFault(/Failed to load resource/);
  const { secret, secretId } = await registered();
  const page = await signedIn('developer');
  await openPage(page);
  const operator = operatorIdOf('developer');
  await sql(`update sessions set proved_at = now() - interval '11 minutes' where operator_id = $1`, [
    operator,
  ]);
  // The product caches session reads for five seconds.
  const show = async () =>
    (await (await api('developer')).post(`/api/accounts/pix/issued-secrets/${secretId}/show`)).status();
  await expect.poll(show, { timeout: 10_000 }).toBe(403);
  await choose(page, endpoint.url, 'Mostrar segredo de novo…');
  await button(page, 'Mostrar segredo').click();
  const dialog = page.getByRole('dialog', { name: 'Confirme que é você' });
  const password = dialog.getByLabel('Senha');
  await expect(password).toBeFocused();
  await checkA11y(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(button(page, 'Mostrar segredo')).toBeVisible();
  await expect(page.locator('output')).toHaveCount(0);
  await button(page, 'Mostrar segredo').click();
  await password.fill('not the password');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('A senha não confere.').first()).toBeVisible();
  await password.fill(product.signIns.find(({ role }) => role === 'developer')?.password ?? '');
  await page.keyboard.press('Enter');
  expect(await readSecret(page)).toBe(secret);
});
