import { route } from '#lib/api/route.ts';
import { getPayer } from '#lib/disputes/server/get-payer.ts';

export const GET = route('GET /disputes/{id}/payer', ({ ctx, params: { id } }) => getPayer({ ctx, id }));
