import type { Day } from '#lib/core/dates.ts';
import type { FormDescription } from '#lib/core/form.ts';
import { toViewFilters } from '#lib/list/view-filters.ts';
import type { NewView, ViewChange, ViewPage } from '#lib/views/contract.ts';

/** Letters of a name. */
const MOST = 60;

/** The list on screen that a view is made of. */
export type Screen = {
  account: string;
  page: ViewPage;
  filters: object;
  columns: readonly string[];
  /** São Paulo's, from which a period's name is counted. */
  today: Day;
};
type Draft = { name: string; moving: boolean; shared: boolean };

const name = {
  kind: 'text',
  most: MOST,
  fault: (typed: string) => (typed.trim() === '' ? 'empty' : null),
} as const;

/** A view of what is on screen; `moving`: a period that has a name is kept as that name. */
export const newViewForm: FormDescription<Draft, Screen, NewView> = {
  blank: { name: '', moving: true, shared: false },
  fields: { name, moving: { kind: 'own' }, shared: { kind: 'check' } },
  body: (typed, { account, page, filters, columns, today }) => ({
    account,
    page,
    name: typed.name.trim(),
    shared: typed.shared,
    filters: toViewFilters(filters, today, typed.moving),
    columns: [...columns],
  }),
};

/** Another name for one. */
export const viewNameForm: FormDescription<{ name: string }, { version: number }, ViewChange> = {
  blank: { name: '' },
  fields: { name },
  body: (typed, { version }) => ({ version, name: typed.name.trim() }),
};
