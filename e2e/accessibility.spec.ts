import type { APIRequestContext, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { MONEY_VARIANTS } from './support/money-looks.ts';

test.describe.configure({ timeout: 480_000 });

/** Each theme and each language once. */
const LOOKS = [
  { theme: 'light', language: 'pt-BR' },
  { theme: 'dark', language: 'en' },
] as const;

const WORDS = {
  'pt-BR': {
    add: 'Adicionar filtro',
    columns: 'Escolher colunas',
    views: 'Visões',
    saveView: 'Salvar como visão…',
    drawer: /^Transação /,
    me: /suas preferências$/,
    actions: /^Ações de /,
  },
  en: {
    add: 'Add filter',
    columns: 'Choose columns',
    views: 'Views',
    saveView: 'Save as a view…',
    drawer: /^Transaction /,
    me: /your choices$/,
    actions: /^Actions for /,
  },
} as const;

/** Pages of the other kinds of account and above all accounts, and what stands beside them. */
const OF_OTHER_ACCOUNTS = [
  '/hub/overview',
  '/hub/webhooks',
  '/hub/webhooks?open=new',
  '/hub/disputes',
  '/card/overview',
  '/settings/accounts?open=edit&of=card',
  '/settings/accounts?open=doctor&of=card',
  '/settings/audit',
  '/settings/team?open=invite',
  '/settings/policies',
  '/settings/first-day',
  '/settings/profile',
  '/all/overview',
];

/** Goes there and waits until nothing is being read any more. */
async function opened(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0);
}

type Look = { theme: string; language: string };

async function choose(page: Page, request: APIRequestContext, look: Look, url: string): Promise<void> {
  expect((await request.put('/api/session/preferences', { data: look })).ok()).toBe(true);
  await page.context().addCookies([{ name: 'locale', value: look.language, url }]);
}

const stepper =
  (page: Page, checkA11y: (page: Page) => Promise<void>) => (name: string, see: () => Promise<unknown>) =>
    test.step(name, async () => {
      await see();
      await checkA11y(page);
    });

const rows = (page: Page) => page.locator('tr[data-index]:not([data-unread])');

// Its own product: the looks are the operator's stored choices, which other files must not see.
test.use({ productOptions: { simulator: { transactions: 600 } } });

for (const { theme, language } of LOOKS)
  test(`axe finds nothing: ${theme}, ${language}`, async ({
    signedIn,
    api,
    checkA11y,
    expectFault,
    control,
    product,
  }) => {
    expectFault(/Failed to load resource/);
    const page = await signedIn('admin');
    await choose(page, await api('admin'), { theme, language }, product.url);
    const t = WORDS[language];
    const step = stepper(page, checkA11y);
    await step('overview', async () => {
      await page.goto('/pix/overview');
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0);
    });
    await step('own choices open', () => page.getByRole('button', { name: t.me }).click());
    await step('palette', async () => {
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('dialog')).toBeVisible();
    });
    await step('key help', async () => {
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog')).toBeVisible();
    });
    await step('transactions with a drawer', async () => {
      await page.goto('/pix/transactions?status=COMPLETED');
      await rows(page).nth(2).click();
      await expect(
        page.getByRole('complementary', { name: t.drawer }).getByRole('listitem').first(),
      ).toBeVisible();
    });
    await step('with a filter open', async () => {
      await page.getByRole('button', { name: t.add }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    });
    await step('with the columns open', async () => {
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: t.columns }).click();
      await expect(page.getByRole('menu')).toBeVisible();
    });
    await step('with the views open', async () => {
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: t.views }).click();
      await expect(page.getByRole('menu')).toBeVisible();
    });
    await step('a view about to be saved', async () => {
      await page.getByRole('menuitem', { name: t.saveView }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    });
    await step('the own page of a transaction', async () => {
      const id = new URL(page.url()).searchParams.get('open');
      await page.goto(`/pix/transactions/${id}`);
      await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
    });
    await step('sandbox with a fault in force', async () => {
      await control('/fault', { kind: 'status', status: 503, path: '/nowhere', untilCleared: true });
      await page.goto('/pix/sandbox');
      await expect(page.getByText('/nowhere').first()).toBeVisible();
    });
    await step('nothing found', async () => {
      await page.goto('/pix/transactions?clientReference=no-such');
      await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toBeVisible();
    });
    await step('an error', async () => {
      await control('/fault', {
        kind: 'status',
        status: 403,
        errorCode: 'PZA203',
        path: '/user/transactions',
        untilCleared: true,
      });
      await page.goto('/pix/transactions');
      await expect(page.getByText('PZA203')).toBeVisible();
      await control('/clear', { all: true });
    });
    await step('no such page', () => page.goto('/pix/nothing-here'));
  });

