import { expect, type Page } from '@playwright/test';
import { FULL } from './full.ts';
import { faultsOfLayout, resized } from './widths.ts';

/** Px of a phone, a small tablet, three rails and two desks. */
const ALL = [1440, 1280, 1024, 900, 768, 600, 360];
/** `npm test` sees three in each look, the phone in both. */
export const LOOKS = [
  { language: 'pt-BR', colorScheme: 'light', widths: FULL ? ALL : [1440, 768, 360] },
  { language: 'en', colorScheme: 'dark', widths: FULL ? ALL : [1280, 600, 360] },
] as const;
type Look = (typeof LOOKS)[number];

/** The product renders the page again in the other language; what is open on it stays open. */
export async function looked(page: Page, { language, colorScheme }: Look): Promise<void> {
  // Of the whole product: by a page's own address it would be a second cookie, of that folder alone.
  const { origin } = new URL(page.url());
  await page.context().addCookies([{ name: 'locale', value: language, url: origin }]);
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.evaluate(() =>
    (window as unknown as { next: { router: { refresh(): void } } }).next.router.refresh(),
  );
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0);
}

type See = (width: number) => Promise<void>;

/** A page as it stands, in Portuguese and light, is seen at each width of it, then in the other look, and left as it was. */
export async function inEveryLook(page: Page, see: See): Promise<void> {
  for (const look of LOOKS) {
    if (look !== LOOKS[0]) await looked(page, look);
    await atEachWidth(page, look.widths, see);
  }
  await looked(page, LOOKS[0]);
}

/** For what the server would not render a second time. */
export const atEveryWidth = (page: Page, see: See) => atEachWidth(page, ALL, see);

async function atEachWidth(page: Page, widths: readonly number[], see: See): Promise<void> {
  for (const width of widths) {
    await resized(page, width);
    await see(width);
  }
  await resized(page, 1280);
}

/**
 * Nothing is too wide, cut, or out of reach; axe looks at the widest and at the phone. `above`: what is open lies over
 * the page and may hide some of it.
 */
export const fits =
  (page: Page, checkA11y: (page: Page) => Promise<void>, above = false): See =>
  async (width) => {
    const { tall, unread, wide } = await faultsOfLayout(page);
    expect([...tall, ...(above ? [] : unread), ...wide], `at ${width}`).toEqual([]);
    if (width >= 1280 || width === 360) await checkA11y(page);
  };
