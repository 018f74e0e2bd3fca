import { createLoader, parseAsStringLiteral, type SingleParserBuilder } from 'nuqs/server';
import type { PastedKind } from '#lib/core/clean.ts';
import { centsToDecimal } from '#lib/core/money.ts';
import {
  type Parsers,
  parseAsCents,
  parseAsChoices,
  parseAsDayOrInstant,
  parseAsText,
  parseAsWords,
  type ValuesOf,
} from '#lib/list/parsers.ts';

/** Each list is defined once: its address, API call, query key, filters, rows, export and views read it. */

/** The format of a text: what its field validates, and how its chip shows it. */
export type TextForm = 'plain' | 'id' | 'code' | 'endToEndId' | 'document';
/** How text that people paste into this filter's field is cleaned. */
export const pasteOf = ({ name, form }: { name: string; form: TextForm }): PastedKind => {
  if (form === 'endToEndId' || name === 'endToEndId') return 'endToEndId';
  return form === 'id' || form === 'document' ? form : 'reference';
};
export type Personal = {
  readonly most: number;
  readonly least?: number;
  readonly form?: TextForm;
  /** The filter whose message describes the format; by default its own. */
  readonly rule?: string;
};

type TextOptions = { most: number; least?: number; form?: TextForm; unsaved?: boolean };
const named = <N extends string, V>(name: N, parser: SingleParserBuilder<V>) =>
  ({ [name]: parser }) as { [K in N]: SingleParserBuilder<V> };
const BOUNDS = { amountFrom: parseAsCents, amountTo: parseAsCents };

/**
 * The kinds of filter, each with its parameters in the address. Days are São Paulo days, amounts are cents.
 */
export const filter = {
  period: (parser: SingleParserBuilder<string> = parseAsDayOrInstant) =>
    ({ kind: 'period', params: { from: parser, to: parser } }) as const,
  /** Several of the provider's words, or one with `single`. `longest`: the maximum length of one word. */
  words: <N extends string>(name: N, known: readonly string[], { single = false, longest = 40 } = {}) =>
    ({ kind: 'words', name, known, single, longest, params: named(name, parseAsWords(longest)) }) as const,
  /** Several of Guichê's own words: no others are valid. */
  choices: <N extends string, W extends string>(name: N, known: readonly W[]) =>
    ({ kind: 'words', name, known, single: false, params: named(name, parseAsChoices(known)) }) as const,
  /** One of Guichê's own words. */
  choice: <N extends string, V>(name: N, known: readonly string[], parser: SingleParserBuilder<V>) =>
    ({ kind: 'choice', name, known, params: named(name, parser) }) as const,
  /** Sets the rows' order and does not filter. */
  order: <N extends string, V>(name: N, known: readonly string[], parser: SingleParserBuilder<V>) =>
    ({ kind: 'order', name, known, params: named(name, parser) }) as const,
  /** `unsaved`: the value may be personal data, so no saved view stores it. */
  text: <N extends string>(name: N, options: TextOptions) => {
    const { most, least = 1, form = 'plain', unsaved = false } = options;
    return {
      kind: 'text',
      name,
      most,
      least,
      form,
      unsaved,
      params: named(name, parseAsText(most, least)),
    } as const;
  },
  /** Unsigned bounds in cents, plus one exact amount where the provider accepts it. */
  amount: () => ({ kind: 'amount', exact: true, params: { amount: parseAsCents, ...BOUNDS } }) as const,
  range: () => ({ kind: 'amount', exact: false, params: BOUNDS }) as const,
  /** Personal data, stored on the server. The address has only its id `f`. Requires `reveal`. */
  personal: <N extends string>(fields: Readonly<Record<N, Personal>>) =>
    ({ kind: 'personal', fields, params: named('f', parseAsText(64, 8)) }) as const,
};

type AnyParams<F> = F extends unknown ? Omit<F, 'params'> & { readonly params: Parsers } : never;
export type Filter = AnyParams<ReturnType<(typeof filter)[keyof typeof filter]>>;

const ORDERS = ['asc', 'desc'] as const;
/** The order parameters of a list that its server sorts. Without them the first of `sort` applies. */
export const ordered = <const W extends string>(known: readonly W[]) =>
  [
    filter.order('sort', known, parseAsStringLiteral(known)),
    filter.order('order', ORDERS, parseAsStringLiteral(ORDERS)),
  ] as const;