for (const { theme, language } of LOOKS) {
  test(`axe finds nothing on money: ${theme}, ${language}`, async ({ signedIn, api, checkA11y, product }) => {
    const page = await signedIn('admin');
    await choose(page, await api('admin'), { theme, language }, product.url);
    const step = stepper(page, checkA11y);
    for (const { name, see } of MONEY_VARIANTS) await step(name, () => see(page));
  });

  test(`axe finds nothing on other accounts and above them: ${theme}, ${language}`, async ({
    signedIn,
    api,
    checkA11y,
    product,
  }) => {
    const page = await signedIn('admin');
    await choose(page, await api('admin'), { theme, language }, product.url);
    const t = WORDS[language];
    const step = stepper(page, checkA11y);
    for (const address of OF_OTHER_ACCOUNTS) await step(address, () => opened(page, address));
    await step('a card charge beside the list', async () => {
      await opened(page, '/card/card');
      await page.locator('.row-open').first().click();
      await expect(page.getByRole('complementary').getByRole('heading', { level: 3 }).first()).toBeVisible();
    });
    await step('the menu of an account', async () => {
      await opened(page, '/settings/accounts');
      await page.getByRole('article').first().getByRole('button', { name: t.actions }).click();
      await expect(page.getByRole('menu')).toBeVisible();
    });
  });
}

for (const { theme, language } of LOOKS)
  test(`axe finds nothing at the doors: ${theme}, ${language}`, { tag: '@smoke' }, async ({
    page,
    context,
    product,
    checkA11y,
    expectFault,
  }) => {
    // The link of the last one opens nothing.
    expectFault(/Failed to load resource/);
    await context.addCookies([{ name: 'locale', value: language, url: product.url }]);
    await page.emulateMedia({ colorScheme: theme });
    for (const address of ['/sign-in', '/forgotten', `/new-password#${'x'.repeat(32)}`]) {
      await page.goto(address);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await checkA11y(page);
    }
  });

/** Px that the page is wider than the screen. */
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

for (const { name, viewport } of [
  { name: '360 px', viewport: { width: 360, height: 740 } },
  { name: '200 % zoom', viewport: { width: 640, height: 400 } },
])
  test(`${name}: nothing scrolls sideways, and the work can be done`, async ({
    browser,
    product,
    stateOf,
    checkA11y,
  }) => {
    const context = await browser.newContext({
      baseURL: product.url,
      storageState: await stateOf('analyst'),
      locale: 'pt-BR',
      viewport,
      deviceScaleFactor: 2,
    });
    const page = await context.newPage();
    for (const address of ['/sign-in', '/pix/overview', '/pix/withdrawals']) {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await overflow(page), address).toBeLessThanOrEqual(0);
    }
    await page.goto('/pix/transactions');
    await rows(page).nth(1).click();
    await expect(page.getByRole('heading', { name: 'Partes' })).toBeVisible();
    expect(await overflow(page), 'with a transaction open').toBeLessThanOrEqual(0);
    await checkA11y(page);
    await page.getByRole('button', { name: 'Fechar' }).click();
    await expect(rows(page).nth(1)).toBeVisible();
    await page.getByRole('button', { name: 'Buscar' }).click();
    await expect(page.getByRole('dialog', { name: 'Buscar e executar' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Mais' }).click();
    await page.getByRole('menuitem', { name: 'Sair' }).scrollIntoViewIfNeeded();
    await expect(page.getByRole('menuitem', { name: 'Sair' })).toBeInViewport();
    await context.close();
  });

test('the shell by keys alone: skip link, switcher, pages, own choices', { tag: '@smoke' }, async ({
  signedIn,
}) => {
  const page = await signedIn('analyst');
  await page.goto('/pix/overview');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const skip = page.getByRole('link', { name: 'Ir para o conteúdo' });
  await page.keyboard.press('Tab');
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await skip.focus();
  const order = [
    page.getByRole('link', { name: 'guichê' }),
    page.getByRole('button', { name: /^Caixa de entrada/ }),
    page.getByRole('button', { name: /: trocar de conta$/ }),
    page.getByRole('link', { name: 'Visão geral' }).first(),
    page.getByRole('link', { name: 'Transações' }).first(),
    page.getByRole('link', { name: 'Disputas' }).first(),
    page.getByRole('link', { name: 'Cobranças' }).first(),
    page.getByRole('link', { name: 'Pagar' }).first(),
    page.getByRole('link', { name: 'Extrato' }).first(),
    page.getByRole('link', { name: 'Webhooks' }).first(),
    // One's own profile is everybody's.
    page.getByRole('link', { name: 'Configurações' }).first(),
    page.getByRole('button', { name: /suas preferências$/ }),
    page.getByRole('button', { name: 'Alternar entre tema claro e escuro' }),
  ];
  // A count beside an entry is a link of its own, where there is something to count.
  const isCount = () => page.evaluate(() => document.activeElement?.matches('a[data-badge]') === true);
  for (const stop of order) {
    do await page.keyboard.press('Tab');
    while (await isCount());
    await expect(stop).toBeFocused();
  }
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /suas preferências$/ })).toBeFocused();
});

test('reduced motion moves nothing; forced colours leave everything to see', { tag: '@smoke' }, async ({
  signedIn,
  checkA11y,
}) => {
  const page = await signedIn('analyst');
  await page.emulateMedia({ reducedMotion: 'reduce', forcedColors: 'active' });
  await page.goto('/pix/transactions');
  await rows(page).nth(1).click();
  await expect(page.getByRole('heading', { name: 'Partes' })).toBeVisible();
  const moving = await page.evaluate(
    () =>
      document.getAnimations().filter((one) => {
        const { duration, iterations } = one.effect?.getComputedTiming() ?? {};
        return Number(duration) > 20 || iterations === Number.POSITIVE_INFINITY;
      }).length,
  );
  expect(moving).toBe(0);
  await checkA11y(page);
});
