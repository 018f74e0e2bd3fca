import { createHmac, randomUUID } from 'node:crypto';
import type { APIRequestContext, APIResponse } from '@playwright/test';
import { Endpoint } from '#lib/webhooks/server/testing/endpoint.ts';
import { test as base, expect } from '../api/provider.ts';

export const PIX = '/api/accounts/pix';
export const WEBHOOKS = `${PIX}/webhooks`;
type Method = 'post' | 'patch' | 'delete';
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

/** A changing call with its own idempotency key. */
export const change = (
  request: APIRequestContext,
  method: Method,
  address: string,
  data?: object,
  key = randomUUID() as string,
) => request[method](address, { headers: { 'idempotency-key': key }, ...(data ? { data } : {}) });

export async function body(answer: APIResponse, status: number): Promise<Answer> {
  expect(answer.status(), (await answer.text()).slice(0, 400)).toBe(status);
  return (await answer.json()) as Answer;
}

/** Written from the document, independent of the product's code. */
export const signatureOf = (secret: string, text: string, at = Date.now()) => {
  const t = Math.floor(at / 1000);
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${text}`).digest('hex')}`;
};

export function isSignedWith(secret: string, text: string, header: unknown): boolean {
  const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(header)) ?? [];
  return v1 !== undefined && createHmac('sha256', secret).update(`${t}.${text}`).digest('hex') === v1;
}

type Fixtures = {
  endpoint: Endpoint;
  /** Registers the endpoint and waits until it may receive deliveries. */
  registered: () => Promise<Registered>;
  /** Pays a charge and returns which of these secrets signed its delivery to the endpoint. */
  signsWith: (...secrets: string[]) => Promise<string | null>;
};

/** Real time at the simulator and short limits for the product, on its own database. */
export const test = base.extend<Fixtures, object>({
  more: [
    async ({ playwright: _ }, use) =>
      use({
        simulator: { transactions: 1_000 },
        env: { GUICHE_CHANGE_MS: '1200', GUICHE_READ_MS: '3000' },
      }),
    { scope: 'worker' },
  ],
  endpoint: async ({ playwright: _ }, use) => {
    const endpoint = new Endpoint();
    await endpoint.listen();
    await use(endpoint);
    endpoint.close();
  },
  registered: async ({ api, endpoint }, use) => {
    await use(async () => {
      const request = await api('developer');
      const answer = await change(request, 'post', WEBHOOKS, { url: endpoint.url });
      const { result } = await body(answer, 201);
      const { id = '', secret = '', secretId } = result ?? {};
      await expect
        .poll(async () => (await (await request.get(`${WEBHOOKS}/${id}/ownership`)).json()).status)
        .toBe('verified');
      return { id, secret, secretId: secretId ?? '' };
    });
  },
  signsWith: async ({ provider, control, endpoint }, use) => {
    await use(async (...secrets) => {
      const { id } = await provider.create({ amount: 15.5 });
      await control('/pay', { id });
      const find = () => endpoint.got.findLast((got) => got.body.includes(id));
      await expect.poll(find, { timeout: 15_000 }).toBeDefined();
      const got = find();
      const header = got?.headers['x-callback-signature'];
      return secrets.find((secret) => isSignedWith(secret, got?.body ?? '', header)) ?? null;
    });
  },
});
export { expect };
