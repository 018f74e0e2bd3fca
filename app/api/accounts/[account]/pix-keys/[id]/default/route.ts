import { route } from '#lib/api/route.ts';
import { setDefaultPixKey } from '#lib/payments/server/pix-keys.ts';

export const PUT = route('PUT /pix-keys/{id}/default', ({ ctx, params }) =>
  setDefaultPixKey({ ctx, id: params.id }),
);
