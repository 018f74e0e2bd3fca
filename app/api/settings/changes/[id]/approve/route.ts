import { approveChange } from '#lib/accounts/server/rule-changes.ts';
import { route } from '#lib/api/route.ts';

export const POST = route('POST /api/settings/changes/{id}/approve', ({ ctx, params }) =>
  approveChange({ ctx, id: params.id }),
);
