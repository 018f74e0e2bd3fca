import { route } from '#lib/api/route.ts';
import { previewResend } from '#lib/resends/server/preview-resend.ts';

export const POST = route('POST /resends/preview', ({ ctx, body }) => previewResend({ ctx, body }));
