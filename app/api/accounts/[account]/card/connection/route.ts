import { route } from '#lib/api/route.ts';
import { getConnection } from '#lib/card/server/get-connection.ts';

export const GET = route('GET /card/connection', ({ ctx }) => getConnection({ ctx }));
