import { type Answer, send, urlOf } from '#lib/api/client.ts';
import { pagesOf, queryOf } from '#lib/api/endpoint-queries.ts';
import type { Cause, DifferenceState } from '#lib/closings/rules.ts';
import { toQuery } from '#lib/list/parsers.ts';

export type MonthAnswer = Answer<'GET /closings'>;
export type DayLine = MonthAnswer['items'][number];
export type DayDetail = Answer<'GET /closings/{day}'>;
export type DifferenceLine = Answer<'GET /closings/{day}/differences'>['items'][number];
export type OrderUpload = Answer<'POST /closings/{day}/orders'>;
export type LineOfPart = Answer<'GET /closings/{day}/lines'>['items'][number];

const READING_MS = 1_500;
const REFRESH_MS = 30_000;
const PAGE_SIZE = 100;

export const allClosings = (account: string) => ['closings', account] as const;

/** The days of a month (`YYYY-MM`; null: this one). Polls faster while a day is being read. */
export const monthOptions = (account: string, month: string | null) =>
  queryOf(
    'GET /closings',
    { account, query: toQuery({ month }) },
    {
      refetchInterval: ({ state }) =>
        state.data?.items.some(({ reading }) => reading) === true ? READING_MS : REFRESH_MS,
    },
  );

export const dayOptions = (account: string, day: string) =>
  queryOf(
    'GET /closings/{day}',
    { account, params: { day } },
    { refetchInterval: ({ state }) => (state.data?.reading === true ? READING_MS : REFRESH_MS) },
  );

type DifferenceFilter = { cause: Cause | null; state: DifferenceState | null };

export const differencesOptions = (account: string, day: string, filter: DifferenceFilter) =>
  pagesOf('GET /closings/{day}/differences', {
    account,
    params: { day },
    query: { ...toQuery(filter), limit: PAGE_SIZE },
  });

/** The lines behind a part of the equation. */
export const partLinesOptions = (account: string, day: string, part: string) =>
  pagesOf('GET /closings/{day}/lines', { account, params: { day }, query: { part, limit: PAGE_SIZE } });

export const verificationOptions = (account: string, day: string, version: number) =>
  queryOf('GET /closings/{day}/versions/{version}/verification', {
    account,
    params: { day, version: String(version) },
  });

/** The address of a version's file. */
export const versionFileHref = (
  account: string,
  day: string,
  version: number,
  kind: 'json' | 'xlsx' | 'pdf',
): string =>
  urlOf(`GET /closings/{day}/versions/{version}/closing.${kind}`, account, { day, version: String(version) });

/** The address of the file of a month (`YYYY-MM`; null: this one), for a spreadsheet in the page's language. */
export const monthFileHref = (account: string, month: string | null, kind: 'csv' | 'xlsx'): string =>
  urlOf(`GET /closings.${kind}`, account, {}, { ...toQuery({ month }), form: 'sheet' });

type Columns = { reference: number; amount: number; date: number | null; endToEnd: number | null };

/**
 * Reads an order file. Without `columns` the answer proposes them and nothing is stored; with them the file's
 * orders replace those of the day. Throws CallError; its fields are `file`, `columns` or `rows.<row>.<field>`.
 */
export async function uploadOrders(
  account: string,
  day: string,
  file: File,
  columns: Columns | null,
): Promise<OrderUpload> {
  const form = new FormData();
  form.append('file', file, file.name);
  if (columns !== null) form.append('columns', JSON.stringify(columns));
  const url = urlOf('POST /closings/{day}/orders', account, { day });
  const answer = await send(
    url,
    { method: 'POST', headers: { accept: 'application/json' }, body: form },
    true,
  );
  return (await answer.json()) as OrderUpload;
}
