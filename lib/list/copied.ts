import { centsToDecimal } from '#lib/core/money.ts';
import type { Column } from '#lib/list/list.ts';

type Copied = { 'data-copy'?: string; 'data-copy-amount'?: '' };
const NOTHING: Copied = {};

/**
 * The text that a cell gives to the clipboard: the member its column names, else the record's id where its
 * words stand, and its amount. Whole, however short it is shown; an id made by Guichê itself is not copied.
 */
export function copiedOf(column: Column, row: object): Copied {
  const { place, number } = column;
  const usual = place === 'amount' && number ? 'amount' : place === 'who' ? 'id' : undefined;
  const member = column.copies ?? usual;
  if (member === undefined) return NOTHING;
  const value = (row as Record<string, unknown>)[member];
  if (typeof value === 'number' && number)
    return { 'data-copy': centsToDecimal(value), 'data-copy-amount': '' };
  if (typeof value !== 'string' || value === '' || value.startsWith('no-id-')) return NOTHING;
  return { 'data-copy': value };
}
