import { route } from '#lib/api/route.ts';
import { assignDispute } from '#lib/disputes/server/assign-dispute.ts';

export const PUT = route('PUT /disputes/{id}/assignee', ({ ctx, params: { id }, body: { operatorId } }) =>
  assignDispute({ ctx, id, operatorId }),
);
