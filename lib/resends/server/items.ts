import 'server-only';
import { and, count, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { type Transaction as DbTransaction, db, rowsOf } from '#lib/data/client.ts';
import { deliveries } from '#lib/data/schema/deliveries.ts';
import { resendItems } from '#lib/data/schema/resends.ts';
import { eventOfStatus, hostOf, isEventOf } from '#lib/deliveries/rules.ts';
import type { Transaction } from '#lib/providers/records.ts';
import type { ResendCounts } from '#lib/resends/contract.ts';
import type { NewItem, RequestRow, ResendRow, Webhook } from '#lib/resends/server/resend-row.ts';

const AT_ONCE = 500;

/** A delivery record of one transaction in the index. */
export type KnownDelivery = {
  url: string | null;
  webhookId: string | null;
  event: string | null;
  delivered: boolean;
  transactionStatus: string | null;
};

export type Aim = {
  /** Epoch ms, by the provider's clock. */
  earliest: number;
  everything: boolean;
  onlyFailed: boolean;
  /** Too old transactions are requested one by one: document 1's single-transaction route accepts any age. */
  oneByOne?: boolean;
  /** Only addresses at this host. */
  host?: string | null;
  /** A registered webhook instead of the transactions' own callbackUrl. */
  webhook: Webhook | null;
};

type Facts = Pick<Transaction, 'status' | 'createdAt' | 'callbackUrl'>;

/** An item's state; null: outside the scope. Only the state's own event at the same address is delivery. */
export function classify(
  facts: Facts,
  known: readonly KnownDelivery[],
  aim: Aim,
): 'outside' | 'unreachable' | 'skipped' | 'remaining' | null {
  const url = aim.webhook === null ? facts.callbackUrl : aim.webhook.url;
  const reaches = (one: KnownDelivery) =>
    (aim.webhook !== null && one.webhookId === aim.webhook.id) || (url !== null && one.url === url);
  const matching = known.filter((one) => reaches(one) && isOfState(one, facts.status));
  const delivered = matching.some((one) => one.delivered);
  if (aim.onlyFailed && (delivered || matching.length === 0)) return null;
  const older = facts.createdAt !== null && Date.parse(facts.createdAt) < aim.earliest;
  if (older && aim.oneByOne !== true) return 'outside';
  if (typeof aim.host === 'string' && hostOf(url) !== aim.host) return 'unreachable';
  // A webhook's transactions can only be requested by a time window.
  if (aim.webhook === null ? url === null : facts.createdAt === null) return 'unreachable';
  return delivered && !aim.everything ? 'skipped' : 'remaining';
}

/** A dispute's callback carries the status too, but does not report it. */
function isOfState({ event, transactionStatus }: KnownDelivery, status: string | null): boolean {
  if (status === null) return false;
  if (event !== null) return isEventOf(event, status);
  return transactionStatus !== null && isEventOf(eventOfStatus(transactionStatus), status);
}

/** Turns transactions into items; their known deliveries decide each item's state. */
export async function itemsOf(
  resend: Pick<ResendRow, 'id' | 'accountId'>,
  transactions: readonly Transaction[],
  aim: Aim,
): Promise<NewItem[]> {
  const ids = transactions.map(({ id }) => id);
  const known = await knownDeliveries(resend.accountId, ids);
  return transactions.flatMap((transaction) => {
    const { id, createdAt, status, amount, clientReference, callbackUrl } = transaction;
    const state = classify(transaction, known.get(id) ?? [], aim);
    if (state === null) return [];
    return {
      ...itemOf(resend, id, state),
      createdAt: createdAt === null ? null : new Date(createdAt),
      status,
      amount,
      clientReference,
      url: aim.webhook === null ? callbackUrl : aim.webhook.url,
      webhookId: aim.webhook?.id ?? null,
    };
  });
}

/** An item of a resend, with its facts; or selected by id, its facts not read yet (`read` false). */
export const itemOf = (
  { id: resendId, accountId }: Pick<ResendRow, 'id' | 'accountId'>,
  transactionId: string,
  state = 'remaining',
  read = true,
) => ({ resendId, accountId, transactionId, state, read });

async function knownDeliveries(accountId: string, ids: string[]): Promise<Map<string, KnownDelivery[]>> {
  if (ids.length === 0) return new Map();
  const { transactionId, url, webhookId, event, delivered, transactionStatus } = deliveries;
  const rows = await db()
    .select({ transactionId, url, webhookId, event, delivered, transactionStatus })
    .from(deliveries)
    .where(and(eq(deliveries.accountId, accountId), inArray(transactionId, ids)));
  return Map.groupBy(rows, ({ transactionId }) => transactionId ?? '');
}

/** Existing items stay unchanged, because a page may be read twice. */
export async function insertItems(tx: DbTransaction, items: readonly NewItem[]): Promise<void> {
  for (let at = 0; at < items.length; at += AT_ONCE)
    await tx
      .insert(resendItems)
      .values(items.slice(at, at + AT_ONCE))
      .onConflictDoNothing();
}

/** Replaces unread selected items by items with the read data, all at once. */
export async function fillItems(tx: DbTransaction, items: readonly NewItem[]): Promise<void> {
  const [first] = items;
  if (first === undefined) return;
  const ids = items.map(({ transactionId }) => transactionId);
  const unread = and(eq(resendItems.resendId, first.resendId), eq(resendItems.read, false));
  const deleted = await tx
    .delete(resendItems)
    .where(and(unread, inArray(resendItems.transactionId, ids)))
    .returning({ id: resendItems.transactionId });
  const selected = new Set(deleted.map(({ id }) => id));
  const filled = items.filter(({ transactionId }) => selected.has(transactionId));
  await insertItems(tx, filled);
}

type Counted = { counts: ResendCounts; amount: number };
type Group = Awaited<ReturnType<typeof groupsOf>>[number];

export const countsOf = async (row: ResendRow): Promise<Counted> => (await countsOfAll([row]))(row);

/**
 * Counts all items at one instant, so total equals the sum of its parts; a closed resend has stored counts.
 * `amount`: cents of everything requested or still to be requested.
 */
export async function countsOfAll(rows: readonly ResendRow[]): Promise<(row: ResendRow) => Counted> {
  const ids = rows.flatMap(({ id, counts }) => (counts === null ? [id] : []));
  const groups = Map.groupBy(ids.length === 0 ? [] : await groupsOf(ids), ({ resendId }) => resendId);
  return (row) => (row.counts === null ? summed(row, groups.get(row.id) ?? []) : stored(row.counts));
}

function stored(columns: unknown): Counted {
  const { amount, ...counts } = columns as ResendCounts & { amount: number };
  return { counts, amount };
}

const groupsOf = (ids: string[]) =>
  db()
    .select({
      resendId: resendItems.resendId,
      state: resendItems.state,
      result: resendItems.result,
      count: count(),
      amount: sql`coalesce(sum(${resendItems.amount}), 0)`.mapWith(Number),
      // Read in the same statement, so an item that is added now is not counted twice.
      unlisted: sql<number>`(select unlisted from resends where id = ${resendItems.resendId})`,
    })
    .from(resendItems)
    .where(ids.length === 1 ? eq(resendItems.resendId, ids[0] ?? '') : inArray(resendItems.resendId, ids))
    .groupBy(resendItems.resendId, resendItems.state, resendItems.result);

/** States of items that are requested or still to be requested. */
export const REQUEST_STATES = ['requested', 'unknown', 'remaining'];

function summed(row: ResendRow, groups: Group[]): Counted {
  const sum = (fits: (group: Group) => boolean) =>
    groups.filter(fits).reduce((total, group) => total + group.count, 0);
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
    .reduce((total, group) => total + group.amount, 0);
  return { counts, amount };
}

/** Sets the results of one request's items from records already in the index. */
export function matchRequest(
  tx: DbTransaction,
  request: Pick<RequestRow, 'resendId' | 'number'>,
): Promise<number> {
  return match(tx, sql`i.resend_id = ${request.resendId} and i.request = ${request.number}`);
}

/** Sets the results of all items that wait for one of these transactions. At most a few thousand ids. */
export async function matchTransactions(tx: DbTransaction, accountId: string, ids: readonly string[]) {
  if (ids.length === 0) return 0;
  return match(tx, sql`i.account_id = ${accountId} and ${inArray(sql`i.transaction_id`, [...ids])}`);
}

/**
 * Attributes records to requested items (inferred): the first one of the transaction at the item's address
 * after the request; any delivered one makes the item delivered. Returns how many items changed.
 */
async function match(tx: DbTransaction, which: SQL): Promise<number> {
  const changed = await rowsOf(
    sql`
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
    returning i.transaction_id`,
    tx,
  );
  return changed.length;
}
