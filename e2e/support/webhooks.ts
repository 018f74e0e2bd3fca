import { createHmac } from 'node:crypto';
import type { Endpoint } from '#lib/webhooks/server/testing/endpoint.ts';
import { jsonOf, until } from './answers.ts';
import type { ApiAnswer, ApiClient } from './api-client.ts';
import { change, PIX } from './payments.ts';
import type { Control } from './product.ts';
import type { Provider } from './provider.ts';

export const WEBHOOKS = `${PIX}/webhooks`;
/** Short limits, so that a silent provider fails soon. */
export const WEBHOOK_LIMITS = {
  simulator: { transactions: 1_000 },
  env: { GUICHE_CHANGE_MS: '1200', GUICHE_READ_MS: '3000' },
};
export type Answer = {
  operation?: { id: string; kind: string; state: string };
  result?: {
    id: string;
    url?: string;
    secret?: string;
    secretId?: string | null;
    secretLost?: boolean;
    status?: string;
    forgotten?: boolean;
  };
};
export type Registered = { id: string; secret: string; secretId: string };

export const body = (answer: ApiAnswer, status: number) => jsonOf<Answer>(answer, status);

/** Written from the document, independent of the product's code. */
export const signatureOf = (secret: string, text: string, at = Date.now()) => {
  const t = Math.floor(at / 1000);
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${text}`).digest('hex')}`;
};

export function isSignedWith(secret: string, text: string, header: unknown): boolean {
  const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(header)) ?? [];
  return v1 !== undefined && createHmac('sha256', secret).update(`${t}.${text}`).digest('hex') === v1;
}

/** Registers the endpoint and waits until it may receive deliveries. */
export async function register(request: ApiClient, endpoint: Endpoint): Promise<Registered> {
  const { result } = await body(await change(request, 'post', WEBHOOKS, { url: endpoint.url }), 201);
  const { id = '', secret = '', secretId } = result ?? {};
  const status = async () => (await (await request.get(`${WEBHOOKS}/${id}/ownership`)).json()).status;
  await until(status, (value) => value === 'verified');
  return { id, secret, secretId: secretId ?? '' };
}

/** Pays a charge and returns which of these secrets signed its delivery to the endpoint. */
export async function signingSecret(
  { provider, control, endpoint }: { provider: Provider; control: Control; endpoint: Endpoint },
  secrets: readonly string[],
): Promise<string | null> {
  const { id } = await provider.create({ amount: 15.5 });
  await control('/pay', { id });
  const got = await until(
    async () => endpoint.got.findLast((delivery) => delivery.body.includes(id)),
    (delivery) => delivery !== undefined,
    15_000,
  );
  const header = got?.headers['x-callback-signature'];
  return secrets.find((secret) => isSignedWith(secret, got?.body ?? '', header)) ?? null;
}
