import 'server-only';
import type { Handlers } from '#lib/api/serve.ts';
import type { customerEndpoints } from '#lib/customers/contract.ts';
import { getCustomer, storeCustomer } from '#lib/customers/server/get-customer.ts';

export const customerHandlers = {
  'POST /customers/filters': storeCustomer,
  'GET /customers/{id}': ({ ctx, id, query: { reveal } }) => getCustomer({ ctx, id, reveal: reveal === '1' }),
} satisfies Handlers<typeof customerEndpoints>;
