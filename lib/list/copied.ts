import { centsToDecimal } from '#lib/core/money.ts';
import type { Column } from '#lib/list/list.ts';

type Copied = { 'data-copy'?: string; 'data-copy-amount'?: '' };
const NOT_COPIED: Copied = {};

/**
 * What the clipboard gets from a cell: the field that its column names, else the record's id in a `who`
 * column or its amount. The full value, even when the cell shortens it; an id that Guichê made up is not
 * copied.
 */
export function copiedOf(column: Column, row: object): Copied {
  const { place, number } = column;
  const defaultMember = place === 'amount' && number ? 'amount' : place === 'who' ? 'id' : undefined;
  const member = column.copies ?? defaultMember;
  if (member === undefined) return NOT_COPIED;
  const value = (row as Record<string, unknown>)[member];
  if (typeof value === 'number' && number)
    return { 'data-copy': centsToDecimal(value), 'data-copy-amount': '' };
  if (typeof value !== 'string' || value === '' || value.startsWith('no-id-')) return NOT_COPIED;
  return { 'data-copy': value };
}
