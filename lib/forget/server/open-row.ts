import 'server-only';
import { seal, unseal } from '#lib/auth/server/seal.ts';
import { type Row, sealedOf, type Table } from '#lib/forget/server/every-row.ts';

/** Gives a row's columns with sealed ones opened; a text that is JSON as its value. */
export function openRow({ name, texts }: Table, row: Row): Row {
  const opened: Row = {};
  for (const column of texts) opened[column] = asJson(row[column]);
  for (const { column, purpose } of sealedOf(name)) {
    const text = typeof row[column] === 'string' ? unsealed(row[column], purpose(camelCased(row))) : null;
    opened[column] = asJson(text);
  }
  return opened;
}

/** Sealed with a secret that is not given any more, nobody can read it: neither here nor elsewhere. */
function unsealed(text: string, purpose: string): string | null {
  try {
    return unseal(text, purpose);
  } catch {
    return null;
  }
}

function asJson(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

const camelCased = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );

export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);

export type Clean = (text: string) => string;

/** Columns whose words change when they are cleaned, as the row stores them. */
export function cleaned({ name }: Table, row: Row, opened: Row, clean: Clean): Row {
  const changes: Row = {};
  const sealed = sealedOf(name);
  for (const [column, value] of Object.entries(opened)) {
    const fresh = cleanDeep(value, clean);
    if (textOf(fresh) === textOf(value)) continue;
    const purpose = sealed.find((one) => one.column === column)?.purpose(camelCased(row));
    // JSON that stands in a column of text goes back as text.
    if (purpose !== undefined) changes[column] = seal(textOf(fresh), purpose);
    else changes[column] = typeof row[column] === 'string' ? textOf(fresh) : fresh;
  }
  return changes;
}

function cleanDeep(value: unknown, clean: Clean): unknown {
  if (typeof value === 'string') return clean(value);
  if (typeof value === 'number') return clean(String(value)) === String(value) ? value : '***';
  if (Array.isArray(value)) return value.map((item) => cleanDeep(item, clean));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [clean(key), cleanDeep(inner, clean)]),
  );
}
