import { randomUUID } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { Client } from 'pg';
import { startPostgres } from '../scripts/postgres.ts';
import { expect, test } from './fixtures.ts';
import { startProvider } from './security/real-account.ts';
import { hydrated } from './support/hydrated.ts';
import { virtualDevice } from './support/passkeys.ts';

test.describe.configure({ timeout: 300_000 });

const TOKEN = 'real-looking-token-0123456789abcdef';
const KEY = 'contato@transportes-ipe.example';
const PASSWORD = 'lilás bigorna tatu 7';

/** The same path in both languages. */
const LANGUAGES = {
  'pt-BR': {
    create: 'Criar e entrar',
    fields: ['Nome', 'E-mail', 'Senha', 'Senha de novo'],
    firstDay: 'Primeiro dia',
    passkey: 'Chave de acesso',
    made: /^Chave criada/,
    team: ['Convidar pessoa', 'Conta do papel 1', 'Papel 1', 'Convidar'],
    roles: { finance: 'Financeiro', analyst: 'Análise' },
    accept: ['Aceitar e entrar', 'Entrar sem ligar agora'],
    money: ['Chave de quem recebe', 'Valor', 'Sua referência', 'Conferir saque', /^Pedir saque/],
    seen: /conferido às/,
    waits: 'Aguardando sua aprovação',
    bell: /^Caixa de entrada, \d+ não lidas?$/,
    enterByKey: 'Usar chave de acesso',
    approve: [/^Aprovar R\$.*…$/, /^Aprovar R\$[^…]*$/],
  },
  en: {
    create: 'Create and sign in',
    fields: ['Name', 'E-mail', 'Password', 'Password again'],
    firstDay: 'First day',
    passkey: 'Passkey',
    made: /^Passkey created/,
    team: ['Invite person', 'Account of role 1', 'Role 1', 'Invite'],
    roles: { finance: 'Finance', analyst: 'Analyst' },
    accept: ['Accept and sign in', 'Go in without it for now'],
    money: ["Receiver's key", 'Amount', 'Your reference', 'Check withdrawal', /^Withdraw R\$/],
    seen: /looked up at/,
    waits: 'Awaiting your approval',
    bell: /^Inbox, \d+ unread$/,
    enterByKey: 'Use a passkey',
    approve: [/^Approve R\$.*…$/, /^Approve R\$[^…]*$/],
  },
} as const;
type Language = keyof typeof LANGUAGES;

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });

