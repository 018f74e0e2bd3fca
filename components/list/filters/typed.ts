import type { Filter, Personal, TextForm } from '#lib/list/list.ts';

/** Field a person fills in for one filter; a personal filter has one for each part of a person's data. */
export type Field =
  | { kind: 'words'; name: string; known: readonly string[]; single: boolean; own?: true }
  | (Extract<Filter, { kind: 'text' }> & { rule?: string })
  /** `only`: the service takes one amount, no bounds. */
  | { kind: 'amount'; name: 'amount'; exact: boolean; only?: true }
  | ({ kind: 'personal'; name: string; form: TextForm; least: number } & Personal);
export type TextField = Exclude<Field, { kind: 'words' | 'amount' }>;

export type Values = { readonly [name: string]: unknown };
/** A person's data behind the address's `f`. */
export type Stored = { readonly [name: string]: string | undefined };

/** The fields of a list, the period's aside, in the order of the statement. */
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

/** Filter change made by choosing these words; Guichê's own word stands alone. */
export function chosenWords({ name, own }: { name: string; own?: true }, next: readonly string[]): Values {
  if (next.length === 0) return { [name]: null };
  return { [name]: own ? next[0] : next };
}

/** Cents, null where nothing bounds it; one amount is both. */
export function boundsOf({ amount = null, amountFrom = null, amountTo = null }: Values) {
  return { from: (amountFrom ?? amount) as number | null, to: (amountTo ?? amount) as number | null };
}

/** Bounds as the address has them: one amount under its own name, where the list has that. */
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

/** Initial text of a text filter's field. */
export function typedOf(field: TextField, values: Values, stored: Stored | null): string {
  return String((field.kind === 'personal' ? stored?.[field.name] : values[field.name]) ?? '');
}

export type Change = { filters: Values } | { store: { readonly [name: string]: string | null } };

/** Filter change that takes a filter away. */
export function removal(field: Field): Change {
  if (field.kind === 'personal') return { store: { [field.name]: null } };
  return { filters: field.kind === 'amount' ? boundsIn(field, null, null) : { [field.name]: null } };
}
