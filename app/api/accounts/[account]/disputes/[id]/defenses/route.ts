import { route } from '#lib/api/route.ts';
import { getDefenses } from '#lib/disputes/server/get-defenses.ts';
import { sendDefense } from '#lib/disputes/server/send-defense.ts';

export const GET = route('GET /disputes/{id}/defenses', ({ ctx, params: { id } }) =>
  getDefenses({ ctx, id }),
);

export const POST = route('POST /disputes/{id}/defenses', ({ ctx, params: { id }, body }) =>
  sendDefense({ ctx, id, body }),
);
