import type { Page } from '@playwright/test';
import { expect } from '../fixtures.ts';

/** A page or step of a payment, for axe. It is found without text, so it works in each language. */
export type MoneyVariant = { name: string; see: (page: Page) => Promise<void> };

const sheet = (page: Page) => page.locator('aside:has([data-new])');
const submit = (page: Page) => sheet(page).locator('[type=submit]').first();
const field = (page: Page, mode: string) => sheet(page).locator(`[inputmode=${mode}]`).first();
const drawer = (page: Page) => page.getByRole('complementary').getByRole('term').first();

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0);
}

/** Submits the empty form; the first invalid field has the focus. */
async function triedEmpty(page: Page, address: string): Promise<void> {
  await open(page, address);
  await submit(page).click();
  await expect(page.locator('[aria-invalid=true]').first()).toBeFocused();
}

async function firstOpen(page: Page, address: string): Promise<void> {
  await open(page, address);
  await page.getByRole('main').locator('tbody .row-open').first().click();
  await expect(drawer(page)).toBeVisible();
}

export const MONEY_VARIANTS: readonly MoneyVariant[] = [
  { name: 'a charge with faults', see: (page) => triedEmpty(page, '/pix/charges?open=new') },
  { name: 'a paid charge beside the list', see: (page) => firstOpen(page, '/pix/charges?status=COMPLETED') },
  {
    name: 'a refund of a part',
    see: async (page) => {
      await page
        .getByRole('complementary')
        .getByRole('button', { name: /^(Devolver|Refund)/ })
        .click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('radio').nth(1).check({ force: true });
      await dialog.locator('[inputmode=decimal]').fill('99999999');
      await expect(dialog.locator('[aria-invalid=true]')).toBeVisible();
    },
  },
  { name: 'a withdrawal with faults', see: (page) => triedEmpty(page, '/pix/withdrawals?open=new') },
  {
    name: 'a withdrawal at its last look',
    see: async (page) => {
      const form = sheet(page);
      await form.locator('[data-autofocus]').first().fill('contato@transportes-ipe.example');
      await field(page, 'decimal').fill('150');
      await submit(page).click();
      await expect(form.getByRole('list')).toBeVisible();
    },
  },
  { name: 'a transfer with faults', see: (page) => triedEmpty(page, '/pix/transfers?open=new') },
  {
    name: 'a line of the statement',
    see: async (page) => {
      await open(page, '/pix/statement');
      await page.locator('tr[data-id]').first().click();
      await expect(drawer(page)).toBeVisible();
    },
  },
  {
    name: 'a deposit that waits',
    see: (page) => firstOpen(page, '/pix/statement?tab=pending'),
  },
  { name: 'reports', see: (page) => open(page, '/pix/reports?open=new') },
  { name: 'operations', see: (page) => open(page, '/pix/operations') },
];
