import type { Locator, Page } from '@playwright/test';
import { addDays, saoPauloDay } from '#lib/core/dates.ts';
import { hydrated } from '../../e2e/support/hydrated.ts';
import { expect, type Studio, type Visit, WALKS } from './camera.ts';
import { deliveryNote } from './pdf.ts';
import type { World } from './world.ts';

type Gap = [section: string, gap: string, content: string];

/** The placeholders of the template "goods delivered", with an operator's values. */
function gapsOf(paidAt: string): Gap[] {
  return [
    ['sale', '[produto vendido]', 'máquina de costura doméstica, 1 unidade'],
    ['delivery', '[número]', '48.213'],
    ['delivery', '[data]', dayAfter(paidAt, 0)],
    ['delivery', '[data]', dayAfter(paidAt, 2)],
    ['delivery', '[hora]', '16:08'],
    ['delivery', '[endereço do cadastro]', 'Rua das Palmeiras, 210, Campinas, o endereço do cadastro'],
    ['delivery', '[nome]', 'quem comprou, que assinou o canhoto'],
    ['contact', '[data]', dayAfter(paidAt, 3)],
    ['contact', '[canal]', 'e-mail, do mesmo endereço do cadastro'],
  ];
}

/** '18/11/2026', São Paulo. */
function dayAfter(instant: string, days: number): string {
  const [year, month, day] = addDays(saoPauloDay(instant), days).split('-');
  return `${day}/${month}/${year}`;
}

/** From the overview to the receipt of a sent defense. */
export async function defense(studio: Studio, world: World): Promise<void> {
  for (const variant of WALKS) {
    const { id, paidAt } = await world.dispute(5.3);
    const visit = await studio.visit(variant, 'analyst');
    await find(visit, id);
    await write(visit, paidAt);
    await send(visit);
    await visit.close();
  }
}

async function find({ page, text, shot }: Visit, id: string): Promise<void> {
  await page.goto('/pix/overview');
  const due = page.locator(`a[href$="/disputes/${id}"]`);
  await expect(due.first()).toBeVisible();
  await due.first().evaluate((node) => node.scrollIntoView({ block: 'center' }));
  await shot('defense-1-overview');
  await page.goto('/pix/disputes');
  await hydrated(page);
  const row = page.locator(`[data-id="${id}"]`);
  const link = row.locator('.row-open');
  await expect(link).toBeVisible();
  await shot('defense-2-queue');
  await row.getByRole('button', { name: text('disputes.table.takeLabel') }).click();
  await expect(row).toContainText(text.inside('disputes.you'));
  await link.click();
  await expect(section({ page, text }, 'sale')).toBeVisible();
  await hydrated(page);
  await toastGone(page);
  await shot('defense-3-dispute');
}

async function write(visit: Visit, paidAt: string): Promise<void> {
  const { page, text, shot } = visit;
  await page
    .getByRole('button', { name: text.start('disputes.editor.template') })
    .first()
    .click();
  const template = page.getByRole('menuitem', { name: text('disputes.templateNames.scam_delivered') });
  await expect(template).toBeVisible();
  await shot('defense-4-template');
  await template.click();
  await expect(section(visit, 'sale')).toHaveValue(/^Pix de R\$/);
  for (const [name, gap, content] of gapsOf(paidAt)) await fillGap(section(visit, name), gap, content);
  await page.getByLabel(text('disputes.files.choosing')).setInputFiles({
    name: 'canhoto-entrega.pdf',
    mimeType: 'application/pdf',
    buffer: deliveryNote(dayAfter(paidAt, 2)),
  });
  await expect(page.getByRole('link', { name: 'canhoto-entrega.pdf' })).toBeVisible();
  await expect(page.getByText(text('disputes.save.saved'))).toBeVisible();
  await toastGone(page);
  await show(section(visit, 'sale'));
  await shot('defense-5-written');
  await show(page.getByRole('link', { name: 'canhoto-entrega.pdf' }), 'center');
  await shot('defense-6-attached');
}

async function send({ page, text, shot }: Visit): Promise<void> {
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: text('disputes.bar.preview') }).click();
  await expect(dialog.locator('p[lang="pt-BR"]')).toBeVisible();
  await shot('defense-7-preview');
  await dialog
    .getByRole('button', { name: text('disputes.preview.close') })
    .last()
    .click();
  await page.getByRole('button', { name: text('disputes.bar.send') }).click();
  const confirm = dialog.getByRole('button', { name: text.start('disputes.send.title') });
  await expect(confirm).not.toHaveAttribute('aria-disabled', 'true');
  await shot('defense-8-confirmation');
  await confirm.click();
  const receipt = page.getByRole('heading', { name: text('disputes.receipt.title') });
  await expect(receipt).toBeVisible();
  await toastGone(page);
  await show(receipt);
  await shot('defense-9-receipt');
}

const section = ({ page, text }: Pick<Visit, 'page' | 'text'>, name: string) =>
  page.getByRole('textbox', { name: text.inside(`disputes.editor.sections.${name}`) });

/** Selects the placeholder and types over it, as an operator does. */
async function fillGap(field: Locator, gap: string, content: string): Promise<void> {
  await field.evaluate((node: HTMLTextAreaElement, found) => {
    const at = node.value.indexOf(found);
    if (at < 0) throw new Error(`${found} is not in the text: ${node.value}`);
    node.focus();
    node.setSelectionRange(at, at + found.length);
  }, gap);
  await field.page().keyboard.insertText(content);
  await expect(field).toHaveValue(new RegExp(RegExp.escape(content)));
}

const show = (part: Locator, block: ScrollLogicalPosition = 'center') =>
  part.evaluate((node, place) => node.scrollIntoView({ block: place }), block);

/** Waits until no toast covers the page. */
const toastGone = (page: Page) => expect(page.locator('[data-toast]')).toHaveCount(0, { timeout: 15_000 });
