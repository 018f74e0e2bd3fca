import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Browser, type BrowserContext, expect as base, type Page, request } from '@playwright/test';
import type { Ready, Role } from '../../e2e/support/product.ts';
import { signIn } from '../../e2e/support/sign-in.ts';
import { type MessagePatterns, messagePatterns } from './messages.ts';

/** All pictures; git ignores this folder. */
export const FOLDER = resolve(import.meta.dirname, '../../.cache/gallery');
/** The few pictures that the documents show; existing ones are replaced. */
const SHOWN = resolve(import.meta.dirname, '../../docs/gallery');

/** A long limit, because pictures do not test speed. */
export const expect = base.configure({ timeout: 30_000 });

const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 360, height: 740 };

export type Variant = {
  locale: 'pt-BR' | 'en';
  colorScheme: 'light' | 'dark';
  viewport: { width: number; height: number };
};

/** Every page is opened in each theme and language. */
export const VARIANTS: readonly Variant[] = (['pt-BR', 'en'] as const).flatMap((locale) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ locale, colorScheme, viewport: WIDE })),
);
/** Every page is captured at these widths. */
export const WIDTHS = [1440, 1280, 1024, 900, 768, 600, 360];

/** Every journey is captured in these variants. */
export const WALKS: readonly Variant[] = [
  { locale: 'pt-BR', colorScheme: 'light', viewport: WIDE },
  { locale: 'en', colorScheme: 'dark', viewport: WIDE },
  { locale: 'pt-BR', colorScheme: 'light', viewport: NARROW },
];

export type Visit = {
  page: Page;
  text: MessagePatterns;
  /** Takes one picture of the current view, named by page or step. */
  shot: (name: string) => Promise<void>;
  close: () => Promise<void>;
};

/** Opens signed-in pages in a variant and collects the pictures taken. */
export class Studio {
  readonly taken = new Set<string>();
  readonly #browser: Browser;
  readonly #product: Ready;

  constructor(browser: Browser, product: Ready) {
    this.#browser = browser;
    this.#product = product;
    mkdirSync(FOLDER, { recursive: true });
  }

  /** Each visit has its own session, with a password entered just before. */
  async visit(variant: Variant, role: Role | null): Promise<Visit> {
    const { locale } = variant;
    const context = await this.#browser.newContext({
      ...variant,
      timezoneId: 'America/Sao_Paulo',
      reducedMotion: 'reduce',
      baseURL: this.#product.url,
      ...(role === null ? {} : { storageState: await this.#session(role) }),
    });
    await context.addCookies([{ name: 'locale', value: locale, url: this.#product.url }]);
    const page = await context.newPage();
    return {
      page,
      text: messagePatterns(locale),
      shot: async (name) => {
        const width = page.viewportSize()?.width;
        const file = `${name}-${locale}-${variant.colorScheme}-${width}.webp`;
        await picture(context, page, file);
        this.taken.add(file);
      },
      close: () => context.close(),
    };
  }

  async #session(role: Role) {
    const { url } = this.#product;
    const api = await request.newContext({ baseURL: url, extraHTTPHeaders: { origin: url } });
    await signIn(api, this.#product, role);
    const state = await api.storageState();
    await api.dispose();
    return state;
  }
}

/** The browser itself encodes WebP, because Playwright writes only PNG or JPEG. */
async function picture(context: BrowserContext, page: Page, file: string): Promise<void> {
  await page
    .locator('[aria-busy=true], .skeleton')
    .first()
    .waitFor({ state: 'detached', timeout: 10_000 })
    .catch(() => process.stderr.write(`${file}: still busy\n`));
  await page.evaluate(() => document.fonts.ready);
  const session = await context.newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 55 });
  await session.detach();
  for (const folder of [FOLDER, SHOWN])
    if (folder === FOLDER || existsSync(join(folder, file)))
      writeFileSync(join(folder, file), Buffer.from(data, 'base64'));
}
