import type { InputOf } from '#lib/api/endpoint.ts';
import { type FormDescription, given } from '#lib/core/form.ts';
import type { Endpoints } from '#lib/endpoints.ts';

type Body = InputOf<Endpoints['POST /operations/{id}/decline'], 'body'>;

/**
 * `mine`: the operator withdraws their own request without a reason. Declining another's request needs one.
 */
export const declineForm: FormDescription<{ reason: string }, { mine: boolean }, Body> = {
  blank: { reason: '' },
  fields: {
    reason: {
      kind: 'lines',
      most: 500,
      fault: (reason, _, { mine }) => (mine || reason.trim() !== '' ? null : 'required'),
    },
  },
  body: given,
};
