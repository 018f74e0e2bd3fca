import type { Page } from '@playwright/test';
import { hydrated } from '../../e2e/support/hydrated.ts';
import { expect, type Studio, type Visit, WALKS } from './camera.ts';
import { HOOK, type World } from './world.ts';

const AMOUNTS = [189.9, 64.5, 1_250, 38.7];

const sheet = ({ page, text }: Visit) =>
  page.getByRole('complementary', { name: text('resends.sheet.title') });

/** From the receiver that rejects callbacks to the resend that delivers them. */
export async function resend(studio: Studio, world: World): Promise<void> {
  for (const variant of WALKS) {
    const [first] = await world.failing(AMOUNTS);
    const visit = await studio.visit(variant, 'analyst');
    await see(visit, first?.clientReference ?? '');
    await check(visit);
    // Repaired this late, because the provider's own retries would leave nothing to resend.
    await world.repair();
    await follow(visit);
    await visit.close();
  }
}

async function see({ page, text, shot }: Visit, reference: string): Promise<void> {
  await page.goto('/pix/deliveries');
  await expect(rows(page).first()).toBeVisible();
  await hydrated(page, 'table[role="grid"]');
  await expect(incident(page)).toBeVisible();
  await shot('resend-1-incident');
  await incident(page)
    .getByRole('button', { name: text('deliveries.incident.see') })
    .click();
  await expect(page).toHaveURL(/outcome=failed/);
  const row = rows(page).filter({ hasText: reference }).first();
  await expect(row).toBeVisible();
  // The list scrolls to its top once its filter is loaded.
  await page.waitForTimeout(500);
  await row.evaluate((node) => node.scrollIntoView({ block: 'center' }));
  await shot('resend-2-failures');
  await row.click();
  const detail = page.getByRole('complementary', { name: text('deliveries.detail.label') });
  await expect(detail.getByText('503').first()).toBeVisible();
  await shot('resend-3-failure');
}

async function check(visit: Visit): Promise<void> {
  const { page, text, shot } = visit;
  const detail = page.getByRole('complementary', { name: text('deliveries.detail.label') });
  await detail.getByRole('button', { name: text('resends.action.one') }).click();
  const one = page.getByRole('dialog');
  await expect(one.getByRole('button', { name: text('resends.one.confirm') })).toBeVisible();
  await shot('resend-4-one');
  await page.keyboard.press('Escape');
  await page.goto('/pix/deliveries');
  await hydrated(page);
  // The simulator also has a seeded receiver that always fails, so this resend excludes it.
  await incident(page)
    .getByRole('button', { name: /^(Reenviar|Resend)/ })
    .click();
  await sheet(visit)
    .getByRole('button', { name: text('resends.checkStep.change') })
    .click();
  await shot('resend-5-choose');
  await sheet(visit)
    .getByRole('button', { name: text('resends.chooseStep.check') })
    .click();
  await expect(scheduleOf(visit)).toBeVisible({ timeout: 60_000 });
  await shot('resend-6-check');
}

async function follow(visit: Visit): Promise<void> {
  const { page, text, shot } = visit;
  await scheduleOf(visit).click();
  await expect(sheet(visit).getByRole('progressbar')).toBeVisible();
  await shot('resend-7-follow');
  await sheet(visit)
    .getByRole('link', { name: text('resends.followStep.open') })
    .click();
  await expect(page).toHaveURL(/\/pix\/resends\//);
  const delivered = new RegExp(`; ${AMOUNTS.length} `);
  await expect(page.getByRole('progressbar').first()).toHaveAccessibleName(delivered, { timeout: 90_000 });
  await shot('resend-8-completed');
}

const scheduleOf = (visit: Visit) =>
  sheet(visit).getByRole('button', { name: visit.text('resends.checkStep.schedule') });
const incident = (page: Page) => page.locator('main section, main li').filter({ hasText: HOOK.host }).last();
const rows = (page: Page) => page.locator('tr[data-index]:not([data-unread])');
