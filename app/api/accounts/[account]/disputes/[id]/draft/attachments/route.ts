import { route } from '#lib/api/route.ts';
import { addAttachment } from '#lib/disputes/server/attachments.ts';

export const POST = route('POST /disputes/{id}/draft/attachments', ({ ctx, params: { id }, request }) =>
  addAttachment({ ctx, id, request }),
);
