import { resized } from '../../e2e/support/widths.ts';
import { LOOKS, type Studio, WIDTHS } from './camera.ts';
import type { World } from './world.ts';

type PageOf = [name: string, path: string, signedIn?: false];

/** Every page, in every look and at every width. */
export async function pages(studio: Studio, world: World): Promise<void> {
  const all = await pagesOf(world);
  await world.indexed();
  for (const look of LOOKS)
    for (const [name, path, signedIn] of all) {
      const { page, shot, close } = await studio.visit(look, signedIn === false ? null : 'admin');
      await page.goto(path, { waitUntil: 'load' });
      // The event stream never ends: what counts is that nothing was asked for lately.
      await page.waitForTimeout(1_500);
      for (const width of WIDTHS) {
        await resized(page, width);
        await shot(name);
      }
      await close();
    }
  await world.repair();
}

async function pagesOf(world: World): Promise<PageOf[]> {
  const transaction = encodeURIComponent((await world.deposit()).id);
  const dispute = encodeURIComponent((await world.dispute(52, 'Conta invadida')).id);
  const notified = await world.failing([72.4, 215, 1_890.55]);
  await world.repair();
  const resend = await world.resend(notified);
  const [unheard] = await world.failing([149.9, 320]);
  if (unheard === undefined) throw new Error('No charge was made.');
  const delivery = encodeURIComponent(await world.failedDelivery(unheard));
  return [
    ['sign-in', '/sign-in', false],
    ['overview', '/pix/overview'],
    ['transactions', '/pix/transactions'],
    ['transactions-drawer', `/pix/transactions?open=${transaction}`],
    ['transaction', `/pix/transactions/${transaction}`],
    ['disputes', '/pix/disputes'],
    ['dispute', `/pix/disputes/${dispute}`],
    ['webhooks', '/pix/webhooks'],
    ['deliveries', '/pix/deliveries'],
    ['deliveries-drawer', `/pix/deliveries?outcome=failed&open=${delivery}`],
    ['delivery', `/pix/deliveries/${delivery}`],
    ['resends', '/pix/resends'],
    ['resend', `/pix/resends/${encodeURIComponent(resend)}`],
    ['operations', '/pix/operations'],
    ['charges', '/pix/charges'],
    ['withdrawals', '/pix/withdrawals'],
    ['transfers', '/pix/transfers'],
    ['statement', '/pix/statement'],
    ['reports', '/pix/reports'],
    ['sandbox', '/pix/sandbox'],
    ['hub-overview', '/hub/overview'],
    ['hub-charges', '/hub/charges'],
    ['hub-statement', '/hub/statement'],
    ['hub-disputes', '/hub/disputes'],
    ['hub-webhooks', '/hub/webhooks'],
    ['card', '/card/card'],
    ['all-overview', '/all/overview'],
    ['accounts', '/settings/accounts'],
    ['doctor', '/settings/accounts?open=doctor&of=hub'],
    ['team', '/settings/team'],
    ['policies', '/settings/policies'],
    ['channels', '/settings/channels'],
    ['audit', '/settings/audit'],
    ['first-day', '/settings/first-day'],
    ['profile', '/settings/profile'],
    ['inbox', '/inbox'],
  ];
}
