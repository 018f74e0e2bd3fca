import type { InputOf } from '#lib/api/endpoint.ts';
import type { FormDescription } from '#lib/core/form.ts';
import { dayError } from '#lib/core/typed-dates.ts';
import type { Endpoints } from '#lib/endpoints.ts';

/** São Paulo days, both inclusive. */
export type ReportDraft = { from: string; to: string; types: string[]; statuses: string[] };
const own = { kind: 'own' } as const;

export const reportForm: FormDescription<ReportDraft, null, InputOf<Endpoints['POST /reports'], 'body'>> = {
  blank: { from: '', to: '', types: [], statuses: [] },
  fields: {
    from: {
      ...own,
      wire: [],
      validate(from, { to }) {
        if (dayError(from) !== null || dayError(to) !== null) return 'day';
        if (from === '' || to === '') return 'needed';
        return from > to ? 'crossed' : null;
      },
    },
    to: { ...own, wire: [] },
    types: { ...own, wire: [] },
    statuses: { ...own, wire: [] },
  },
  body: ({ from, to, types, statuses }) => ({ from, to, type: types, status: statuses }),
};
