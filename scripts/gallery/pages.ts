import { hydrated } from '../../e2e/support/hydrated.ts';
import { resized } from '../../e2e/support/widths.ts';
import { expect, type Studio, VARIANTS, type Visit, WIDTHS } from './camera.ts';
import { type People, people, requireFactor } from './people.ts';
import type { World } from './world.ts';

type PageOf = [
  name: string,
  path: string,
  how?: {
    signedIn?: false;
    /** Runs once, before the first picture. */
    enter?: (visit: Visit) => Promise<void>;
    /** Runs before each picture, to reopen what another width may have closed. */
    open?: (visit: Visit) => Promise<void>;
  },
];

/** Every page, in every variant and at every width. */
export async function pages(studio: Studio, world: World): Promise<void> {
  const all = await pagesOf(world);
  await world.indexed();
  for (const variant of VARIANTS)
    for (const page of all)
      await take(await studio.visit(variant, page[2]?.signedIn === false ? null : 'admin'), page);
  // From here on every page requires a second factor, so this picture is the last.
  await requireFactor(world);
  for (const variant of VARIANTS)
    await take(await studio.visit(variant, 'viewer'), ['second-factor', '/second-factor']);
  await world.repair();
}

async function take(visit: Visit, [name, path, how = {}]: PageOf): Promise<void> {
  const { page, shot, close } = visit;
  await page.goto(path, { waitUntil: 'load' });
  // The event stream never ends, so this waits a fixed time instead of for an idle network.
  await page.waitForTimeout(1_500);
  await how.enter?.(visit);
  for (const width of WIDTHS) {
    await resized(page, width);
    await how.open?.(visit);
    await shot(name);
  }
  await close();
}

/** Enters the password of a user with a code app; the second step comes next. */
const secondStep =
  ({ email, password }: People['withCodes']) =>
  async ({ page, text }: Visit) => {
    await hydrated(page);
    await page.getByLabel(text('sign-in.email')).fill(email);
    await page.getByLabel(text('sign-in.password')).fill(password);
    await page.getByLabel(text('sign-in.password')).press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: text('sign-in.second.title') })).toBeVisible();
  };

/** Opens the bell visible at this width; its panel may still be open from the previous width. */
async function ringBell({ page }: Visit): Promise<void> {
  await page.keyboard.press('Escape');
  await page.locator('[data-bell]:visible').first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

async function pagesOf(world: World): Promise<PageOf[]> {
  const transaction = encodeURIComponent((await world.deposit()).id);
  const dispute = encodeURIComponent((await world.dispute(52, 'Conta invadida')).id);
  const notified = await world.failing([72.4, 215, 1_890.55]);
  await world.repair();
  const resend = await world.resend(notified);
  const [undelivered] = await world.failing([149.9, 320]);
  if (undelivered === undefined) throw new Error('No charge was made.');
  const delivery = encodeURIComponent(await world.failedDelivery(undelivered));
  const team = await people(world);
  return [
    ...doorsOf(team),
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
    ['approval', `/pix/operations/${encodeURIComponent(team.approval)}`],
    ['charges', '/pix/charges'],
    ['new-charge', '/pix/charges?open=new'],
    ['withdrawals', '/pix/withdrawals'],
    ['new-withdrawal', '/pix/withdrawals?open=new'],
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
    ...settingsOf(team),
  ];
}

/** Pages outside a session. */
function doorsOf({ withCodes, newPassword, invitation, setUp }: People): PageOf[] {
  const stranger = { signedIn: false } as const;
  return [
    ['sign-in', '/sign-in', stranger],
    ['second-step', '/sign-in', { ...stranger, enter: secondStep(withCodes) }],
    ['new-device', '/sign-in/new-device'],
    ['forgotten', '/forgotten', stranger],
    ['new-password', newPassword, stranger],
    ['invitation', invitation, stranger],
    ['set-up', setUp, stranger],
  ];
}

function settingsOf({ entry }: People): PageOf[] {
  return [
    ['accounts', '/settings/accounts'],
    ['doctor', '/settings/accounts?open=doctor&of=hub'],
    ['team', '/settings/team'],
    ['team-drawer', '/settings/team?open=person&of=ready-finance'],
    ['approvals', '/settings/approvals'],
    ['policies', '/settings/policies'],
    ['channels', '/settings/channels'],
    ['audit', '/settings/audit'],
    ['audit-drawer', `/settings/audit?open=${encodeURIComponent(entry)}`],
    ['first-day', '/settings/first-day'],
    ['profile', '/settings/profile'],
    ['inbox', '/inbox'],
    ['bell', '/pix/overview', { open: ringBell }],
  ];
}
