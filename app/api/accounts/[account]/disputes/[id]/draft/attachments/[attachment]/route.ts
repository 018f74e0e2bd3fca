import { route } from '#lib/api/route.ts';
import { readAttachment, removeAttachment } from '#lib/disputes/server/attachments.ts';

export const GET = route(
  'GET /disputes/{id}/draft/attachments/{attachment}',
  ({ ctx, params: { id, attachment } }) => readAttachment({ ctx, id, attachment }),
);

export const DELETE = route(
  'DELETE /disputes/{id}/draft/attachments/{attachment}',
  ({ ctx, params: { id, attachment } }) => removeAttachment({ ctx, id, attachment }),
);
