import type { PixTransaction } from '../types.ts';
import type { Calendar } from './calendar.ts';
import { type Codes, TAG } from './codes.ts';
import type { Customers } from './customers.ts';
import type { Exceptions } from './exceptions.ts';
import { plain } from './names.ts';
import type { Entry, Overlay } from './overlay.ts';
import type { Scanner } from './scan.ts';
import { type Selection, select, type Traits } from './selection.ts';
import type { Slots } from './slots.ts';

export type ListFilter = Traits & {
  /** Epoch ms, both ends included. */
  from?: number;
  to?: number;
  id?: string;
  endToEndId?: string;
  clientReference?: string;
  document?: string;
  name?: string;
  /** Cents. */
  amount?: number;
  sortBy?: 'createdAt' | 'updatedAt';
  ascending?: boolean;
};

export type ListParts = {
  slots: Slots;
  calendar: Calendar;
  customers: Customers;
  codes: Codes;
  exceptions: Exceptions;
  overlay: Overlay;
  scanner: Scanner;
  now: () => number;
  read(index: number): PixTransaction;
};

export type Page = { total: number; rows: PixTransaction[] };

/** With more rows than this, sorting by updatedAt would need the whole world in memory. */
const SORTABLE = 20_000;

/** The counterparty only, because every row has the account's own name and document. */
function otherParty(row: PixTransaction): { names: (string | null)[]; documents: (string | null)[] } {
  return row.type === 'WITHDRAW'
    ? { names: [row.receiverName], documents: [row.receiverDocument] }
    : { names: [row.generatedName, row.payerName], documents: [row.generatedDocument, row.payerDocument] };
}

export function matches(row: PixTransaction, filter: ListFilter): boolean {
  const at = Date.parse(row.createdAt);
  if (at < (filter.from ?? -Infinity) || at > (filter.to ?? Infinity)) return false;
  if (filter.types && !filter.types.has(row.type)) return false;
  if (filter.methods && !filter.methods.has(row.method)) return false;
  if (filter.statuses && !filter.statuses.has(row.status)) return false;
  if (filter.virtualAccount !== undefined && row.virtualAccount !== filter.virtualAccount) return false;
  if (filter.id !== undefined && row.id !== filter.id) return false;
  if (filter.endToEndId !== undefined && row.endToEndId !== filter.endToEndId) return false;
  if (filter.clientReference !== undefined && row.clientReference !== filter.clientReference) return false;
  if (filter.amount !== undefined && row.amount !== filter.amount) return false;
  const other = otherParty(row);
  if (filter.document !== undefined && !other.documents.includes(filter.document)) return false;
  const wanted = filter.name === undefined ? null : plain(filter.name);
  return wanted === null || other.names.some((name) => name !== null && plain(name).includes(wanted));
}

/** The indexes of all rows that can have this id, code, reference or document; null: no such filter. */
function traced(parts: ListParts, filter: ListFilter, total: number): number[] | null {
  const { codes, customers } = parts;
  const one = (index: number | null | undefined) =>
    index != null && index >= 0 && index < total ? [index] : [];
  if (filter.id !== undefined) return one(codes.openId(filter.id, TAG.base));
  if (filter.endToEndId !== undefined) {
    const found = codes.openEndToEnd(filter.endToEndId);
    return found?.tag === TAG.endToEnd ? one(found.number) : [];
  }
  if (filter.clientReference !== undefined) return one(codes.openReference(filter.clientReference));
  if (filter.document === undefined) return null;
  const customer = customers.byDocument(filter.document);
  return customer === null ? [] : customers.indexesOf(customer, total);
}

function sortRows(rows: PixTransaction[], filter: ListFilter): PixTransaction[] {
  const key = filter.sortBy === 'updatedAt' ? 'updatedAt' : 'createdAt';
  // Rows arrive newest first; a stable sort keeps that order within one instant.
  if (filter.ascending) rows.reverse();
  return rows.sort((a, b) => {
    const order = a[key] < b[key] ? -1 : a[key] > b[key] ? 1 : 0;
    return filter.ascending ? order : -order;
  });
}

/** Yields a page of two merged descending lists, without reading either from its start. */
function* merge(
  parts: ListParts,
  base: Selection,
  created: Entry[],
  offset: number,
): Generator<PixTransaction> {
  const placeOf = (nth: number) =>
    nth + base.above(parts.calendar.firstAt((created[nth] as Entry).createdAt + 1));
  let low = 0;
  let high = created.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (placeOf(middle) < offset) low = middle + 1;
    else high = middle;
  }
  let nth = low;
  const indexes = base.descend(offset - nth);
  let next = indexes.next();
  for (;;) {
    const entry = created[nth];
    if (next.done && !entry) return;
    if (entry && (next.done || parts.calendar.timeOf(next.value) <= entry.createdAt)) {
      nth++;
      yield entry.transaction;
    } else if (!next.done) {
      yield parts.read(next.value);
      next = indexes.next();
    }
  }
}

function take(rows: Iterable<PixTransaction>, count: number): PixTransaction[] {
  const taken: PixTransaction[] = [];
  if (count <= 0) return taken;
  for (const row of rows) if (taken.push(row) >= count) break;
  return taken;
}

export async function listTransactions(
  parts: ListParts,
  filter: ListFilter,
  offset: number,
  limit: number,
): Promise<Page> {
  const { calendar, overlay } = parts;
  const end = calendar.firstAt(Math.min(parts.now(), filter.to ?? Infinity) + 1);
  const start = filter.from === undefined ? 0 : Math.min(end, calendar.firstAt(filter.from));
  const created = overlay.created.filter((entry) => matches(entry.transaction, filter)).reverse();
  let candidates: Iterable<number> | null = traced(parts, filter, end);
  if (!candidates && (filter.name !== undefined || filter.amount !== undefined)) {
    candidates = await parts.scanner.scan(filter, start, end);
  }
  if (candidates) {
    const rows = created.map((entry) => entry.transaction);
    for (const index of candidates) {
      const row = parts.read(index);
      if (matches(row, filter)) rows.push(row);
    }
    rows.sort((a, b) => (a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : 0));
    return { total: rows.length, rows: sortRows(rows, filter).slice(offset, offset + limit) };
  }
  const base = select(parts.slots, parts.exceptions, filter, start, end);
  const total = base.total + created.length;
  if (filter.sortBy === 'updatedAt' && total <= SORTABLE) {
    const rows = take(merge(parts, base, created, 0), total);
    return { total, rows: sortRows(rows, filter).slice(offset, offset + limit) };
  }
  if (!filter.ascending) return { total, rows: take(merge(parts, base, created, offset), limit) };
  const count = Math.min(limit, total - offset);
  const from = Math.max(0, total - offset - count);
  return { total, rows: take(merge(parts, base, created, from), count).reverse() };
}
