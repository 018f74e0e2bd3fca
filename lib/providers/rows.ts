import 'server-only';
import { createHash } from 'node:crypto';
import type { Listed } from '#lib/providers/port.ts';
import type { Unread } from '#lib/providers/records.ts';
import type { WireList } from '#lib/providers/unwrap.ts';

/** Rows of a list: none is dropped because something of it is missing. */

const DERIVED = 'no-id-';

/** Stand-in for a missing id: the same for the same row. */
export const derivedId = (row: unknown) =>
  DERIVED + createHash('sha256').update(JSON.stringify(row)).digest('hex').slice(0, 16);

/** An answer that names no id is of the thing that was asked for by its own. */
export const asAsked = <R extends { fields: { id: string | null } }>(read: R, asked: string): R =>
  read.fields.id === null ? { ...read, fields: { ...read.fields, id: asked } } : read;

export const isDerivedId = (id: string): boolean => id.startsWith(DERIVED);

/** For each thing that every row should tell: whether this one does. */
export type Must<T> = Readonly<Record<string, (item: T) => boolean>>;

export const hasId = ({ id }: { id: string }) => !isDerivedId(id);
export const hasAmount = ({ amount }: { amount: number | null }) => amount !== null;
export const hasDate = ({ createdAt }: { createdAt: string | null }) => createdAt !== null;

/** Rows without an id that are alike in everything stay apart. */
export function apart<T extends { id: string }>(items: readonly T[]): T[] {
  const seen = new Map<string, number>();
  return items.map((item) => {
    if (!isDerivedId(item.id)) return item;
    const times = (seen.get(item.id) ?? 0) + 1;
    seen.set(item.id, times);
    return times === 1 ? item : { ...item, id: `${item.id}-${times}` };
  });
}

/** Counts rows that lack an expected field and names the fields; `strange`: entries that were no objects. */
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

/** A list that counts rows and brings none was not read: `page` is the first. */
export function lostRows({
  rows,
  total,
  strange,
}: Pick<WireList, 'total' | 'strange'> & { rows: readonly unknown[] }) {
  const lost = rows.length === 0 && strange === 0 ? (total ?? 0) : 0;
  return lost === 0 ? {} : { unread: { rows: lost, fields: ['row'] } };
}

/** A list that came whole: its rows, and what is to be said of them. One that counts more than came lost the rest. */
export function wholeList<T extends { id: string }>(
  items: readonly T[],
  must: Must<T>,
  said: Pick<WireList, 'total' | 'strange'>,
): Listed<T> {
  const { total, strange } = said;
  const unread = unreadIn(items, must, strange).unread;
  const lost = Math.max(0, (total ?? 0) - items.length - strange);
  return {
    items: apart(items),
    ...joined(unread, lost === 0 ? undefined : { rows: lost, fields: ['row'] }),
  };
}

/** Tells if every row told this field: then a thing not among them does not exist. */
export const tellsEach = ({ unread }: Listed<unknown>, field: string): boolean =>
  unread === undefined || !unread.fields.some((missing) => missing === field || missing === 'row');

export function joined(one: Unread | undefined, other: Unread | undefined): { unread?: Unread } {
  if (one === undefined || other === undefined) {
    const unread = one ?? other;
    return unread === undefined ? {} : { unread };
  }
  const fields = [...new Set([...one.fields, ...other.fields])].sort();
  return { unread: { rows: one.rows + other.rows, fields } };
}
