import 'server-only';
import { inArray, type SQL, sql } from 'drizzle-orm';
import { type Account, listAccounts } from '#lib/accounts/server/account.ts';
import { holdersOf } from '#lib/auth/server/holders.ts';
import { type Database, db, rowsOf, type Transaction } from '#lib/data/client.ts';
import { beginIncident, endIncident, openIncidentKeys } from '#lib/data/notifications/incidents.ts';
import type { Incident } from '#lib/deliveries/contract.ts';
import { getIncidents, isPaid, receiver } from '#lib/deliveries/server/get-incidents.ts';
import { keepIndexCurrent } from '#lib/deliveries/server/index-state.ts';
import { portFor } from '#lib/providers/registry.ts';

const WANTED_MS = 15_000;

/** Has the index read even if no page is open, so that endpoint failures are noticed. */
export async function readForEndpoints(
  { simulators }: { simulators: boolean },
  signal: AbortSignal,
): Promise<void> {
  for (const account of await observedAccounts())
    if (account.simulator === simulators && !signal.aborted) await keepIndexCurrent(account.id, WANTED_MS);
}

/** Notifies operators of receivers that started to fail or accept callbacks again, from the index. */
export async function watchEndpoints(signal: AbortSignal): Promise<void> {
  for (const account of await observedAccounts()) if (!signal.aborted) await notifyEndpoints(account);
}

const observedAccounts = async (): Promise<Account[]> =>
  (await listAccounts()).filter((account) => portFor(account).deliveries !== undefined);

const keyOf = ({ webhookId, host }: Incident) => webhookId ?? host;

export async function notifyEndpoints({ id: accountId }: Pick<Account, 'id'>): Promise<void> {
  const failing = (await getIncidents(accountId)).items.filter((one) => one.failing);
  const before = await openIncidentKeys('endpoint', accountId, 'recovered');
  if (failing.length === 0 && before.length === 0) return;
  const to = await holdersOf(db(), accountId, 'resend');
  for (const incident of failing) {
    const key = keyOf(incident);
    const { host, since, callbacks: count, amount, lastStatus } = incident;
    const facts = { key, host, since, count, amount, status: statusText(lastStatus) };
    const trouble = { event: 'endpoint' as const, accountId, key };
    await beginIncident(trouble, { since, ended: 'recovered' }, { step: 'failing', facts, to });
  }
  const still = new Set(failing.map(keyOf));
  for (const key of before.filter((one) => !still.has(one)))
    await endIncident({ event: 'endpoint', accountId, key }, 'recovered', async (tx, { facts }) => {
      const since = String(facts.since);
      const until = await firstAcceptedAt(tx, accountId, key, since);
      if (until === null) return null;
      const [span] = await countSpans([{ accountId, key, since, until }], tx);
      const { host = null, status = null } = facts;
      return { facts: { key, host, since, until, count: span?.failed ?? 0, status }, to };
    });
}

/** When the receiver first accepted a callback that was not Guichê's resend (ISO 8601); null: not yet. */
async function firstAcceptedAt(tx: Transaction, accountId: string, key: string, since: string) {
  const [row] = await rowsOf<{ at: string | Date | null }>(
    sql`select min(created_at) as at from deliveries where account_id = ${accountId} and ${receiver} = ${key}
      and delivered and resend_id is null and created_at > ${since}`,
    tx,
  );
  return row?.at == null ? null : new Date(row.at).toISOString();
}

/** A receiver of an account, with its incident key: webhook id, otherwise host. */
type Receiver = { accountId: string; key: string };
/** `amount`: cents of paid transactions among the open failures. `status`: answer to the newest. */
type OpenFailures = { callbacks: number; amount: number; status: string | null };
/** From the first failure of an incident until the receiver accepted a callback again. ISO 8601. */
export type FailedSpan = Receiver & { since: string; until: string };

/** A receiver's answer as notifications show it; null: no answer. */
const statusText = (status: number | null) => (status === null ? null : `HTTP ${status}`);

const receiverKey = ({ accountId, key }: Receiver) => `${accountId} ${key}`;
const listed = (rows: readonly SQL[]) => sql.join([...rows], sql`, `);

/** Open failures of each of these receivers, across accounts. */
export async function openFailures(these: readonly Receiver[]): Promise<(of: Receiver) => OpenFailures> {
  if (these.length === 0) return () => ({ callbacks: 0, amount: 0, status: null });
  type Row = { account_id: string; key: string; word: string | null; callbacks: unknown; amount: unknown } & {
    status: number | null;
  };
  const wanted = listed(these.map(({ accountId, key }) => sql`(${accountId}, ${key})`));
  const accounts = these.map(({ accountId }) => accountId);
  const rows = await rowsOf<Row>(sql`
    select account_id, ${receiver} as key, transaction_status as word, count(*) as callbacks,
      coalesce(sum(amount), 0) as amount, max(created_at) as newest,
      (array_agg(status order by created_at desc, id desc))[1] as status
    from deliveries where open and ${inArray(sql`account_id`, accounts)} and (account_id, ${receiver}) in (${wanted})
    group by 1, 2, 3 order by newest desc`);
  const found = Map.groupBy(rows, ({ account_id: accountId, key }) => receiverKey({ accountId, key }));
  return (of) => {
    const own = found.get(receiverKey(of)) ?? [];
    const sum = (of: (row: Row) => number) => own.reduce((all, row) => all + of(row), 0);
    return {
      callbacks: sum(({ callbacks }) => Number(callbacks)),
      amount: sum(({ amount, word }) => (isPaid(word) ? Number(amount) : 0)),
      status: statusText(own[0]?.status ?? null),
    };
  };
}

/** Failed callbacks of each span, and how many were delivered later; not those past the retention. */
export async function countSpans(spans: readonly FailedSpan[], on: Pick<Database, 'execute'> = db()) {
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
