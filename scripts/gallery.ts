// `npm run gallery`: pictures of every page and of four journeys' steps; `-- webhook` takes one part.
import { readdirSync, rmSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { browser as findBrowser } from '../e2e/support/chromium.ts';
import { startProduct } from '../e2e/support/product.ts';
import { FOLDER, Studio } from './gallery/camera.ts';
import { defense } from './gallery/defense.ts';
import { pages } from './gallery/pages.ts';
import { resend } from './gallery/resend.ts';
import { webhook } from './gallery/webhook.ts';
import { withdrawal } from './gallery/withdrawal.ts';
import { World } from './gallery/world.ts';

/** The journeys run first, because the pages show their results. */
const PARTS: Record<string, (studio: Studio, world: World) => Promise<void>> = {
  defense,
  resend,
  webhook,
  withdrawal,
  pages,
};

const requested = process.argv.slice(2);
const unknown = requested.filter((name) => !(name in PARTS));
if (unknown.length > 0) throw new Error(`${unknown.join(', ')}: one of ${Object.keys(PARTS).join(', ')}`);

const product = await startProduct({ simulator: { transactions: 50_000 } });
const { executablePath, args, env } = await findBrowser();
const browser = await chromium.launch({
  executablePath,
  args,
  env: { ...(process.env as Record<string, string>), ...env },
});
const world = await World.of(product);
try {
  const studio = new Studio(browser, product);
  for (const [name, take] of Object.entries(PARTS))
    if (requested.length === 0 || requested.includes(name)) await take(studio, world);
  if (requested.length === 0)
    for (const file of readdirSync(FOLDER)) if (!studio.taken.has(file)) rmSync(`${FOLDER}/${file}`);
} finally {
  for (const endpoint of world.endpoints) endpoint.close();
  await browser.close();
  await product.stop();
}
