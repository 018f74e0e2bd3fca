import AxeBuilder from '@axe-core/playwright';
import { type APIRequestContext, test as base, expect, type Page } from '@playwright/test';
import { patient } from './support/hydrated.ts';
import { type Product, type ProductOptions, type Ready, type Role, startProduct } from './support/product.ts';
import { signIn } from './support/sign-in.ts';
import { watchContext } from './support/watch.ts';

type StorageState = Awaited<ReturnType<APIRequestContext['storageState']>>;
type Control = (path: string, body?: object) => Promise<Record<string, unknown>>;

type PerFile = {
  /** Set by `test.use({ productOptions: … })`; this file's tests then have their own product. */
  productOptions: ProductOptions | null;
  /** The product under test: the shared one, or the file's own. */
  product: Ready;
  /** Session of a role, signed in once per worker. */
  stateOf: (role: Role) => Promise<StorageState>;
};
type PerTest = {
  /** Starts more products (fault and restart tests); they stop with the test. */
  start: (options?: ProductOptions) => Promise<Product>;
  /** A page signed in with a role. */
  signedIn: (role: Role) => Promise<Page>;
  /** HTTP calls signed in with a role (null: not signed in), with the page's own Origin. */
  api: (role: Role | null) => Promise<APIRequestContext>;
  /** Calls the simulator's control API: `control('/faults', { … })`; without a body it sends a GET. */
  control: Control;
  /** Fails on any WCAG 2.2 AA violation that axe finds. */
  checkA11y: (page: Page) => Promise<void>;
  /** Patterns of console errors that a test causes on purpose. */
  expectFault: (pattern: RegExp) => void;
  faultPatterns: RegExp[];
};

export const test = base.extend<PerTest, PerFile>({
  browser: [async ({ browser }, use) => use(patient(browser)), { scope: 'worker' }],
  productOptions: [null, { option: true, scope: 'worker' }],
  product: [
    async ({ productOptions }, use) => {
      if (productOptions === null) return use(shared());
      const product = await startProduct(productOptions);
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  stateOf: [
    async ({ product, playwright }, use) => {
      const states = new Map<Role, Promise<StorageState>>();
      const make = async (role: Role) => {
        const request = await playwright.request.newContext(baseOf(product));
        await signIn(request, product, role);
        const state = await request.storageState();
        await request.dispose();
        return state;
      };
      await use((role) => {
        const state = states.get(role) ?? make(role);
        states.set(role, state);
        return state;
      });
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ product }, use) => use(product.url),
  faultPatterns: async ({ locale: _ }, use) => use([]),
  expectFault: async ({ faultPatterns }, use) => use((pattern) => void faultPatterns.push(pattern)),
  context: async ({ context, faultPatterns }, use) => {
    const faults = watchContext(context, () => faultPatterns);
    await use(context);
    expect(faults(), 'what no page may do').toEqual([]);
  },
  signedIn: async ({ browser, stateOf, product, faultPatterns, contextOptions, locale, timezoneId }, use) => {
    const opened: { close: () => Promise<void>; faults: () => string[] }[] = [];
    await use(async (role) => {
      const options = { ...contextOptions, baseURL: product.url, storageState: await stateOf(role) };
      const context = await browser.newContext({
        ...options,
        locale: locale ?? 'pt-BR',
        ...zone(timezoneId),
      });
      opened.push({ close: () => context.close(), faults: watchContext(context, () => faultPatterns) });
      return context.newPage();
    });
    const faults = opened.flatMap((context) => context.faults());
    await Promise.all(opened.map((context) => context.close()));
    expect(faults, 'what no page may do').toEqual([]);
  },
  api: async ({ playwright, product, stateOf }, use) => {
    const opened: APIRequestContext[] = [];
    await use(async (role) => {
      const state = role === null ? {} : { storageState: await stateOf(role) };
      const request = await playwright.request.newContext({ ...baseOf(product), ...state });
      opened.push(request);
      return request;
    });
    await Promise.all(opened.map((request) => request.dispose()));
  },
  control: async ({ playwright, product }, use) => {
    const request = await playwright.request.newContext({ extraHTTPHeaders: { 'x-sandbox-control': '1' } });
    await use(async (path, body) => {
      if (product.simulator === null) throw new Error('This product has no simulator.');
      const url = `${product.simulator.controlUrl}${path}`;
      const answer = body === undefined ? await request.get(url) : await request.post(url, { data: body });
      if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
      const text = await answer.text();
      return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
    });
    await request.dispose();
  },
  start: async ({ locale: _ }, use) => {
    const products: Product[] = [];
    await use(async (options) => {
      const product = await startProduct(options);
      products.push(product);
      return product;
    });
    await Promise.all(products.map((product) => product.stop()));
  },
  checkA11y: async ({ locale: _ }, use) => {
    await use(async (page) => {
      // Waits for animations, because a layer that still fades in has a lower contrast than users see.
      await page.evaluate(() =>
        Promise.allSettled(
          document
            .getAnimations()
            .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
            .map(({ finished }) => finished),
        ),
      );
      const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];
      const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze();
      const found = violations.flatMap(({ id, help, nodes }) =>
        nodes.map((node) => `${id}: ${help}: ${node.target.join(' ')}: ${node.failureSummary ?? ''}`),
      );
      expect(found, 'what axe found').toEqual([]);
    });
  },
});
export { expect } from '@playwright/test';

const zone = (timezoneId: string | undefined) => (timezoneId === undefined ? {} : { timezoneId });

/** Changing calls need the page's own Origin; other calls ignore it. */
const baseOf = (product: Ready) => ({ baseURL: product.url, extraHTTPHeaders: { origin: product.url } });

function shared(): Ready {
  const text = process.env.GUICHE_E2E_PRODUCT;
  if (text === undefined) throw new Error('The global set-up has not started the product.');
  return JSON.parse(text) as Ready;
}
