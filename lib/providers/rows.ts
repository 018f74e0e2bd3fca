import 'server-only';
import { createHash } from 'node:crypto';
import type { Listed } from '#lib/providers/port.ts';
import type { Unread } from '#lib/providers/records.ts';
import type { WireList } from '#lib/providers/unwrap.ts';

const DERIVED = 'no-id-';

/** A substitute for a missing id; the same row gets the same one. */
export const derivedId = (row: unknown) =>
  DERIVED + createHash('sha256').update(JSON.stringify(row)).digest('hex').slice(0, 16);

/** An answer without an id is about the requested record, so it gets the requested id. */
export const withRequestedId = <R extends { fields: { id: string | null } }>(
  read: R,
  requestedId: string,
): R => (read.fields.id === null ? { ...read, fields: { ...read.fields, id: requestedId } } : read);

export const isDerivedId = (id: string): boolean => id.startsWith(DERIVED);

/** For each field that every row should have, a test of it. */
export type Must<T> = Readonly<Record<string, (item: T) => boolean>>;

export const hasId = ({ id }: { id: string }) => !isDerivedId(id);
export const hasAmount = ({ amount }: { amount: number | null }) => amount !== null;
export const hasDate = ({ createdAt }: { createdAt: string | null }) => createdAt !== null;

/** Identical rows without an id stay separate: their substitute ids are numbered. */
export function apart<T extends { id: string }>(items: readonly T[]): T[] {
  const seen = new Map<string, number>();
  return items.map((item) => {
    if (!isDerivedId(item.id)) return item;
    const times = (seen.get(item.id) ?? 0) + 1;
    seen.set(item.id, times);
    return times === 1 ? item : { ...item, id: `${item.id}-${times}` };
  });
}

/** Counts rows that lack an expected field. `strange`: number of entries that are no objects. */
export function unreadIn<T>(items: readonly T[], must: Must<T>, strange = 0): { unread?: Unread } {
  const expected = Object.entries(must);
  const fields = new Set<string>();
  let rows = strange;
  for (const item of items) {
    const missing = expected.filter(([, has]) => !has(item));
    if (missing.length > 0) rows += 1;
    for (const [field] of missing) fields.add(field);
  }
  if (strange > 0) fields.add('row');
  return rows === 0 ? {} : { unread: { rows, fields: [...fields].sort() } };
}

/** The rows that a first page counts but does not contain. */
export function lostRows({
  rows,
  total,
  strange,
}: Pick<WireList, 'total' | 'strange'> & { rows: readonly unknown[] }) {
  const lost = rows.length === 0 && strange === 0 ? (total ?? 0) : 0;
  return lost === 0 ? {} : { unread: { rows: lost, fields: ['row'] } };
}

export function wholeList<T extends { id: string }>(
  items: readonly T[],
  must: Must<T>,
  counts: Pick<WireList, 'total' | 'strange'>,
): Listed<T> {
  const { total, strange } = counts;
  const unread = unreadIn(items, must, strange).unread;
  const lost = Math.max(0, (total ?? 0) - items.length - strange);
  return {
    items: apart(items),
    ...joined(unread, lost === 0 ? undefined : { rows: lost, fields: ['row'] }),
  };
}

/** Whether every row has this field; then a value that is not among them does not exist. */
export const everyRowHas = ({ unread }: Listed<unknown>, field: string): boolean =>
  unread === undefined || !unread.fields.some((missing) => missing === field || missing === 'row');

export function joined(one: Unread | undefined, other: Unread | undefined): { unread?: Unread } {
  if (one === undefined || other === undefined) {
    const unread = one ?? other;
    return unread === undefined ? {} : { unread };
  }
  const fields = [...new Set([...one.fields, ...other.fields])].sort();
  return { unread: { rows: one.rows + other.rows, fields } };
}
