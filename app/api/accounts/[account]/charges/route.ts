import { route } from '#lib/api/route.ts';
import { createCharge } from '#lib/payments/server/create-charge.ts';
import { listCharges } from '#lib/payments/server/list-charges.ts';

export const GET = route('GET /charges', ({ ctx, query }) => listCharges({ ctx, query }));
export const POST = route('POST /charges', ({ ctx, body }) => createCharge({ ctx, body }));
