import type { Page } from '@playwright/test';

/** Sets the page's clock this many ms ahead (negative: behind); its timers are unchanged. */
export async function shiftDate(page: Page, ms: number): Promise<void> {
  await page.addInitScript((by) => {
    const Right = Date;
    class Shifted extends Right {
      constructor(...given: ConstructorParameters<typeof Right> | []) {
        if (given.length === 0) super(Right.now() + by);
        else super(...(given as ConstructorParameters<typeof Right>));
      }
      static override now(): number {
        return Right.now() + by;
      }
    }
    globalThis.Date = Shifted as DateConstructor;
  }, ms);
}
