import { expect, type Page } from '@playwright/test';
import { FULL } from './full.ts';
import { faultsOfLayout, resized } from './widths.ts';

/** Px of a phone, a small tablet, three widths with a rail and two desktops. */
const ALL = [1440, 1280, 1024, 900, 768, 600, 360];
/** `npm test` checks three widths in each variant, the phone in both. */
export const LOOKS = [
  { language: 'pt-BR', colorScheme: 'light', widths: FULL ? ALL : [1440, 768, 360] },
  { language: 'en', colorScheme: 'dark', widths: FULL ? ALL : [1280, 600, 360] },
] as const;
type Look = (typeof LOOKS)[number];

/** The server renders the page again in the other language; open layers stay open. */
export async function looked(page: Page, { language, colorScheme }: Look): Promise<void> {
  // A cookie for the whole product: by a page's own address it would be a second cookie for that folder
  // alone.
  const { origin } = new URL(page.url());
  await page.context().addCookies([{ name: 'locale', value: language, url: origin }]);
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.evaluate(() =>
    (window as unknown as { next: { router: { refresh(): void } } }).next.router.refresh(),
  );
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  await expect(page).toHaveTitle(/./);
  await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0);
}

type See = (width: number) => Promise<void>;

/** Checks a page, in Portuguese and light, at each width, then in the other variant, and restores it. */
export async function inEveryVariant(page: Page, see: See): Promise<void> {
  for (const look of LOOKS) {
    if (look !== LOOKS[0]) await looked(page, look);
    await atEachWidth(page, look.widths, see);
  }
  await looked(page, LOOKS[0]);
}

/** For pages that the server would not render a second time. */
export const atEveryWidth = (page: Page, see: See) => atEachWidth(page, ALL, see);

async function atEachWidth(page: Page, widths: readonly number[], see: See): Promise<void> {
  for (const width of widths) {
    await resized(page, width);
    await see(width);
  }
  await resized(page, 1280);
}

/**
 * Checks that nothing is too wide, cut or out of reach; axe checks the widest and the phone. `above`: an open
 * layer may hide part of the page.
 */
export const fits =
  (page: Page, checkA11y: (page: Page) => Promise<void>, above = false): See =>
  async (width) => {
    const { tall, unread, wide } = await faultsOfLayout(page);
    expect([...tall, ...(above ? [] : unread), ...wide], `at ${width}`).toEqual([]);
    if (width >= 1280 || width === 360) await checkA11y(page);
  };
