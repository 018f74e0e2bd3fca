import { route } from '#lib/api/route.ts';
import { setRecurrenceAmount } from '#lib/card/server/recurrences.ts';

export const PUT = route('PUT /card/recurrences/{id}/amount', ({ ctx, params, body }) =>
  setRecurrenceAmount({ ctx, id: params.id, amount: body.amount }),
);
