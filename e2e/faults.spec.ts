import type { Locator, Page } from '@playwright/test';
import problems from '../messages/pt-BR/problems.json' with { type: 'json' };
import { expect, test } from './fixtures.ts';

test.use({ productOptions: { env: { GUICHE_READ_MS: '800' }, simulator: { transactions: 500 } } });
test.describe.configure({ timeout: 120_000 });

/** Longer than the server sits through, so that the wait is counted down on screen; the clock skips it. */
const WAIT = { retryAfterSeconds: 9 };
const status = (code: number, errorCode: string, more: object = {}) => ({
  kind: 'status',
  status: code,
  errorCode,
  ...more,
});

type InjectedFault = Record<string, unknown>;
type Case = {
  name: string;
  fault: InjectedFault;
  /** Code in the line of codes: the provider's, else the product's own. */
  code: string;
  /** True when reading again helps: then the page does so by itself, else never. */
  passes: boolean;
  /** No request id where no answer of the provider came, or one without it. */
  noRequestId?: true;
  sourceIp?: true;
};

const refusal = (httpStatus: number, code: string, more: Partial<Case> = {}): Case => ({
  name: `${httpStatus} ${code}`,
  fault: status(httpStatus, code),
  code,
  passes: false,
  ...more,
});
const passing = (httpStatus: number, code: string): Case => ({
  name: `${httpStatus} ${code}`,
  fault: status(httpStatus, code, WAIT),
  code,
  passes: true,
});
const broken = (kind: string, code = 'provider_unavailable'): Case => ({
  name: kind,
  fault: { kind },
  code,
  passes: true,
  noRequestId: true,
});

const CASES: Case[] = [
  refusal(400, 'PZG422'),
  refusal(401, 'PZA100'),
  refusal(403, 'PZA200'),
  refusal(403, 'PZA203', { sourceIp: true }),
  refusal(403, 'PZA204'),
  refusal(403, 'PZA205', { sourceIp: true }),
  refusal(403, 'PZA206'),
  passing(424, 'PZF500'),
  passing(429, 'PZG429'),
  passing(500, 'PZI100'),
  passing(503, 'PZF503'),
  { ...passing(500, 'PZI100'), name: 'a 200 that holds an error', fault: { ...WAIT, kind: 'error-200' } },
  broken('silent', 'provider_timeout'),
  broken('truncated'),
  // Somebody else answered: who administers the account looks into it, so nothing is asked again by itself.
  { ...broken('html', 'ANSWERED_BY_PAGE'), passes: false },
  broken('empty'),
];

type Place = {
  name: string;
  path: string;
  address: (id: string) => string;
  /** Where the failed reading is told. */
  panel: (page: Page) => Locator;
  /** Content that stays, whatever this reading does. */
  stays: (page: Page) => Locator;
  /** Content shown once the reading works. */
  data: (page: Page) => Locator;
};

const PLACES: Place[] = [
  {
    name: 'overview',
    path: '/user/balance',
    address: () => '/pix/overview',
    panel: (page) => page.getByRole('region', { name: 'Saldo' }),
    stays: (page) =>
      page.getByRole('table', { name: 'As dez transações mais novas' }).getByRole('link').first(),
    data: (page) => page.getByRole('region', { name: 'Saldo' }).getByText('Disponível'),
  },
  {
    name: 'transactions',
    path: '/user/transactions',
    address: () => '/pix/transactions',
    panel: (page) => page.getByRole('main'),
    stays: (page) => page.getByRole('button', { name: 'Adicionar filtro' }),
    data: (page) => page.getByRole('grid').getByRole('row').nth(5),
  },
  {
    name: 'detail',
    path: '/user/transactions/:id',
    address: (id) => `/pix/transactions/${id}`,
    panel: (page) => page.getByRole('main'),
    stays: (page) => page.getByRole('link', { name: 'Voltar às transações' }),
    data: (page) => page.getByRole('heading', { name: 'Partes' }),
  },
];

