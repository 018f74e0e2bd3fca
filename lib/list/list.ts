import { createLoader, parseAsStringLiteral, type SingleParserBuilder } from 'nuqs/server';
import type { PastedKind } from '#lib/core/clean.ts';
import {
  type Parsers,
  parseAsCents,
  parseAsChoices,
  parseAsDayOrInstant,
  parseAsText,
  parseAsWords,
  type ValuesOf,
} from '#lib/list/parsers.ts';

/** A list is stated once: address, call, query key, chips, head, rows, export and views read this. */

/** How a text is written: what its field checks, and how its chip shows it. */
export type TextForm = 'plain' | 'id' | 'code' | 'endToEndId' | 'document';
/** The kind of thing that people paste into a text filter's field. */
export const pasteOf = ({ name, form }: { name: string; form: TextForm }): PastedKind => {
  if (form === 'endToEndId' || name === 'endToEndId') return 'endToEndId';
  return form === 'id' || form === 'document' ? form : 'reference';
};
export type Personal = {
  readonly most: number;
  readonly least?: number;
  readonly form?: TextForm;
  /** Name of the filter whose words say how it is written; absent: its own. */
  readonly rule?: string;
};

/** One filter and what it puts into the address. */
export type Filter<P = Parsers, N extends string = string> = { readonly params: P } & (
  | { readonly kind: 'period' }
  | {
      readonly kind: 'words';
      readonly name: N;
      readonly known: readonly string[];
      readonly single: boolean;
      /** Letters of one. */
      readonly longest: number;
      readonly closed?: false;
    }
  /** Guichê's own words: there are no others. */
  | {
      readonly kind: 'words';
      readonly name: N;
      readonly known: readonly string[];
      readonly single: false;
      readonly closed: true;
    }
  | {
      readonly kind: 'text';
      readonly name: N;
      readonly most: number;
      readonly least: number;
      readonly form: TextForm;
      /** It may hold what is somebody's: no saved view keeps it. */
      readonly unsaved: boolean;
    }
  /** Guichê's own words, one of which the address has. `order`: how rows stand, and no filter. */
  | { readonly kind: 'choice'; readonly name: N; readonly known: readonly string[] }
  | { readonly kind: 'order'; readonly name: N; readonly known: readonly string[] }
  | { readonly kind: 'amount'; readonly exact: boolean }
  | { readonly kind: 'personal'; readonly fields: Readonly<Record<N, Personal>> }
);

type Named<N extends string, V> = { [K in N]: SingleParserBuilder<V> };
type Bounds = Named<'amountFrom' | 'amountTo', number>;

const named = <N extends string, V>(name: N, parser: SingleParserBuilder<V>) =>
  ({ [name]: parser }) as Named<N, V>;

/** The kinds of filter. Days are São Paulo's, amounts cents. */
export const filter = {
  period: (parser: SingleParserBuilder<string> = parseAsDayOrInstant) =>
    ({ kind: 'period', params: { from: parser, to: parser } }) as const,
  /** Several of the provider's words; `single` where it takes one. */
  words: <N extends string>(name: N, known: readonly string[], { single = false, longest = 40 } = {}) =>
    ({ kind: 'words', name, known, single, longest, params: named(name, parseAsWords(longest)) }) as const,
  /** Several of Guichê's own words. */
  choices: <N extends string, W extends string>(name: N, known: readonly W[]) =>
    ({
      kind: 'words',
      name,
      known,
      single: false,
      closed: true,
      params: named(name, parseAsChoices(known)),
    }) as const,
  choice: <N extends string, V>(name: N, known: readonly string[], parser: SingleParserBuilder<V>) =>
    ({ kind: 'choice', name, known, params: named(name, parser) }) as const,
  order: <N extends string, V>(name: N, known: readonly string[], parser: SingleParserBuilder<V>) =>
    ({ kind: 'order', name, known, params: named(name, parser) }) as const,
  text: <N extends string>(
    name: N,
    {
      most,
      least = 1,
      form = 'plain',
      unsaved = false,
    }: { most: number; least?: number; form?: TextForm; unsaved?: boolean },
  ) =>
    ({
      kind: 'text',
      name,
      most,
      least,
      form,
      unsaved,
      params: named(name, parseAsText(most, least)),
    }) as const,
  /** From and to, unsigned; `exact` where the provider takes one amount as well. */
  amount: () =>
    ({
      kind: 'amount',
      exact: true,
      params: { amount: parseAsCents, amountFrom: parseAsCents, amountTo: parseAsCents } as Bounds &
        Named<'amount', number>,
    }) as const,
  range: () =>
    ({
      kind: 'amount',
      exact: false,
      params: { amountFrom: parseAsCents, amountTo: parseAsCents } as Bounds,
    }) as const,
  /** A person's data: kept on the server, the address carries the id; asked for with `reveal` only. */
  personal: <N extends string>(fields: Readonly<Record<N, Personal>>) =>
    ({ kind: 'personal', fields, params: named('f', parseAsText(64, 8)) }) as const,
};

