import type { Ctx } from '#lib/api/context.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { registerWebhook } from '#lib/webhooks/server/change-webhook.ts';
import { receiveCallback } from '#lib/webhooks/server/receive-callback.ts';
import { hubSignature } from '#lib/webhooks/signature.ts';

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

export type CallbackOptions = {
  body: object;
  secret: string;
  endpoint: string;
  ageMs?: number;
  signature?: string;
};

/** A signed callback as the service sends it; the status, or the code of the refusal. */
export async function deliverTo(
  ctx: Ctx,
  { body, secret, endpoint, ageMs = 0, signature }: CallbackOptions,
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
