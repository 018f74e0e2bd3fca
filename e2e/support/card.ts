import { randomUUID } from 'node:crypto';
import { jsonOf } from './answers.ts';
import type { ApiClient } from './api-client.ts';
import { change } from './payments.ts';
import type { Ready, Role } from './product.ts';

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

export type CardAnswer = {
  operation: { id: string; state: string };
  result?: { charge?: Record<string, unknown>; recurrence?: Record<string, unknown> };
};

/** Confirms the sign-in of this role's client. */
export async function prove(
  request: ApiClient,
  { signIns }: Pick<Ready, 'signIns'>,
  role: Role,
): Promise<void> {
  const password = signIns.find((one) => one.role === role)?.password;
  const answer = await request.post('/api/step-up', { data: { password } });
  if (!answer.ok()) throw new Error(`${role} could not confirm: ${answer.status()} ${await answer.text()}`);
}

/** Switches the account setting that allows card entry, as an administrator with a confirmed sign-in. */
export async function setCardEntry(request: ApiClient, on: boolean): Promise<void> {
  const { items } = await (await request.get('/api/settings/accounts')).json();
  const { id } = items.find(({ slug }: { slug: string }) => slug === 'card');
  const address = `/api/settings/accounts/${id}`;
  await jsonOf(await change(request, 'patch', address, { settings: { cardEntry: on } }));
}