/** How a column appears in the head, in a row and on narrow screens. */
export type Column = {
  /** Width in rem. */
  readonly width: number;
  readonly number?: true;
  /** Takes the remaining width. */
  readonly grows?: true;
  /** Hidden when the list is narrower than this, in rem. */
  readonly under?: 74 | 62 | 50 | 40;
  /**
   * The column's place in a two-line row: a `note` has a line of its own, a `secondary` follows the state in
   * a long list. Columns with any other place are always shown.
   */
  readonly place?: 'time' | 'state' | 'who' | 'amount' | 'note' | 'secondary';
  /** A note without its name before it. */
  readonly plain?: true;
  /** Clicking this cell opens the record. Without such a column, a click on the row does. */
  readonly opens?: true;
  /** The record's field that the cell copies, when it is not the default (`copiedOf`). */
  readonly copies?: string;
  readonly hidden?: boolean;
};

type Copied = { 'data-copy'?: string; 'data-copy-amount'?: '' };
const NOT_COPIED: Copied = {};

/**
 * What the clipboard gets from a cell: the field that its column names, else the record's id in a `who`
 * column or its amount. The full value, even when the cell shortens it; an id that Guichê invented is not
 * copied.
 */
export function copiedOf(column: Column, row: object): Copied {
  const { place, number } = column;
  const usual = place === 'amount' && number ? 'amount' : place === 'who' ? 'id' : undefined;
  const member = column.copies ?? usual;
  if (member === undefined) return NOT_COPIED;
  const value = (row as Record<string, unknown>)[member];
  if (typeof value === 'number' && number)
    return { 'data-copy': centsToDecimal(value), 'data-copy-amount': '' };
  if (typeof value !== 'string' || value === '' || value.startsWith('no-id-')) return NOT_COPIED;
  return { 'data-copy': value };
}

/** Columns of a table that is not a list of its own. */
export const tableColumns = <C extends string>(columns: Readonly<Record<C, Column>>) => columns;

type Both<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer All) => void ? All : never;
type Statement<F extends readonly Filter[], C extends string> = {
  readonly name: string;
  readonly filters: F;
  readonly columns?: Readonly<Record<C, Column>>;
  /**
   * Sortable columns; the first is the default order, descending. Sorting is possible once all rows are read,
   * or at once if the server sorts (`ordered`).
   */
  readonly sort?: readonly NoInfer<C>[];
  readonly csv?: CsvRoute;
  /** Views that every account has, as address parameters; `period` is a preset. */
  readonly views?: Readonly<Record<string, Readonly<Record<string, string>>>>;
};
type CsvRoute = `GET ${string}.csv`;
type ParamsOf<F extends readonly Filter[]> = Both<F[number]['params']>;

/** The filter values in a list's address; null when absent. */
export type FiltersOf<L extends { readonly parsers: Parsers }> = ValuesOf<L['parsers']>;

export function defineList<const F extends readonly Filter[], C extends string = never>(
  statement: Statement<F, C>,
) {
  type P = ParamsOf<F> extends infer All extends Parsers ? All : never;
  const parsers: P = Object.assign({}, ...statement.filters.map(({ params }) => params));
  const none = Object.fromEntries(Object.keys(parsers).map((name) => [name, null]));
  const columns = (statement.columns ?? {}) as Readonly<Record<C, Column>>;
  return {
    sort: [] as readonly C[],
    views: {} as Readonly<Record<string, Readonly<Record<string, string>>>>,
    ...statement,
    columns,
    columnNames: Object.keys(columns) as C[],
    parsers,
    none: none as ValuesOf<P>,
    load: createLoader(parsers),
  };
}
export type List<C extends string = string> = {
  readonly name: string;
  readonly filters: readonly Filter[];
  readonly columns: Readonly<Record<C, Column>>;
  readonly columnNames: readonly C[];
  readonly sort: readonly C[];
  readonly csv?: CsvRoute;
  readonly views: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly parsers: Parsers;
};

export type Columns<C extends string = string> = Pick<List<C>, 'columns' | 'columnNames'>;
/** Columns that are visible by default. */
export const initialColumns = <C extends string>({ columns, columnNames }: Columns<C>): readonly C[] =>
  columnNames.filter((name) => !columns[name].hidden);

/** The id of the record that is open next to the list. */
export const openParser = parseAsText(128);
export const loadOpen = createLoader({ open: openParser });
/** The record (`open`) or operation (`op`) that is open next to a list. */
export const drawerRouteParsers = { open: openParser, op: parseAsText(64) };

/** True when the server sorts this list. */
export const isOrdered = ({ filters }: Pick<List, 'filters'>): boolean =>
  filters.some(({ kind }) => kind === 'order');

export const unsavedFilters = ({ filters }: Pick<List, 'filters'>): readonly string[] =>
  filters.flatMap((filter) => (filter.kind === 'text' && filter.unsaved ? [filter.name] : []));

/** Names of the active filters, except period and order. */
export function activeFilters<F extends object>(filters: F): (keyof F & string)[] {
  const aside = ['from', 'to', 'sort', 'order'];
  return (Object.keys(filters) as (keyof F & string)[]).filter(
    (name) => !aside.includes(name) && filters[name] !== null,
  );
}
