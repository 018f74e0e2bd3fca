import { route } from '#lib/api/route.ts';
import { refreshDisputes } from '#lib/disputes/server/refresh-disputes.ts';

export const POST = route('POST /disputes/refresh', ({ ctx }) => refreshDisputes({ ctx }));
