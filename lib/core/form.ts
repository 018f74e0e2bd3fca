import { characterError, clean, type Paste } from '#lib/core/clean.ts';

/** A code under `…errors` in the messages, or the server's own message; null: no error. */
export type FieldError = string | null;

type Control =
  | { kind: 'text'; most?: number; mono?: boolean; type?: 'text' | 'email' | 'url'; numeric?: boolean }
  | { kind: 'lines'; most: number }
  | { kind: 'amount' }
  | { kind: 'choice'; of: readonly string[] }
  | { kind: 'check' }
  | { kind: 'own' };

export type Field<T, V, F> = Control & {
  /** The error of its value; checked only while the field is shown. */
  validate?: (value: T, values: V, facts: F) => FieldError;
  /** Shows the error while typing from this length on; otherwise after the first submit. */
  early?: number;
  when?: (values: V, facts: F) => boolean;
  /** The body's members that it fills, if they differ from its name: their errors are shown at this field. */
  wire?: readonly string[];
  /** The kind of pasted value: it is cleaned as that kind; a character foreign to the kind is an error. */
  paste?: Paste;
  /** A password, a code, a key, a card: it stays in the page and is never stored in the browser. */
  secret?: true;
};

/** A form without the contract's schemas, for the browser. `facts`: what the page learns later. */
export type FormDescription<V extends object, F, B> = {
  blank: V;
  fields: { readonly [K in keyof V]: Field<V[K], V, F> };
  body: (values: V, facts: F) => B;
};

/** The values as they are checked and sent: pasted ones are cleaned by their kind. */
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

/** The fields that have an error, each with its code. */
export function fieldErrorsIn<V extends object, F>(
  { fields }: Pick<FormDescription<V, F, unknown>, 'fields'>,
  typed: V,
  facts: F,
): ReadonlyMap<keyof V & string, string> {
  const found = new Map<keyof V & string, string>();
  const values = cleanValues(fields, typed);
  for (const name of Object.keys(fields) as (keyof V & string)[]) {
    const { when, paste, validate } = fields[name];
    if (when !== undefined && !when(values, facts)) continue;
    const sign = paste === undefined ? null : characterError(paste, String(values[name] ?? ''));
    const code = sign ?? validate?.(values[name], values, facts);
    if (code) found.set(name, code);
  }
  return found;
}

/** `restorable`: the typed values that a reload may restore. `loses`: if leaving the page loses others. */
export function typedInto<V extends object>(
  fields: { readonly [K in keyof V]: { secret?: true } },
  values: V,
  first: V,
): { restorable: Partial<V>; loses: boolean } {
  const names = (Object.keys(fields) as (keyof V & string)[]).filter(
    (name) => JSON.stringify(values[name]) !== JSON.stringify(first[name]),
  );
  const open = names.filter((name) => !fields[name].secret);
  const restorable = Object.fromEntries(open.map((name) => [name, values[name]])) as Partial<V>;
  return { restorable, loses: open.length < names.length };
}

/** The values typed into the members of a body, trimmed, without empty ones. */
export function filledValues<T extends Record<string, string>>(typed: T): Partial<T> {
  const filled = Object.entries(typed).flatMap(([name, text]) => (text.trim() ? [[name, text.trim()]] : []));
  return Object.fromEntries(filled) as Partial<T>;
}
