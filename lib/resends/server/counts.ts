import 'server-only';
import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import { db, type Transaction } from '#lib/data/client.ts';
import { resendItems } from '#lib/data/schema/resends.ts';
import type { ResendCounts } from '#lib/resends/contract.ts';
import type { RequestRow, ResendRow } from '#lib/resends/server/resend-row.ts';

export type Counted = { counts: ResendCounts; amount: number };
type Group = {
  resendId: string;
  state: string;
  result: string | null;
  count: unknown;
  amount: unknown;
  unlisted: number;
};

export async function countsOf(row: ResendRow): Promise<Counted> {
  const counted = await countsOfAll([row]);
  return counted.get(row.id) ?? { counts: EMPTY, amount: 0 };
}

const EMPTY: ResendCounts = {
  total: 0,
  outside: 0,
  unreachable: 0,
  skipped: 0,
  requested: 0,
  unknown: 0,
  remaining: 0,
  accepted: 0,
  delivered: 0,
  failed: 0,
};

/**
 * Counts all items at one instant, so `total` equals the sum of its parts; a closed resend has stored counts.
 * `amount`: cents of everything requested or still to be requested.
 */
export async function countsOfAll(rows: readonly ResendRow[]): Promise<Map<string, Counted>> {
  const open = rows.filter(({ counts }) => counts === null);
  const groups = await groupsOf(open.map(({ id }) => id));
  return new Map(
    rows.map((row) => [row.id, row.counts === null ? count(row, groups.get(row.id) ?? []) : stored(row)]),
  );
}

function stored({ counts }: ResendRow): Counted {
  const { amount, ...rest } = counts as ResendCounts & { amount: number };
  return { counts: rest, amount };
}

async function groupsOf(ids: string[]): Promise<Map<string, Group[]>> {
  if (ids.length === 0) return new Map();
  const rows: Group[] = await db()
    .select({
      resendId: resendItems.resendId,
      state: resendItems.state,
      result: resendItems.result,
      count: sql<unknown>`count(*)`,
      amount: sql<unknown>`coalesce(sum(${resendItems.amount}), 0)`,
      // Read in the same statement, so an item that is added now is not counted twice.
      unlisted: sql<number>`(select unlisted from resends where id = ${resendItems.resendId})`,
    })
    .from(resendItems)
    .where(ids.length === 1 ? eq(resendItems.resendId, ids[0] ?? '') : inArray(resendItems.resendId, ids))
    .groupBy(resendItems.resendId, resendItems.state, resendItems.result);
  return Map.groupBy(rows, ({ resendId }) => resendId);
}

/** States of items that are requested or still to be requested. */
export const REQUEST_STATES = ['requested', 'unknown', 'remaining'];

function count(row: ResendRow, groups: Group[]): Counted {
  const sum = (fits: (group: Group) => boolean) =>
    groups.filter(fits).reduce((total, group) => total + Number(group.count), 0);
  const state = (name: string) => sum((group) => group.state === name);
  const result = (...names: string[]) =>
    sum((group) => group.state === 'requested' && group.result !== null && names.includes(group.result));
  const { outsideCount } = row;
  const unlisted = groups[0]?.unlisted ?? row.unlisted;
  const counts = {
    total: sum(() => true) + unlisted + outsideCount,
    outside: state('outside') + outsideCount,
    unreachable: state('unreachable'),
    skipped: state('skipped'),
    requested: state('requested') + unlisted,
    unknown: state('unknown'),
    remaining: state('remaining'),
    accepted: result('accepted', 'delivered', 'failed') + unlisted,
    delivered: result('delivered'),
    failed: result('failed'),
  };
  const amount = groups
    .filter((group) => REQUEST_STATES.includes(group.state))
    .reduce((total, group) => total + Number(group.amount), 0);
  return { counts, amount };
}

/** Sets the results of one request's items from records already in the index. */
export function matchRequest(tx: Transaction, request: RequestRow): Promise<number> {
  return match(tx, sql`i.resend_id = ${request.resendId} and i.request = ${request.number}`);
}

/** Sets the results of all items that wait for one of these transactions. At most a few thousand ids. */
export async function matchTransactions(
  tx: Transaction,
  accountId: string,
  ids: readonly string[],
): Promise<number> {
  if (ids.length === 0) return 0;
  const list = sql.join(
    ids.map((id) => sql`${id}`),
    sql`, `,
  );
  return match(tx, sql`i.account_id = ${accountId} and i.transaction_id in (${list})`);
}

/**
 * Attributes records to requested items (inferred): the first record of the transaction at the item's address
 * after the request. Any delivered record makes the item delivered. Returns how many items changed.
 */
async function match(tx: Transaction, which: SQL): Promise<number> {
  const found = (await tx.execute(sql`
    with seen as (
      select i.resend_id, i.transaction_id, i.event, d.id, d.delivered, d.status, d.response_time_ms,
        d.created_at, d.event as delivery_event,
        row_number() over (partition by i.resend_id, i.transaction_id, i.event order by d.created_at, d.id) as place,
        row_number() over (
          partition by i.resend_id, i.transaction_id, i.event order by d.delivered desc, d.created_at, d.id
        ) as best
      from resend_items i
      join resends r on r.id = i.resend_id and r.counts is null
      join deliveries d on d.account_id = i.account_id and d.transaction_id = i.transaction_id
        and d.created_at >= i.asked_at and d.seq > coalesce(i.asked_seq, 0)
        and (d.url = i.url or (i.webhook_id is not null and d.webhook_id = i.webhook_id))
        and (i.event = '' or d.event is null or d.event = i.event)
      where ${which} and (i.state = 'unknown' or (i.state = 'requested' and i.result in ('accepted', 'failed')))
    ), marked as (
      update deliveries d set resend_id = s.resend_id
      from seen s, resend_items i
      where s.place = 1 and i.resend_id = s.resend_id and i.transaction_id = s.transaction_id
        and i.event = s.event and d.account_id = i.account_id and d.id = s.id and d.resend_id is null
      returning d.id
    )
    update resend_items i
    set state = 'requested', result = case when s.delivered then 'delivered' else 'failed' end,
      delivery_id = s.id, delivery_event = s.delivery_event, http_status = s.status,
      response_time_ms = s.response_time_ms,
      delivered_at = case when s.delivered then s.created_at end
    from seen s
    where s.best = 1 and i.resend_id = s.resend_id and i.transaction_id = s.transaction_id and i.event = s.event
      and (i.delivery_id is distinct from s.id or i.state = 'unknown')
    returning i.transaction_id`)) as unknown as { rows: unknown[] };
  return found.rows.length;
}
