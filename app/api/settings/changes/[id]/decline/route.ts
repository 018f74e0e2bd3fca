import { declineChange } from '#lib/accounts/server/rule-changes.ts';
import { route } from '#lib/api/route.ts';

export const POST = route('POST /api/settings/changes/{id}/decline', ({ ctx, params }) =>
  declineChange({ ctx, id: params.id }),
);
