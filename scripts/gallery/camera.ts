import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Browser, type BrowserContext, expect as base, type Page, request } from '@playwright/test';
import type { Ready, Role } from '../../e2e/support/product.ts';
import { signIn } from '../../e2e/support/sign-in.ts';
import { type Say, words } from './words.ts';

export const FOLDER = resolve(import.meta.dirname, '../../docs/gallery');

/** Pictures are no test of speed. */
export const expect = base.configure({ timeout: 30_000 });

const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 360, height: 740 };

export type Look = {
  locale: 'pt-BR' | 'en';
  colorScheme: 'light' | 'dark';
  viewport: { width: number; height: number };
};

/** Every page is taken in these: each theme in both languages and at both widths. */
export const LOOKS: readonly Look[] = [
  { locale: 'pt-BR', colorScheme: 'light', viewport: WIDE },
  { locale: 'en', colorScheme: 'dark', viewport: WIDE },
  { locale: 'en', colorScheme: 'light', viewport: NARROW },
  { locale: 'pt-BR', colorScheme: 'dark', viewport: NARROW },
];

/** Every journey is walked in these. */
export const WALKS: readonly Look[] = [
  { locale: 'pt-BR', colorScheme: 'light', viewport: WIDE },
  { locale: 'en', colorScheme: 'dark', viewport: WIDE },
  { locale: 'pt-BR', colorScheme: 'light', viewport: NARROW },
];

export type Visit = {
  page: Page;
  say: Say;
  /** One picture of what is to be seen now, named by page or step. */
  shot: (name: string) => Promise<void>;
  close: () => Promise<void>;
};

/** Opens pages in a look, signed in, and keeps what was taken. */
export class Studio {
  readonly taken = new Set<string>();
  readonly #browser: Browser;
  readonly #product: Ready;

  constructor(browser: Browser, product: Ready) {
    this.#browser = browser;
    this.#product = product;
    mkdirSync(FOLDER, { recursive: true });
  }

  /** A session of its own for each visit: the password was given just now. */
  async visit(look: Look, role: Role | null): Promise<Visit> {
    const { locale } = look;
    const context = await this.#browser.newContext({
      ...look,
      timezoneId: 'America/Sao_Paulo',
      reducedMotion: 'reduce',
      baseURL: this.#product.url,
      ...(role === null ? {} : { storageState: await this.#session(role) }),
    });
    await context.addCookies([{ name: 'locale', value: locale, url: this.#product.url }]);
    const page = await context.newPage();
    return {
      page,
      say: words(locale),
      shot: async (name) => {
        const file = `${name}-${locale}-${look.colorScheme}-${look.viewport.width}.webp`;
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

/** WebP through the browser itself: Playwright's own pictures are PNG or JPEG. */
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
  writeFileSync(join(FOLDER, file), Buffer.from(data, 'base64'));
}
