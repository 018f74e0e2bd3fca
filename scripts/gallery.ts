// `npm run gallery`: pictures of every page, both themes and languages, wide and narrow, into docs/gallery.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type BrowserContext, chromium, request } from '@playwright/test';
import { browser as findBrowser } from '../e2e/support/chromium.ts';
import { type Ready, startProduct } from '../e2e/support/product.ts';
import { signIn } from '../e2e/support/sign-in.ts';

const FOLDER = resolve(import.meta.dirname, '../docs/gallery');
const SIZES = [
  { width: 1440, height: 900 },
  { width: 360, height: 740 },
];
const THEMES = ['light', 'dark'] as const;
const LANGUAGES = ['pt-BR', 'en'];

const product = await startProduct({ simulator: { transactions: 50_000 } });
const { executablePath, args, env } = await findBrowser();
const browser = await chromium.launch({
  executablePath,
  args,
  env: { ...(process.env as Record<string, string>), ...env },
});
rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
try {
  const { state, id } = await prepare(product);
  const pages: [string, string, boolean][] = [
    ['sign-in', '/sign-in', false],
    ['overview', '/pix/overview', true],
    ['transactions', '/pix/transactions', true],
    ['transactions-drawer', `/pix/transactions?open=${id}`, true],
    ['transaction', `/pix/transactions/${id}`, true],
    ['sandbox', '/pix/sandbox', true],
  ];
  for (const viewport of SIZES)
    for (const colorScheme of THEMES)
      for (const locale of LANGUAGES) {
        for (const [name, path, signedIn] of pages) {
          const context = await browser.newContext({
            viewport,
            colorScheme,
            locale,
            baseURL: product.url,
            ...(signedIn ? { storageState: state } : {}),
          });
          await context.addCookies([{ name: 'locale', value: locale, url: product.url }]);
          await picture(context, path, `${name}-${locale}-${colorScheme}-${viewport.width}.webp`);
          await context.close();
        }
      }
} finally {
  await browser.close();
  await product.stop();
}

/** A session, and a completed deposit to open. */
async function prepare(ready: Ready) {
  const api = await request.newContext({ baseURL: ready.url, extraHTTPHeaders: { origin: ready.url } });
  await signIn(api, ready, 'admin');
  const answer = await api.get('/api/accounts/pix/transactions?status=COMPLETED&type=DEPOSIT&limit=1');
  const { items } = (await answer.json()) as { items: { id: string }[] };
  return { state: await api.storageState(), id: encodeURIComponent(items[0]?.id ?? '') };
}

/** WebP through the browser itself: Playwright's own pictures are PNG or JPEG. */
async function picture(context: BrowserContext, path: string, file: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(path, { waitUntil: 'networkidle' });
  await page
    .locator('[aria-busy=true]')
    .first()
    .waitFor({ state: 'detached', timeout: 10_000 })
    .catch(() => undefined);
  const session = await context.newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 82 });
  writeFileSync(join(FOLDER, file), Buffer.from(data, 'base64'));
}