const catalogue: Record<string, { title: string; hint: string }> = {
  ...problems.problem,
  ...problems.provider,
};
const wordsOf = (code: string) => {
  const words = catalogue[code];
  if (words === undefined) throw new Error(`The catalogue has no ${code}.`);
  return words;
};

/** The card that tells of a fault, by its heading: "title", or "title; tento de novo em 9 s". */
const cardOf = (place: Locator, title: string) =>
  place
    .getByRole('alert')
    .or(place.getByRole('status'))
    .filter({ has: place.page().getByRole('heading', { name: title }) });

let id = '';

test.beforeAll(async ({ playwright, product, stateOf }) => {
  const request = await playwright.request.newContext({
    baseURL: product.url,
    storageState: await stateOf('admin'),
  });
  const answer = await request.get('/api/accounts/pix/transactions?status=COMPLETED&limit=1');
  id = ((await answer.json()) as { items: { id: string }[] }).items[0]?.id ?? '';
  await request.dispose();
});

/** Nothing armed, and the account's circuit closed by a read that worked. */
test.afterEach(async ({ control, api }) => {
  await control('/clear', { all: true });
  const request = await api('admin');
  await expect
    .poll(async () => (await request.get('/api/accounts/pix/balance')).status(), { timeout: 20_000 })
    .toBe(200);
});

async function faulted(control: (path: string) => Promise<Record<string, unknown>>): Promise<number> {
  const { requests } = (await control('/requests')) as { requests: { fault?: string }[] };
  return requests.filter(({ fault }) => fault !== undefined).length;
}

/** Waits until nobody asked the provider anything for half a second. */
async function quiet(control: (path: string) => Promise<Record<string, unknown>>): Promise<void> {
  let before = '';
  const still = async () => {
    const now = JSON.stringify(((await control('/requests')).requests as object[]).at(-1));
    const same = now === before;
    before = now;
    return same;
  };
  await expect.poll(still, { intervals: [500] }).toBe(true);
}

/** `npm test` runs this one, `npm run test:full` all. */
const SMOKE = '403 PZA203';

for (const { name, fault, code, passes, noRequestId, sourceIp } of CASES)
  test(`${name}: said on each page, ${passes ? 'and over by itself' : 'and never asked again'}`, {
    tag: name === SMOKE ? '@smoke' : [],
  }, async ({ signedIn, control, expectFault }) => {
    // The browser's console notes every answer of 400 and more by itself.
    expectFault(/Failed to load resource/);
    const page = await signedIn('admin');
    await page.clock.install();
    for (const place of PLACES)
      await test.step(place.name, async () => {
        // Requests of the page before must not be counted.
        await page.goto('about:blank');
        await quiet(control);
        await control('/fault', { ...fault, path: place.path, untilCleared: true });
        const before = await faulted(control);
        await page.goto(place.address(id));
        const card = cardOf(place.panel(page), wordsOf(code).title);
        await expect(card).toBeVisible();
        await expect(card).toContainText(wordsOf(code).hint);
        await expect(card).toContainText(`código ${code}`);
        if (!noRequestId)
          await expect(card.getByRole('button', { name: /^Copiar [0-9a-f-]{36}$/ })).toBeVisible();
        if (sourceIp) {
          await expect(card).toContainText('127.0.0.1');
          await expect(card.getByRole('button', { name: 'Copiar IP' })).toBeVisible();
        }
        await expect(place.stays(page)).toBeVisible();
        // Once; the browser once more where the first paint would not wait, and again where that may help.
        const asked = (await faulted(control)) - before;
        expect(asked).toBeLessThanOrEqual(passes ? 3 : 2);
        if (passes) await control('/clear', { all: true });
        await page.clock.fastForward(passes ? 16_000 : 90_000);
        if (passes) await expect(place.data(page)).toBeVisible({ timeout: 20_000 });
        else {
          await expect(card).toBeVisible();
          expect((await faulted(control)) - before, 'asked again').toBe(asked);
          await control('/clear', { all: true });
        }
      });
  });

