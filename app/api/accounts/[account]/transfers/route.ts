import { route } from '#lib/api/route.ts';
import { createTransfer } from '#lib/payments/server/create-transfer.ts';
import { listTransfers } from '#lib/payments/server/list-transfers.ts';

export const GET = route('GET /transfers', ({ ctx, query }) => listTransfers({ ctx, query }));
export const POST = route('POST /transfers', ({ ctx, body }) => createTransfer({ ctx, body }));
