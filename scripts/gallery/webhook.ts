import { createHmac } from 'node:crypto';
import type { Locator } from '@playwright/test';
import { Endpoint } from '#lib/webhooks/server/testing/endpoint.ts';
import { hydrated } from '../../e2e/support/hydrated.ts';
import { expect, type Studio, type Visit, WALKS } from './camera.ts';
import type { World } from './world.ts';

/** From the list to a registered endpoint, and from its old secret to a verified new one. */
export async function webhook(studio: Studio, world: World): Promise<void> {
  await world.indexed();
  for (const variant of WALKS) {
    const endpoint = new Endpoint();
    await endpoint.listen();
    world.endpoints.push(endpoint);
    endpoint.url = new URL('/pix/avisos', endpoint.url).href;
    const visit = await studio.visit(variant, 'developer');
    await register(visit, endpoint.url);
    await rotate(visit, endpoint);
    await visit.close();
  }
}

async function register(visit: Visit, url: string): Promise<void> {
  const { page, text, shot } = visit;
  await page.goto('/pix/webhooks');
  await expect(page.getByRole('list', { name: text('webhooks.list.label') })).toBeVisible();
  await hydrated(page);
  await shot('webhook-1-list');
  await press(visit, 'webhooks.new');
  const form = page.getByRole('complementary', { name: text('webhooks.form.newTitle') });
  await form.getByRole('textbox', { name: text.start('webhooks.form.url') }).fill(url);
  await shot('webhook-2-new');
  await press(visit, 'webhooks.form.next');
  await expect(button(visit, 'webhooks.form.register')).toBeVisible();
  await shot('webhook-3-review');
  await press(visit, 'webhooks.form.register');
  await expect(button(visit, 'webhooks.save.copy')).toBeVisible();
  await shot('webhook-4-secret');
  await store(visit, 'webhooks.save.toOwnership');
  await expect(page.getByText(text('webhooks.ownership.verifiedDescription'))).toBeVisible();
  await shot('webhook-5-ownership');
  await press(visit, 'webhooks.save.finish');
}

async function rotate(visit: Visit, endpoint: Endpoint): Promise<void> {
  const { page, text, shot } = visit;
  const row = page.getByRole('listitem').filter({ hasText: endpoint.url });
  await row.getByRole('button', { name: text('webhooks.list.actions') }).click();
  const action = page.getByRole('menuitem', { name: text('webhooks.actions.rotate') });
  await expect(action).toBeVisible();
  await shot('webhook-6-actions');
  await action.click();
  await expect(button(visit, 'webhooks.rotate.explain.start')).toBeVisible();
  await shot('webhook-7-explain');
  await press(visit, 'webhooks.rotate.explain.start');
  await expect(button(visit, 'webhooks.rotate.password.button')).toBeVisible();
  await shot('webhook-8-password');
  await press(visit, 'webhooks.rotate.password.button');
  await expect(button(visit, 'webhooks.save.copy')).toBeVisible();
  await shot('webhook-9-store');
  await press(visit, 'webhooks.save.show');
  const secret = (await page.locator('output').textContent()) ?? '';
  await store(visit, 'webhooks.save.toProof');
  checkSignatures(endpoint, secret);
  await press(visit, 'webhooks.rotate.proof.start');
  await expect(page.getByText(text('webhooks.rotate.proof.passed'))).toBeVisible();
  await shot('webhook-10-proof');
  await press(visit, 'webhooks.rotate.proof.next');
  await expect(
    page.getByText(text.inside('webhooks.rotate.resend.none')).or(button(visit, 'webhooks.rotate.resend.go')),
  ).toBeVisible();
  await shot('webhook-11-end');
}

/** From now on it accepts what this secret signed and rejects the rest, like the receiver code. */
function checkSignatures(endpoint: Endpoint, secret: string): void {
  endpoint.answer = (response, { headers, body }) => {
    const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-callback-signature'])) ?? [];
    const right = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex');
    response.statusCode = v1 === right ? 204 : 401;
    response.end();
  };
}

const button = ({ page, text }: Visit, key: string): Locator => page.getByRole('button', { name: text(key) });
const press = (visit: Visit, key: string) => button(visit, key).last().click();

async function store(visit: Visit, next: string): Promise<void> {
  await visit.page.getByLabel(visit.text('webhooks.save.stored')).check();
  await press(visit, next);
}
