import { z } from 'zod';
import { Pasted, PastedId, ThingId, When, WholeCents, wordList } from '#lib/api/query-fields.ts';
import { pii } from '#lib/core/masking/pii.ts';
import { type Filter, type FiltersOf, type List, pasteOf, unsavedFilters } from '#lib/list/list.ts';
import { MOST_CHOSEN, MOST_EXPORTED } from '#lib/list/parsers.ts';

/** The form of a filter value in a call: words joined by commas, cents as digits. */
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

/** The query schema of a list's filters. API clients send personal fields, pages a stored filter's id. */
export function queryShape<L extends Pick<List, 'parsers' | 'filters'>>(list: L): Shape<L> {
  return Object.assign({}, ...list.filters.map(fieldsOf)) as Shape<L>;
}

function fieldsOf(filter: Filter): z.ZodRawShape {
  switch (filter.kind) {
    case 'period':
      return { from: When.optional(), to: When.optional() };
    case 'words':
      return {
        [filter.name]: ('longest' in filter ? wordList(filter.longest) : someOf(filter.known)).optional(),
      };
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

/** Schema of a saved view's filters. Of personal data it has only the stored filter's id. */
export function viewShape(list: Pick<List, 'parsers' | 'filters'>): z.ZodObject {
  const shape: z.ZodRawShape = queryShape(list);
  const savable = Object.keys(list.parsers).filter((name) => !unsavedFilters(list).includes(name));
  return z.strictObject(Object.fromEntries(savable.map((name) => [name, shape[name] ?? z.never()])));
}

/** Personal filters hold a document, or a search, which may be a name or a key. */
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

/** Schema of a list's personal fields, as the server stores them. */
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

/** `sheet`: for a spreadsheet in the page's language; `sheet-pt`: always in Portuguese. */
const FORMS = ['machine', 'sheet', 'sheet-pt'] as const;

/** Form and rows of an exported list. `format` is the older name of `form`, with its older values. */
export const ExportHow = z.object({
  form: z.enum(FORMS).optional(),
  format: z.enum([...FORMS, 'rfc4180', 'spreadsheet']).optional(),
  ids: Chosen.optional(),
});
/** `file`: the extension in the address. */
export type ExportHow = z.infer<typeof ExportHow> & { file?: 'csv' | 'xlsx' };

/** The selected rows. A body may name more than an address can. */
const ChosenRows = z.strictObject({ ids: z.array(ThingId).min(1).max(MOST_EXPORTED) });

type Whole<Q, W> = { permission: W; answer: 'stream'; query: Q };
type Exports<P extends string, Q extends z.ZodType, W> = {
  readonly [K in `GET ${P}.${'csv' | 'xlsx'}`]: Whole<Q, W>;
} & {
  readonly [K in `POST ${P}.${'csv' | 'xlsx'}`]: Whole<Q, W> & { body: typeof ChosenRows };
};

/** The endpoints of a list's files: of the filter (GET), and of the rows that a body names (POST). */
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
