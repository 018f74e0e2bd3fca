import { route } from '#lib/api/route.ts';
import { continueResend } from '#lib/resends/server/change-resend.ts';

export const POST = route('POST /resends/{id}/continue', ({ ctx, params }) =>
  continueResend({ ctx, id: params.id }),
);