test('a short wait is sat through by the server: nobody sees the 429', async ({ api, control }) => {
  const request = await api('admin');
  await control('/fault', {
    ...status(429, 'PZG429', { retryAfterSeconds: 1 }),
    path: '/user/balance',
    count: 2,
  });
  const begun = Date.now();
  expect((await request.get('/api/accounts/pix/balance')).status()).toBe(200);
  expect(Date.now() - begun, 'waited as long as it was told, twice').toBeGreaterThanOrEqual(2000);
});

test('a reset connection and a plain 500 are tried three times by the server', async ({ api, control }) => {
  const request = await api('admin');
  for (const fault of [{ kind: 'reset' }, status(500, 'PZI100')]) {
    await control('/fault', { ...fault, path: '/user/balance', count: 2 });
    expect((await request.get('/api/accounts/pix/balance')).status()).toBe(200);
  }
});

test('an outage opens the circuit, is said with the code of the provider, and ends by itself', async ({
  signedIn,
  control,
  expectFault,
}) => {
  expectFault(/Failed to load resource/);
  const page = await signedIn('admin');
  await control('/fault', { ...status(500, 'PZI100'), path: '/user/transactions', untilCleared: true });
  await page.goto('/pix/transactions');
  const card = cardOf(page.getByRole('main'), wordsOf('PZI100').title);
  await expect(card).toContainText('código PZI100');
  const asked = await faulted(control);
  await expect(card).toContainText(/tento de novo em \d+ s/);
  expect((await faulted(control)) - asked, 'nothing goes out while the circuit is open').toBe(0);
  await control('/clear', { all: true });
  await expect(page.getByRole('grid').getByRole('row').nth(5)).toBeVisible({ timeout: 25_000 });
});

test('a code that the catalogue does not know shows the words of the provider', async ({
  signedIn,
  control,
  expectFault,
}) => {
  expectFault(/Failed to load resource/);
  const page = await signedIn('admin');
  const message = 'A conta está em manutenção programada.';
  await control('/fault', {
    ...status(403, 'PZX999', { message }),
    path: '/user/transactions',
    untilCleared: true,
  });
  await page.goto('/pix/transactions');
  const card = cardOf(page.getByRole('main'), wordsOf('provider_rejected').title);
  await expect(card).toContainText('código PZX999');
  await expect(card).toContainText(message);
});

test('what was seen stays while a refresh fails, and says how old it is', async ({
  signedIn,
  control,
  expectFault,
}) => {
  expectFault(/Failed to load resource/);
  const page = await signedIn('admin');
  await page.clock.install();
  const [overview, list, detail] = PLACES as [Place, Place, Place];
  const refreshes: [Place, () => Promise<void>][] = [
    [overview, () => page.getByRole('button', { name: 'Ler tudo de novo' }).click()],
    [list, () => page.getByRole('button', { name: 'Atualizar' }).click()],
    [
      detail,
      async () => {
        await page.clock.fastForward(20_000);
        await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
      },
    ],
  ];
  for (const [place, refresh] of refreshes)
    await test.step(place.name, async () => {
      await page.goto(place.address(id));
      await expect(place.data(page)).toBeVisible();
      await control('/fault', { ...status(503, 'PZF503', WAIT), path: place.path, untilCleared: true });
      await refresh();
      // The timeline comes of the same reading and says so for itself.
      const card = cardOf(page.getByRole('main'), wordsOf('PZF503').title).first();
      await expect(card).toContainText(/Os dados são das \d\d:\d\d:\d\d e continuam utilizáveis/);
      await expect(place.data(page)).toBeVisible();
      await control('/clear', { all: true });
      await page.clock.fastForward(10_000);
      await expect(card).toBeHidden();
      await expect(place.data(page)).toBeVisible();
    });
});
