import { route } from '#lib/api/route.ts';
import { removePixKey } from '#lib/payments/server/pix-keys.ts';

export const DELETE = route('DELETE /pix-keys/{id}', ({ ctx, params }) =>
  removePixKey({ ctx, id: params.id }),
);
