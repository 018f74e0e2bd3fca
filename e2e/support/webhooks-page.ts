import type { Page } from '@playwright/test';
import { expect } from '../own-product.ts';
import { hydrated } from './hydrated.ts';

export const sheet = (page: Page, name: RegExp | string) => page.getByRole('complementary', { name });
export const card = (page: Page, url: string) => page.getByRole('listitem').filter({ hasText: url });
export const button = (page: Page, name: RegExp | string) => page.getByRole('button', { name, exact: true });

export async function openPage(page: Page, query = ''): Promise<void> {
  await page.goto(`/pix/webhooks${query}`);
  await expect(page.getByRole('list', { name: 'Endereços' })).toBeVisible();
  await hydrated(page, query === '' ? 'main' : 'main aside');
}

export async function choose(page: Page, url: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Ações de ${url}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** Reveals the secret and returns it. */
export async function readSecret(page: Page): Promise<string> {
  await button(page, 'Mostrar').click();
  return (await page.locator('output').textContent()) ?? '';
}

export async function store(page: Page, next: string): Promise<void> {
  await page.getByLabel('Guardei o segredo no cofre da aplicação').check();
  await button(page, next).click();
}

/** From the menu to the new secret. */
export async function rotate(page: Page, url: string): Promise<void> {
  await choose(page, url, 'Trocar segredo…');
  await button(page, 'Continuar').click();
  await button(page, 'Trocar segredo agora').click();
}
