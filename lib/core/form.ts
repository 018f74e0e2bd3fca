import { clean, type Paste, signFault } from '#lib/core/clean.ts';

/** A code of `…faults` words, or the server's own words; null: nothing is wrong. */
export type FieldError = string | null;

type Control =
  | { kind: 'text'; most?: number; mono?: boolean; type?: 'text' | 'email' | 'url'; numeric?: boolean }
  | { kind: 'lines'; most: number }
  | { kind: 'amount' }
  | { kind: 'choice'; of: readonly string[] }
  | { kind: 'check' }
  /** The form draws it itself. */
  | { kind: 'own' };

export type Field<T, V, F> = Control & {
  /** The fault of its value; asked only while the field is there. */
  fault?: (value: T, values: V, facts: F) => FieldError;
  /** Told while it is typed, from this length on; else after the first press. */
  early?: number;
  /** Tells if the field is there at all. */
  when?: (values: V, facts: F) => boolean;
  /** Names of the members of the body that it fills, where they are others: a refusal of them stands at it. */
  wire?: readonly string[];
  /** The kind of thing that people paste into it: its value is cleaned so, and a sign that none holds is its fault. */
  paste?: Paste;
  /** A password, a code, a key, a card: it stands in the page alone and never in the browser's storage. */
  secret?: true;
};

/**
 * The fields of a changing form, their faults and the body sent, beside the contract and without its schemas:
 * the browser loads it, the server judges once more. `facts`: the page's later knowledge (what is left, the
 * rules).
 */
export type FormDescription<V extends object, F, B> = {
  blank: V;
  fields: { readonly [K in keyof V]: Field<V[K], V, F> };
  body: (values: V, facts: F) => B;
};

/** The values as they are judged and sent: what was pasted is cleaned by its kind. */
export function cleanValues<V extends object>(
  fields: { readonly [K in keyof V]: { paste?: Paste } },
  values: V,
): V {
  const names = Object.keys(fields) as (keyof V & string)[];
  const pasted = names.flatMap((name) => {
    const [value, paste] = [values[name], fields[name].paste];
    return paste !== undefined && typeof value === 'string' ? [[name, clean(paste, value)]] : [];
  });
  return { ...values, ...Object.fromEntries(pasted) };
}

/** Names of what is wrong, with the fault's code. */
export function faultsIn<V extends object, F>(
  { fields }: Pick<FormDescription<V, F, unknown>, 'fields'>,
  typed: V,
  facts: F,
): ReadonlyMap<keyof V & string, string> {
  const found = new Map<keyof V & string, string>();
  const values = cleanValues(fields, typed);
  for (const name of Object.keys(fields) as (keyof V & string)[]) {
    const { when, paste, fault } = fields[name];
    if (when !== undefined && !when(values, facts)) continue;
    const sign = paste === undefined ? null : signFault(paste, String(values[name] ?? ''));
    const code = sign ?? fault?.(values[name], values, facts);
    if (code) found.set(name, code);
  }
  return found;
}

/** The typed values, by field: those that a reload may bring back, and whether the page's end loses some. */
export function typedInto<V extends object>(
  fields: { readonly [K in keyof V]: { secret?: true } },
  values: V,
  first: V,
): { keeps: Partial<V>; loses: boolean } {
  const names = (Object.keys(fields) as (keyof V & string)[]).filter(
    (name) => JSON.stringify(values[name]) !== JSON.stringify(first[name]),
  );
  const open = names.filter((name) => !fields[name].secret);
  const keeps = Object.fromEntries(open.map((name) => [name, values[name]])) as Partial<V>;
  return { keeps, loses: open.length < names.length };
}

/** The values typed into the members of a body, without empty ones. */
export function given<T extends Record<string, string>>(typed: T): Partial<T> {
  const kept = Object.entries(typed).flatMap(([name, text]) => (text.trim() ? [[name, text.trim()]] : []));
  return Object.fromEntries(kept) as Partial<T>;
}