for (const language of Object.keys(LANGUAGES) as Language[])
  test(`a team from nothing, in ${language}: set-up, invitations, a withdrawal that a second person lets go`, async ({
    browser,
    start,
  }) => {
    const words = LANGUAGES[language];
    const [provider, postgres] = [await startProvider(TOKEN), await startPostgres()];
    const product = await start({
      env: {
        DATABASE_URL: postgres.url,
        GUICHE_SECRET: 'for tests only, thirty-two bytes or more',
        PIX_BASE_URL: provider.line.pix.baseUrl,
        PIX_ACCESS_TOKEN: TOKEN,
        PIX_ENVIRONMENT: 'production',
      },
    });
    const person = () => somebody(browser, product.url, language);
    const admin = await person();
    const device = await virtualDevice(admin);
    const [printed = '', token = ''] = /http\S+\/set-up\?token=(\S+)/.exec(product.output()) ?? [];
    const referred: string[] = [];
    admin.on('request', (request) => {
      if (`${request.headers().referer}`.includes(token)) referred.push(request.url());
    });
    await admin.goto(printed);
    // Read, it stands neither in the address bar nor in the history.
    await expect(admin).toHaveURL(/\/set-up$/);
    await fill(admin, words.fields.slice(0, 3), ['Renata Mello', 'renata@casa.example', PASSWORD]);
    await button(admin, words.create).click();
    await expect(admin.getByRole('heading', { level: 1, name: words.firstDay })).toBeVisible();
    expect(referred, 'what was told where it came from').toEqual([]);
    expect(product.output().replace(printed, ''), 'what was logged').not.toContain(token);

    await admin.goto('/settings/profile');
    await button(admin, words.passkey).click();
    await expect(admin.getByText(words.made)).toBeVisible();
    expect(await device.keys()).toBe(1);

    const finance = await person();
    const analyst = await person();
    for (const [page, role] of [
      [finance, 'finance'],
      [analyst, 'analyst'],
    ] as const) {
      await page.goto(await invited(admin, words, `${role}@casa.example`, words.roles[role]));
      await fill(
        page,
        [words.fields[0], words.fields[2], words.fields[3]],
        [`Pessoa ${role}`, PASSWORD, PASSWORD],
      );
      await button(page, words.accept[0]).click();
      await page.getByRole('link', { name: words.accept[1] }).click();
      await expect(page).toHaveURL(/\/pix\/overview$/);
    }
    await withLimit(admin, product.url);

    const reference = `equipe-${randomUUID().slice(0, 8)}`;
    const [key, amount, own, check, ask] = words.money;
    await finance.goto('/pix/withdrawals?open=new');
    await fill(finance, [key, amount], [KEY, '150']);
    await expect(finance.getByText(words.seen)).toBeVisible({ timeout: 20_000 });
    await finance.getByLabel(own).fill(reference);
    await button(finance, check).click();
    await button(finance, ask).click();

    await admin.goto('/pix/overview');
    await expect(button(admin, words.bell).first()).toBeVisible({ timeout: 30_000 });
    await admin.context().clearCookies({ name: /session/ });
    await admin.goto('/sign-in');
    await button(admin, words.enterByKey).click();
    await expect(admin).toHaveURL(/\/pix\/overview$/);
    // The sign-in's own proof is too old to let money go: the device is asked again.
    await ageProofs(postgres.url);
    // A session is remembered for some seconds: the page that begins before would ask only once it was refused.
    const proved = async () => (await (await admin.request.get('/api/session')).json()).stepUpUntil;
    await expect.poll(proved).toBeNull();
    await admin.goto('/inbox');
    const waits = admin.getByRole('region', { name: words.waits });
    await expect(waits.getByText(KEY, { exact: true })).toBeVisible();
    await waits.getByRole('button', { name: words.approve[0] }).click();
    const proving = admin.waitForRequest(/\/api\/step-up$/);
    await admin.getByRole('dialog').getByRole('button', { name: words.approve[1] }).click();
    const proof = await proving;
    expect(Object.keys(proof.postDataJSON())).toEqual(['passkey']);
    expect((await proof.response())?.status()).toBe(200);
    await expect(waits).toHaveCount(0, { timeout: 30_000 });

    const list = `${provider.line.pix.baseUrl}/user/transactions?clientReference=${reference}`;
    const held = await (await fetch(list, { headers: { authorization: `Bearer ${TOKEN}` } })).json();
    expect(held.transactions).toHaveLength(1);
    // Analysis moves no money and administers nothing.
    expect((await analyst.request.get('/api/settings/team')).status()).toBe(403);
    await Promise.all([admin, finance, analyst].map((page) => page.context().close()));
    await provider.stop();
    await product.stop();
    await postgres.stop();
  });

/** Everybody's last proof of who they are was eleven minutes ago. */
async function ageProofs(connectionString: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  await client.query(`update sessions set proved_at = now() - interval '11 minutes'`);
  await client.end();
}

async function somebody(browser: Browser, baseURL: string, language: Language): Promise<Page> {
  const context = await browser.newContext({ baseURL, locale: language });
  await context.addCookies([{ name: 'locale', value: language, url: baseURL }]);
  return context.newPage();
}

async function fill(page: Page, labels: readonly string[], texts: readonly string[]): Promise<void> {
  await hydrated(page);
  for (const [at, label] of labels.entries())
    await page.getByLabel(label, { exact: true }).fill(texts[at] ?? '');
}

async function invited(
  admin: Page,
  { team }: (typeof LANGUAGES)[Language],
  email: string,
  role: string,
): Promise<string> {
  const [open, account, roleOf, send] = team;
  await admin.goto('/settings/team');
  await button(admin, open).click();
  const sheet = admin.getByRole('complementary', { name: open });
  await sheet.getByLabel('E-mail').fill(email);
  await sheet.getByLabel(account).selectOption({ index: 1 });
  await sheet.getByLabel(roleOf, { exact: true }).selectOption({ label: role });
  await sheet.getByRole('button', { name: send, exact: true }).click();
  return (await sheet.locator('output').textContent()) ?? '';
}

/** Withdrawals above R$ 100 wait; a stricter rule holds at once. */
async function withLimit(admin: Page, origin: string): Promise<void> {
  const { items } = await (await admin.request.get('/api/settings/accounts')).json();
  const answer = await admin.request.patch(`/api/settings/accounts/${items[0].id}`, {
    headers: { origin, 'idempotency-key': randomUUID() },
    data: { settings: { approvalAbove: 10_000 } },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}