const ORDERS = ['asc', 'desc'] as const;
/** How rows stand, of a list that is put in order by who answers it; where the address is silent, as `sort` begins. */
export const ordered = <const W extends string>(known: readonly W[]) =>
  [
    filter.order('sort', known, parseAsStringLiteral(known)),
    filter.order('order', ORDERS, parseAsStringLiteral(ORDERS)),
  ] as const;

/** How a column stands in the head, in a row, and where there is little room. */
export type Column = {
  /** Rem. */
  readonly width: number;
  readonly number?: true;
  /** Takes what the others leave. */
  readonly grows?: true;
  /** Goes where the list is narrower than so many rem. */
  readonly under?: 74 | 62 | 50 | 40;
  /**
   * Its place in a row of two lines; a note has a line of its own below, what is `beside` stands after the state in a
   * long list. But for these two such a column always stands.
   */
  readonly place?: 'time' | 'state' | 'who' | 'amount' | 'note' | 'beside';
  /** A note that needs no name before it. */
  readonly plain?: true;
  /** Its words open the record; where no column says so, a press of the row does. */
  readonly opens?: true;
  /** Member of a row that its cell gives to the clipboard, where it is not what is usual there (`copiedOf`). */
  readonly copies?: string;
  /** Absent at first. */
  readonly hidden?: boolean;
};

/** Columns of a table that is no list of its own. */
export const tableColumns = <C extends string>(columns: Readonly<Record<C, Column>>) => columns;

type Both<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer All) => void ? All : never;
type Statement<F extends readonly Filter[], C extends string> = {
  readonly name: string;
  readonly filters: F;
  readonly columns?: Readonly<Record<C, Column>>;
  /**
   * Columns that rows can be sorted by; the first is the usual order, falling. Once all of them were read, but at once
   * where the order is a filter (`ordered`).
   */
  readonly sort?: readonly NoInfer<C>[];
  /** The descriptor of its file. */
  readonly csv?: CsvRoute;
  /** Views that every account has, as the address has them; `period` is a preset. */
  readonly views?: Readonly<Record<string, Readonly<Record<string, string>>>>;
};
export type CsvRoute = `GET ${string}.csv`;
type ParamsOf<F extends readonly Filter[]> = Both<F[number]['params']>;

/** The filters in a list's address; null: absent. */
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
/** Columns that stand at first. */
export const initialColumns = <C extends string>({ columns, columnNames }: Columns<C>): readonly C[] =>
  columnNames.filter((name) => !columns[name].hidden);

/** The id of what stands beside a list. */
export const openParser = parseAsText(128);
export const loadOpen = createLoader({ open: openParser });
/** A record or an operation beside a list. */
export const drawerRouteParsers = { open: openParser, op: parseAsText(64) };

/** Tells if the list's server puts its rows in order. */
export const isOrdered = ({ filters }: Pick<List, 'filters'>): boolean =>
  filters.some(({ kind }) => kind === 'order');

/** Filters that no saved view keeps. */
export const unsavedFilters = ({ filters }: Pick<List, 'filters'>): readonly string[] =>
  filters.flatMap((filter) => (filter.kind === 'text' && filter.unsaved ? [filter.name] : []));

/** Names of the filters in force besides the period and the order. */
export function activeFilters<F extends object>(filters: F): (keyof F & string)[] {
  const aside = ['from', 'to', 'sort', 'order'];
  return (Object.keys(filters) as (keyof F & string)[]).filter(
    (name) => !aside.includes(name) && filters[name] !== null,
  );
}
