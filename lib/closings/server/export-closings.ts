import 'server-only';
import type { Args } from '#lib/api/serve.ts';
import type { Amount, ClosingDay } from '#lib/closings/contract.ts';
import { listClosings } from '#lib/closings/server/list-closings.ts';
import { amount, count, instant, labelsAt, text, word } from '#lib/list/server/columns.ts';
import { csvTable } from '#lib/list/server/csv-table.ts';
import { formatOf, listFile } from '#lib/list/server/export-list.ts';

type Name = Parameters<typeof amount>[0];

const money = (name: Name, of: (day: ClosingDay) => Amount | null | undefined) =>
  amount<ClosingDay>(
    name,
    (day) => of(day)?.cents ?? null,
    (day) => of(day)?.exact,
  );

/** A closed day of which a later reading shows something else has a word of its own. */
const stateWord = ({ state, changedSince }: ClosingDay) => (changedSince ? 'changed' : state);

const table = csvTable<ClosingDay>([
  text('day', ({ day }) => day),
  word('state', stateWord, labelsAt('closing-file.month.states')),
  money('opening', ({ figures }) => figures?.opening),
  money('in', ({ figures }) => figures?.in),
  money('out', ({ figures }) => figures?.out),
  money('blocks', ({ figures }) => figures?.blocks),
  money('closing', ({ figures }) => figures?.closing),
  count('openDifferences', ({ differences }) => differences?.open ?? null),
  count('explainedDifferences', ({ differences }) => differences?.explained ?? null),
  text('signedBy', ({ signedBy }) => signedBy?.name ?? null),
  text('confirmedBy', ({ confirmedBy }) => confirmedBy?.name ?? null),
  count('version', ({ version }) => version),
  instant('readAt', ({ readAt }) => readAt),
]);

type Query = Args<'GET /closings.csv'>;

/** The days of a month as a file, oldest first. Audited before the first row leaves. */
export async function exportClosings({ ctx, query }: Query, file: 'csv' | 'xlsx'): Promise<Response> {
  const { form, ...filter } = query;
  const format = formatOf({ form, file }, ctx.locale);
  const { month, items } = await listClosings({ ctx, query: filter });
  const days = items.toReversed();
  await ctx.audit({ action: 'closings.export', after: { filter: { month }, count: days.length } });
  const [first, last] = [days[0]?.day ?? `${month}-01`, days.at(-1)?.day ?? `${month}-01`];
  return listFile({
    format,
    file,
    name: 'closings',
    locale: ctx.locale,
    account: ctx.account.slug,
    filter: { from: first, to: last },
    table,
    pages: {
      first: { items: days, next: null },
      read: () => Promise.resolve({ items: [], next: null }),
      stop: () => undefined,
    },
    shown: (shown) => shown,
    filtered: false,
  });
}
