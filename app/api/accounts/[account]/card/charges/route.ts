import { route } from '#lib/api/route.ts';
import { createCardCharge } from '#lib/card/server/create-card-charge.ts';
import { listCardCharges } from '#lib/card/server/list-card-charges.ts';

export const GET = route('GET /card/charges', ({ ctx, query }) => listCardCharges({ ctx, query }));
export const POST = route('POST /card/charges', ({ ctx, body }) => createCardCharge({ ctx, body }));
