import { z } from 'zod';
import { Pasted, PastedId, ThingId, When, WholeCents, wordList } from '#lib/api/query-fields.ts';
import { pii } from '#lib/core/masking/pii.ts';
import { type Filter, type FiltersOf, type List, pasteOf, unsavedFilters } from '#lib/list/list.ts';
import { MOST_CHOSEN, MOST_EXPORTED } from '#lib/list/parsers.ts';

/** How a call writes what a filter is: words joined by commas, cents as digits. */
type Written<V> = V extends readonly unknown[] ? string : V extends number ? number | string : V;
type Field<V> = z.ZodOptional<z.ZodType<V, Written<V>>>;
type PersonalOf<L extends { readonly filters: readonly Filter[] }> = NamesIn<
  Extract<L['filters'][number], { kind: 'personal' }>
>;
type NamesIn<F> = F extends { readonly fields: Readonly<Record<infer N extends string, unknown>> }
  ? N
  : never;
type Shape<L extends Pick<List, 'parsers' | 'filters'>> = {
  [N in keyof FiltersOf<L>]: Field<NonNullable<FiltersOf<L>[N]>>;
} & { [N in PersonalOf<L>]: Field<string> };

/** A list's filters as its call takes them. Personal fields are for tools: pages send `f`, the stored filter's id. */
export function queryShape<L extends Pick<List, 'parsers' | 'filters'>>(list: L): Shape<L> {
  return Object.assign({}, ...list.filters.map(fieldsOf)) as Shape<L>;
}

function fieldsOf(filter: Filter): z.ZodRawShape {
  switch (filter.kind) {
    case 'period':
      return { from: When.optional(), to: When.optional() };
    case 'words':
      return { [filter.name]: (filter.closed ? someOf(filter.known) : wordList(filter.longest)).optional() };
    case 'choice':
    case 'order':
      return { [filter.name]: z.enum([...filter.known]).optional() };
    case 'text': {
      const text = Pasted(pasteOf(filter), filter.least, filter.most);
      return { [filter.name]: (filter.form === 'id' ? PastedId : pii.reference(text)).optional() };
    }
    case 'amount': {
      const bounds = { amountFrom: WholeCents.optional(), amountTo: WholeCents.optional() };
      return filter.exact ? { amount: WholeCents.optional(), ...bounds } : bounds;
    }
    case 'personal':
      return { f: ThingId.optional(), ...personalFields(filter) };
  }
}

const someOf = (known: readonly string[]) =>
  z
    .string()
    .max(400)
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum([...known])));

/**
 * Schema of a view's filters, as the page's address has them: of a person's data only the stored filter's id.
 */
export function viewShape(list: Pick<List, 'parsers' | 'filters'>): z.ZodObject {
  const shape: z.ZodRawShape = queryShape(list);
  const kept = Object.keys(list.parsers).filter((name) => !unsavedFilters(list).includes(name));
  return z.strictObject(Object.fromEntries(kept.map((name) => [name, shape[name] ?? z.never()])));
}

/** Personal filters hold a person's data: a document, or a search, which is a name or a key. */
const whoseOf = (name: string) => (name === 'document' ? pii.document : pii.name);

type PersonalFilter = Extract<Filter, { kind: 'personal' }>;

function personalFields(filter: PersonalFilter): z.ZodRawShape {
  const shape = Object.entries(filter.fields).map(([name, { most, least = 1, form }]) => [
    name,
    whoseOf(name)(
      form === 'document' ? Pasted('document', least, most) : z.string().trim().min(least).max(most),
    ).optional(),
  ]);
  return Object.fromEntries(shape);
}

/** Schema of a list's personal fields, as kept on the server. */
export function storedShape<L extends Pick<List, 'filters'>>(
  list: L,
): { [N in PersonalOf<L>]: Field<string> } {
  const filters = list.filters.filter((filter): filter is PersonalFilter => filter.kind === 'personal');
  return Object.assign({}, ...filters.map((filter) => personalFields(filter)));
}

const Chosen = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(ThingId).min(1).max(MOST_CHOSEN));

/** `sheet`: as a spreadsheet of the page's language opens it; `sheet-pt`: as one in Portuguese, whatever the page. */
const FORMS = ['machine', 'sheet', 'sheet-pt'] as const;

/**
 * How a list is exported: for machines or a spreadsheet, all of the filter or these records of it. `format`: the
 * parameter's older name, with its older words.
 */
export const ExportHow = z.object({
  form: z.enum(FORMS).optional(),
  format: z.enum([...FORMS, 'rfc4180', 'spreadsheet']).optional(),
  ids: Chosen.optional(),
});
/** `file`: which one the address names. */
export type ExportHow = z.infer<typeof ExportHow> & { file?: 'csv' | 'xlsx' };

/** Rows that were chosen, of which an address holds fewer. */
const ChosenRows = z.strictObject({ ids: z.array(ThingId).min(1).max(MOST_EXPORTED) });

type Exports<P extends string, Q extends z.ZodType, W> = {
  readonly [K in `GET ${P}.${'csv' | 'xlsx'}`]: { permission: W; answer: 'stream'; query: Q };
} & {
  readonly [K in `POST ${P}.${'csv' | 'xlsx'}`]: {
    permission: W;
    answer: 'stream';
    query: Q;
    body: typeof ChosenRows;
  };
};

/** The descriptors of a list's files: of the filter, and of the rows that a body names. */
export function exportEndpoints<
  const P extends `/${string}`,
  Q extends z.ZodType,
  const W extends 'export' | 'manage' = 'export',
>(path: P, query: Q, permission: W = 'export' as W): Exports<P, Q, W> {
  const whole = { permission, answer: 'stream', query };
  const chosen = { ...whole, body: ChosenRows };
  return {
    [`GET ${path}.csv`]: whole,
    [`GET ${path}.xlsx`]: whole,
    [`POST ${path}.csv`]: chosen,
    [`POST ${path}.xlsx`]: chosen,
  } as Exports<P, Q, W>;
}
