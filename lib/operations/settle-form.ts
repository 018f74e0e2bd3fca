import type { InputOf } from '#lib/api/endpoint.ts';
import type { Endpoints } from '#lib/endpoints.ts';
import type { FormDescription } from '#lib/form.ts';

type Body = InputOf<Endpoints['POST /operations/{id}/settle'], 'body'>;
type Values = { happened: '' | 'yes' | 'no'; reason: string };

/** A person's word on how an operation ended; nothing is chosen beforehand. */
export const settleForm: FormDescription<Values, null, Body> = {
  blank: { happened: '', reason: '' },
  fields: {
    happened: { kind: 'own', fault: (happened) => (happened === '' ? 'choose' : null) },
    reason: { kind: 'lines', most: 500, fault: (reason) => (reason.trim() === '' ? 'reasonNeeded' : null) },
  },
  body: ({ happened, reason }) => ({ happened: happened === 'yes', reason: reason.trim() }),
};
