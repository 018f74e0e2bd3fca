import 'server-only';
import type { UnreadField } from '#lib/doctor/contract.ts';
import { WHOLE_ROW } from '#lib/providers/absence.ts';
import { isObject, plainKey } from '#lib/providers/fields.ts';

type Row = Record<string, unknown>;

/**
 * Finds fields that pages need but no row has, fields whose value could not be parsed (`unreadableFields`),
 * and names Guichê does not know. A field that only some rows have is no finding.
 */
export function unreadOf(
  records: readonly unknown[],
  expected: readonly string[],
  unreadableFields: readonly string[],
) {
  const rows = records.filter(isRow);
  const unreadable = new Map<string, number>();
  const count = (field: string) => unreadable.set(field, (unreadable.get(field) ?? 0) + 1);
  for (const field of unreadableFields) count(field);
  const unknown = new Set<string>();
  for (const row of rows)
    for (const key of Object.keys(othersOf(row))) {
      const field = fieldAt(row, key);
      if (field === null) unknown.add(key);
      else if (row[field] === null && !unreadableFields.includes(field)) count(field);
    }
  for (const name of [...unknown]) if (unreadable.has(name)) unknown.delete(name);
  const found: Omit<UnreadField, 'route'>[] = [...unreadable].map(([field, times]) => ({
    field,
    why: 'unreadable' as const,
    // An unreadable row is not among `rows`, so it is added to the total.
    count: times,
    of: field === WHOLE_ROW ? rows.length + times : Math.max(times, rows.length),
  }));
  for (const field of expected)
    if (rows.length > 0 && rows.every((row) => isAbsent(row[field])) && !unreadable.has(field))
      found.push({ field, why: 'absent', count: rows.length, of: rows.length });
  return { found, unknown: [...unknown].sort() };
}

const isRow = (value: unknown): value is Row => isObject(value);
const othersOf = ({ other }: Row): Row => (isObject(other) ? other : {});

/** A substitute for a missing id (`no-id-…`) counts as absent. */
const isAbsent = (value: unknown) =>
  value === null || value === undefined || (typeof value === 'string' && value.startsWith('no-id-'));

/** The record's own field for a provider's name, or null. */
function fieldAt(row: Row, key: string): string | null {
  const plain = plainKey(key);
  return Object.keys(row).find((name) => name !== 'other' && plainKey(name) === plain) ?? null;
}
