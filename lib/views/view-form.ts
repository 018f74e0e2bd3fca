import type { Day } from '#lib/core/dates.ts';
import type { FormDescription } from '#lib/core/form.ts';
import { toViewFilters } from '#lib/list/view-filters.ts';
import type { NewView, ViewChange, ViewPage } from '#lib/views/contract.ts';

const MOST_CHARACTERS = 60;

/** The list on screen that a view is created from. */
export type Screen = {
  account: string;
  page: ViewPage;
  filters: object;
  columns: readonly string[];
  /** Today in São Paulo, from which a relative period is counted. */
  today: Day;
};
type Draft = { name: string; moving: boolean; shared: boolean };

const name = {
  kind: 'text',
  most: MOST_CHARACTERS,
  validate: (typed: string) => (typed.trim() === '' ? 'empty' : null),
} as const;

/** A view of the list on screen. `moving`: a named period is stored as relative. */
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

export const viewNameForm: FormDescription<{ name: string }, { version: number }, ViewChange> = {
  blank: { name: '' },
  fields: { name },
  body: (typed, { version }) => ({ version, name: typed.name.trim() }),
};
