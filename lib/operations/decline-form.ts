import type { InputOf } from '#lib/api/endpoint.ts';
import type { Endpoints } from '#lib/endpoints.ts';
import { type FormDescription, given } from '#lib/form.ts';

type Body = InputOf<Endpoints['POST /operations/{id}/decline'], 'body'>;

export const declineForm: FormDescription<{ reason: string }, null, Body> = {
  blank: { reason: '' },
  fields: { reason: { kind: 'lines', most: 500 } },
  body: given,
};
