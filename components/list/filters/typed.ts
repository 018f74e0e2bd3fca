import type { Filter, Personal, TextForm } from '#lib/list/list.ts';

/** The input field of a filter; a personal filter has one field per part of the personal data. */
export type Field =
  | { kind: 'words'; name: string; known: readonly string[]; single: boolean; own?: true }
  | (Extract<Filter, { kind: 'text' }> & { rule?: string })
  /** `only`: the provider accepts one amount, not bounds. */
  | { kind: 'amount'; name: 'amount'; exact: boolean; only?: true }
  | ({ kind: 'personal'; name: string; form: TextForm; least: number } & Personal);
export type TextField = Exclude<Field, { kind: 'words' | 'amount' }>;

export type Values = { readonly [name: string]: unknown };
/** Personal data that the URL parameter `f` refers to. */
export type Stored = { readonly [name: string]: string | undefined };

/** The filter fields of a list without the period, in the order of its definition. */
export function fieldsOf(filters: readonly Filter[]): Field[] {
  return filters.flatMap((filter): Field[] => {
    if (filter.kind === 'period' || filter.kind === 'order') return [];
    if (filter.kind === 'choice')
      return [{ kind: 'words', name: filter.name, known: filter.known, single: true, own: true }];
    if (filter.kind === 'amount') return [{ kind: 'amount', name: 'amount', exact: filter.exact }];
    if (filter.kind !== 'personal') return [filter];
    return Object.entries(filter.fields).map(([name, one]) => ({
      kind: 'personal' as const,
      name,
      least: 1,
      form: 'plain' as const,
      ...one,
    }));
  });
}

/** The filter change for these words; a filter of Guichê's own takes one word, not a list. */
export function chosenWords({ name, own }: { name: string; own?: true }, next: readonly string[]): Values {
  if (next.length === 0) return { [name]: null };
  return { [name]: own ? next[0] : next };
}

/** Bounds in cents, null: unbounded. An exact amount is both bounds. */
export function boundsOf({ amount = null, amountFrom = null, amountTo = null }: Values) {
  return { from: (amountFrom ?? amount) as number | null, to: (amountTo ?? amount) as number | null };
}

/** Bounds as URL parameters: equal bounds become `amount` where the list has that parameter. */
export function boundsIn({ exact }: { exact: boolean }, from: number | null, to: number | null): Values {
  const one = exact && from !== null && from === to;
  const bounds = one ? { amountFrom: null, amountTo: null } : { amountFrom: from, amountTo: to };
  return exact ? { amount: one ? from : null, ...bounds } : bounds;
}

export function isSet(field: Field, values: Values, stored: Stored | null): boolean {
  if (field.kind === 'personal') return stored?.[field.name] !== undefined;
  if (field.kind !== 'amount') return (values[field.name] ?? null) !== null;
  const { from, to } = boundsOf(values);
  return from !== null || to !== null;
}

/** The initial text of a text filter. */
export function typedOf(field: TextField, values: Values, stored: Stored | null): string {
  return String((field.kind === 'personal' ? stored?.[field.name] : values[field.name]) ?? '');
}

export type Change = { filters: Values } | { store: { readonly [name: string]: string | null } };

export function removal(field: Field): Change {
  if (field.kind === 'personal') return { store: { [field.name]: null } };
  return { filters: field.kind === 'amount' ? boundsIn(field, null, null) : { [field.name]: null } };
}
