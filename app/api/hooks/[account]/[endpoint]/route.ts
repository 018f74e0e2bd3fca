import { route } from '#lib/api/route.ts';
import { receiveCallback } from '#lib/webhooks/server/receive-callback.ts';

export const POST = route('POST /api/hooks/{account}/{endpoint}', ({ params, request }) =>
  receiveCallback({ ...params, request }),
);
