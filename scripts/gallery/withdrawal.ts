import { hydrated } from '../../e2e/support/hydrated.ts';
import { expect, type Studio, type Visit, WALKS } from './camera.ts';

/** From a key to a sent withdrawal. The page shows the receiver first; one press sends the request. */
export async function withdrawal(studio: Studio): Promise<void> {
  for (const variant of WALKS) {
    const visit = await studio.visit(variant, 'finance');
    await write(visit);
    await request(visit);
    await visit.close();
  }
}

async function write({ page, text, shot }: Visit): Promise<void> {
  await page.goto('/pix/withdrawals?open=new');
  await hydrated(page);
  await shot('withdrawal-1-desk');
  await page.getByLabel(text('payments.key.label')).fill('contato@transportes-ipe.example');
  await page.getByLabel(text('common.amountField.label')).fill('1.480,50');
  await expect(page.getByText(text.inside('payments.holder.checked'))).toBeVisible();
  await shot('withdrawal-2-receiver');
}

async function request({ page, text, shot }: Visit): Promise<void> {
  await page.getByRole('button', { name: text('payments.withdrawals.check') }).click();
  const send = page.getByRole('button', { name: text('payments.withdrawals.requestAmount') });
  await expect(send).not.toHaveAttribute('aria-disabled', 'true');
  await send.evaluate((node) => node.scrollIntoView({ block: 'center' }));
  await shot('withdrawal-3-last-look');
  await send.click();
  const outcomeTitle = page.getByText(text('payments.outcome.stages.withdrawals.done.title')).first();
  await expect(outcomeTitle).toBeVisible();
  await outcomeTitle.evaluate((node) => node.scrollIntoView({ block: 'center' }));
  await shot('withdrawal-4-asked');
}
