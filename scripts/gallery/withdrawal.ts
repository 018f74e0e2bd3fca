import { hydrated } from '../../e2e/support/hydrated.ts';
import { expect, type Studio, type Visit, WALKS } from './camera.ts';

/** From a key to money on its way. The page shows the receiver first; one press sends the request. */
export async function withdrawal(studio: Studio): Promise<void> {
  for (const look of WALKS) {
    const visit = await studio.visit(look, 'finance');
    await write(visit);
    await ask(visit);
    await visit.close();
  }
}

async function write({ page, say, shot }: Visit): Promise<void> {
  await page.goto('/pix/withdrawals?open=new');
  await hydrated(page);
  await shot('withdrawal-1-desk');
  await page.getByLabel(say('payments.key.label')).fill('contato@transportes-ipe.example');
  await page.getByLabel(say('common.amountField.label')).fill('1.480,50');
  await expect(page.getByText(say.inside('payments.holder.checked'))).toBeVisible();
  await shot('withdrawal-2-receiver');
}

async function ask({ page, say, shot }: Visit): Promise<void> {
  await page.getByRole('button', { name: say('payments.withdrawals.check') }).click();
  const send = page.getByRole('button', { name: say('payments.withdrawals.askAmount') });
  await expect(send).not.toHaveAttribute('aria-disabled', 'true');
  await send.evaluate((node) => node.scrollIntoView({ block: 'center' }));
  await shot('withdrawal-3-last-look');
  await send.click();
  const outcomeTitle = page.getByText(say('payments.outcome.said.withdrawals.done.title')).first();
  await expect(outcomeTitle).toBeVisible();
  await outcomeTitle.evaluate((node) => node.scrollIntoView({ block: 'center' }));
  await shot('withdrawal-4-asked');
}
