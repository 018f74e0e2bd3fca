import { route } from '#lib/api/route.ts';
import { cancelResend } from '#lib/resends/server/change-resend.ts';

export const POST = route('POST /resends/{id}/cancel', ({ ctx, params }) =>
  cancelResend({ ctx, id: params.id }),
);
