import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import { type Database, db } from '#lib/data/client.ts';
import { isPaid, receiver } from '#lib/deliveries/server/get-incidents.ts';
import { rowsOf } from '#lib/deliveries/server/record-row.ts';

/** A receiver of an account, with its incident key: webhook id, otherwise host. */
export type Receiver = { accountId: string; key: string };
/**
 * Open failures of a receiver. `amount`: cents of paid transactions among them. `status`: answer to the
 * newest.
 */
type OpenFailures = { callbacks: number; amount: number; status: string | null };
/** From the first failure of an incident until the receiver accepted a callback again. ISO 8601. */
export type FailedSpan = Receiver & { since: string; until: string };
/** Callbacks that failed in the span, and how many of them were delivered later, by any resend or retry. */
type SpanCounts = { failed: number; delivered: number };

/** A receiver's answer as notifications show it; null: no answer. */
export const statusWord = (status: number | null) => (status === null ? null : `HTTP ${status}`);

const keyOf = ({ accountId, key }: Receiver) => `${accountId} ${key}`;
const listed = (rows: readonly SQL[]) => sql.join([...rows], sql`, `);

/** Open failures of each of these receivers, across accounts. */
export async function openFailures(these: readonly Receiver[]): Promise<(of: Receiver) => OpenFailures> {
  if (these.length === 0) return () => ({ callbacks: 0, amount: 0, status: null });
  type Row = { account_id: string; key: string; word: string | null; callbacks: unknown; amount: unknown } & {
    status: number | null;
    newest: string | Date;
  };
  const wanted = listed(these.map(({ accountId, key }) => sql`(${accountId}, ${key})`));
  const accounts = listed(these.map(({ accountId }) => sql`${accountId}`));
  const rows = await rowsOf<Row>(sql`
    select account_id, ${receiver} as key, transaction_status as word, count(*) as callbacks,
      coalesce(sum(amount), 0) as amount, max(created_at) as newest,
      (array_agg(status order by created_at desc, id desc))[1] as status
    from deliveries where open and account_id in (${accounts}) and (account_id, ${receiver}) in (${wanted})
    group by 1, 2, 3 order by newest desc`);
  const found = Map.groupBy(rows, ({ account_id: accountId, key }) => keyOf({ accountId, key }));
  return (of) => {
    const words = found.get(keyOf(of)) ?? [];
    const sum = (of: (row: Row) => number) => words.reduce((all, row) => all + of(row), 0);
    return {
      callbacks: sum(({ callbacks }) => Number(callbacks)),
      amount: sum(({ amount, word }) => (isPaid(word) ? Number(amount) : 0)),
      status: statusWord(words[0]?.status ?? null),
    };
  };
}

/** Counts in the order of `spans`; records past the retention are not counted. */
export async function countSpans(
  spans: readonly FailedSpan[],
  on: Pick<Database, 'execute'> = db(),
): Promise<SpanCounts[]> {
  if (spans.length === 0) return [];
  const values = listed(
    spans.map(
      ({ accountId, key, since, until }, place) =>
        sql`(${place}::int, ${accountId}::text, ${key}::text, ${since}::timestamptz, ${until}::timestamptz)`,
    ),
  );
  const notice = sql`(coalesce(d.transaction_id, d.id), d.event, d.url)`;
  const rows = await rowsOf<{ place: number; failed: unknown; delivered: unknown }>(
    sql`
    select s.place, count(distinct ${notice}) as failed,
      count(distinct ${notice}) filter (where d.outcome = 'recovered') as delivered
    from (values ${values}) as s (place, account_id, key, since, until)
    join deliveries d on d.account_id = s.account_id and ${receiver} = s.key and d.outcome <> 'delivered'
      and not d.delivered and d.resend_id is null and d.created_at >= s.since and d.created_at < s.until
    group by s.place`,
    on,
  );
  const found = new Map(rows.map((row) => [row.place, row]));
  return spans.map((_, place) => ({
    failed: Number(found.get(place)?.failed ?? 0),
    delivered: Number(found.get(place)?.delivered ?? 0),
  }));
}
