import { randomUUID } from 'node:crypto';
import type { Ctx } from '#lib/api/context.ts';
import { seal } from '#lib/auth/server/seal.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { invalidateAfter } from '#lib/data/cache.ts';
import { db } from '#lib/data/client.ts';
import { accounts } from '#lib/data/schema/accounts.ts';
import type { TestSimulator } from '#lib/providers/pix/testing/test-simulator.ts';
import { receiveCallback } from '#lib/webhooks/server/receive-callback.ts';
import { registerWebhook } from '#lib/webhooks/server/register-webhook.ts';
import { contextOn } from '#lib/webhooks/server/testing/world.ts';
import { hubSignature } from '#lib/webhooks/signature.ts';

/** A Hub account of its own on the simulator. */
export async function hubContext(simulator: TestSimulator): Promise<Ctx> {
  const id = randomUUID();
  const { baseUrl, clientId, clientSecret } = simulator.hub;
  await invalidateAfter('accounts', () =>
    db()
      .insert(accounts)
      .values({
        id,
        slug: `h${id.slice(0, 8)}`,
        kind: 'hub',
        name: 'Hub',
        environment: 'sandbox',
        simulator: true,
        origin: 'simulator',
        baseUrl,
        credentials: seal(JSON.stringify({ clientId, clientSecret, auth: 'token' }), `credentials:${id}`),
        settings: { controlUrl: simulator.controlUrl },
      }),
  );
  return contextOn(id);
}

export type Registered = { id: string; url: string; secret: string };

/** Guichê's own receiver, registered with the service. */
export async function hubReceiver(
  ctx: Ctx,
  events: string[] = ['PAYMENT_PAID'],
): Promise<Registered & { endpoint: string }> {
  const { value } = await registerWebhook({ ctx, body: { receiver: true, events } });
  const { result } = value as { result: Registered };
  return { ...result, endpoint: new URL(result.url).pathname.split('/').at(-1) ?? '' };
}

export type Given = { body: object; secret: string; endpoint: string; ageMs?: number; signature?: string };

/** A signed callback as the service sends it; the status, or the code of the refusal. */
export async function deliverTo(
  ctx: Ctx,
  { body, secret, endpoint, ageMs = 0, signature }: Given,
): Promise<number | string> {
  const at = Date.now() - ageMs;
  const text = JSON.stringify(body);
  const request = new Request(`http://localhost/api/hooks/${ctx.account.slug}/${endpoint}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-service-event': 'PAYMENT_PAID',
      'x-service-delivery': 'not-signed',
      'x-service-timestamp': String(at),
      'x-service-signature': signature ?? hubSignature(secret, text, at),
    },
    body: text,
  });
  return receiveCallback({ account: ctx.account.slug, endpoint, request }).then(
    (answer) => answer.status,
    (error: unknown) => (error instanceof GuicheError ? error.code : 'defect'),
  );
}
