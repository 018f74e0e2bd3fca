import { randomUUID } from 'node:crypto';
import type { APIRequestContext, APIResponse } from '@playwright/test';
import { test as base, expect } from '../fixtures.ts';
import type { Role } from './product.ts';

export const CARD = '/api/accounts/card';
export const CHARGES = `${CARD}/card/charges`;
/** Fictional card data that no other text contains. */
export const MARKED = {
  number: '4929 8751 3304 6610',
  holder: 'ZULMIRA QUEZADA MARCADA',
  expiration: '09/2038',
  cvv: '841',
};
const PAYER = { number: '4111111111111111', holder: 'ANA SOUZA', expiration: '07/2031', cvv: '739' };

export const orderBody = (over: object = {}) => ({
  amount: 4200,
  externalId: `pedido-${randomUUID()}`,
  customer: { name: 'Ana Souza', document: '529.982.247-25' },
  cart: [{ name: 'Caderno', quantity: 2, sku: 'CAD-1', unitPrice: 2100 }],
  card: PAYER,
  ...over,
});

type Method = 'post' | 'put' | 'patch';

/** A changing call with its own idempotency key; the same key is the same intent. */
export const change = (
  request: APIRequestContext,
  method: Method,
  address: string,
  data?: object,
  key: string = randomUUID(),
) => request[method](address, { headers: { 'idempotency-key': key }, ...(data ? { data } : {}) });

export type CardAnswer = {
  operation: { id: string; state: string };
  result?: { charge?: Record<string, unknown>; recurrence?: Record<string, unknown> };
};
export type CardProblem = {
  code: string;
  operationId?: string;
  fields?: { field: string; message: string }[];
  provider?: { code: string | null };
};

/** The body of an answer, which must have this status. */
export async function bodyOf<T = CardAnswer>(answer: APIResponse, status: number): Promise<T> {
  const text = await answer.text();
  expect(answer.status(), text.slice(0, 500)).toBe(status);
  return JSON.parse(text) as T;
}

type Fixtures = {
  /** API of a role with a recent sign-in confirmation. */
  proven: (role: Role) => Promise<APIRequestContext>;
  /** Switches the account setting that allows card entry. */
  cardEntry: (on: boolean) => Promise<void>;
};

export const test = base.extend<Fixtures>({
  proven: async ({ api, product }, use) =>
    use(async (role) => {
      const request = await api(role);
      const password = product.signIns.find((one) => one.role === role)?.password;
      expect((await request.post('/api/step-up', { data: { password } })).ok()).toBe(true);
      return request;
    }),
  cardEntry: async ({ proven }, use) =>
    use(async (on) => {
      const request = await proven('admin');
      const { items } = await (await request.get('/api/settings/accounts')).json();
      const { id } = items.find(({ slug }: { slug: string }) => slug === 'card');
      const address = `/api/settings/accounts/${id}`;
      await bodyOf(await change(request, 'patch', address, { settings: { cardEntry: on } }), 200);
    }),
});
export { expect };
