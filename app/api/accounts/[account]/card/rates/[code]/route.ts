import { route } from '#lib/api/route.ts';
import { getRate } from '#lib/card/server/get-rate.ts';

export const GET = route('GET /card/rates/{code}', ({ ctx, params }) => getRate({ ctx, code: params.code }));
