import 'server-only';
import { and, asc, count, eq, gte, isNotNull, sql } from 'drizzle-orm';
import type { Account } from '#lib/accounts/server/account.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { db } from '#lib/data/client.ts';
import { databaseNow, fromNow } from '#lib/data/clock.ts';
import { deliveries, deliveryIndexes } from '#lib/data/schema/deliveries.ts';
import { resendItems } from '#lib/data/schema/resends.ts';
import { getCoveredIndex } from '#lib/deliveries/server/get-index-reach.ts';
import type { Call, ProviderPort } from '#lib/providers/port.ts';
import { partOf } from '#lib/providers/reach.ts';
import { DAY_MS } from '#lib/resends/rules.ts';
import { batchStep } from '#lib/resends/server/batch.ts';
import { collectFailures } from '#lib/resends/server/collect-failures.ts';
import { collectSelection } from '#lib/resends/server/collect-selection.ts';
import { insertItems, itemsOf } from '#lib/resends/server/items.ts';
import { updateClockSkew } from '#lib/resends/server/rate-state.ts';
import {
  Collection,
  type NewItem,
  type ResendRow,
  resendById,
  stepRow,
} from '#lib/resends/server/resend-row.ts';

const PAGE = 1000;
/** Transactions too old to resend become items up to this number; beyond it they are only counted. */
const MOST_OUTSIDE = 20_000;
/** Limit of one resend; above it the operator must narrow the period. */
export const MOST_ITEMS = 500_000;
/** Time for updating the delivery index, which shows what was already delivered. */
const INDEX_MS = 6_000;
export const PREVIEW_MS = 15 * 60_000;

export type CollectDeps = { account: Account; port: ProviderPort; call: Call };

/**
 * Reads the transactions of a resend page by page, then plans its requests, until done or `until` (epoch ms).
 * Each page is stored with its position, so any process can continue. Returns the current row.
 */
export async function collectUntil(initial: ResendRow, until: number, deps: CollectDeps): Promise<ResendRow> {
  let row = initial;
  if (row.gathering !== null && row.version === 0) row = await coverIndex(row, until, deps);
  while (row.plannedAt === null && Date.now() < until && deps.call.signal?.aborted !== true) {
    const next = row.gathering === null ? await batchStep(row, deps.account) : await collectStep(row, deps);
    // Another process changed the row first: continue from its state.
    const now = next ?? (await resendById(row.id));
    if (now === null) throw new GuicheError('not_found', 'No such resend.');
    row = now;
  }
  return row;
}

/** Updates the delivery index and stores how far back it reaches. */
async function coverIndex(row: ResendRow, until: number, { account, call }: CollectDeps): Promise<ResendRow> {
  if (account.kind !== 'pix') return row;
  const gathering = Collection.parse(row.gathering);
  const from =
    gathering.kind === 'walk'
      ? Math.max(Date.parse(gathering.from), Number(row.earliest))
      : Number(row.earliest);
  const soon = Math.min(until, Date.now() + INDEX_MS);
  // A single transaction's records are read separately.
  const covered = await getCoveredIndex(account, {
    from: row.scope === 'transaction' ? Date.now() : from,
    until: soon,
    call,
  });
  await updateClockSkew(account.id, [covered.newestAt?.toISOString() ?? null]);
  const indexFrom = row.scope === 'transaction' ? null : covered.from;
  return (await stepRow(db(), row, { indexFrom })) ?? (await resendById(row.id)) ?? row;
}

/** Document 1 gives no length for this period; Guichê assumes a filter's longest window. */
const PERIOD_MS = 7 * DAY_MS;

const MOST = 50_000;

/**
 * Collects the failures that a webhook's resend will requeue: one per transaction and event, including those
 * delivered by a later attempt (document 1: any failed delivery). The provider decides by its own history.
 */
async function collectWebhook(
  row: ResendRow,
  { webhook }: Extract<Collection, { kind: 'webhook' }>,
  _: CollectDeps,
): Promise<ResendRow | null> {
  const items = await failuresOf(row, webhook);
  return db().transaction(async (tx) => {
    const after = await stepRow(tx, row, { gathering: null, estimated: true });
    if (after !== null) await insertItems(tx, items);
    return after;
  });
}

async function failuresOf(row: ResendRow, webhook: { id: string; url: string | null }): Promise<NewItem[]> {
  const [index] = await db()
    .select()
    .from(deliveryIndexes)
    .where(eq(deliveryIndexes.accountId, row.accountId));
  const since = new Date((index?.newestAt?.getTime() ?? databaseNow()) - PERIOD_MS);
  const rows = await db()
    .selectDistinctOn([deliveries.transactionId, deliveries.event])
    .from(deliveries)
    .where(
      and(
        eq(deliveries.accountId, row.accountId),
        eq(deliveries.webhookId, webhook.id),
        eq(deliveries.delivered, false),
        gte(deliveries.createdAt, since),
        isNotNull(deliveries.transactionId),
      ),
    )
    .orderBy(asc(deliveries.transactionId), asc(deliveries.event), sql`${deliveries.createdAt} desc`)
    .limit(MOST);
  return rows.map((one) => ({
    resendId: row.id,
    accountId: row.accountId,
    transactionId: one.transactionId ?? '',
    event: one.event ?? '',
    state: 'remaining',
    createdAt: one.transactionCreatedAt,
    status: one.transactionStatus,
    amount: one.amount,
    clientReference: one.clientReference,
    url: webhook.url ?? one.url,
    webhookId: webhook.id,
    read: true,
  }));
}

function collectStep(row: ResendRow, deps: CollectDeps): Promise<ResendRow | null> {
  const gathering = Collection.parse(row.gathering);
  switch (gathering.kind) {
    case 'walk':
      return gathering.begun ? walkPage(row, gathering, deps) : beginWalk(row, gathering, deps);
    case 'selection':
      return collectSelection(row, gathering, deps);
    case 'failures':
      return collectFailures(row, gathering);
    case 'webhook':
      return collectWebhook(row, gathering, deps);
  }
}

type Walk = Extract<Collection, { kind: 'walk' }>;

const filterOf = ({ from, to, type, status }: Walk) => ({ from, to, type, status });

/** Counts transactions that are too old with one call, since they may far outnumber the others. */
async function beginWalk(row: ResendRow, walk: Walk, { port, call }: CollectDeps): Promise<ResendRow | null> {
  const earliest = row.earliest.toISOString();
  const begun = { ...walk, begun: true };
  if (walk.from >= earliest) return stepRow(db(), row, { gathering: begun });
  const older = { ...filterOf(walk), to: walk.to < earliest ? walk.to : earliest };
  const page = await port.transactions?.list(older, { limit: 1, position: null }, call);
  const total = page?.total ?? 0;
  if (walk.onlyFailed && total > MOST_ITEMS) throw tooMany();
  // A count cannot select the failed ones.
  if (walk.onlyFailed || total <= MOST_OUTSIDE) return stepRow(db(), row, { gathering: begun });
  return stepRow(db(), row, {
    gathering: walk.to <= earliest ? null : { ...begun, from: earliest },
    outsideCount: total,
  });
}

async function walkPage(row: ResendRow, walk: Walk, { port, call }: CollectDeps): Promise<ResendRow | null> {
  const page = await partOf(port, 'transactions').list(
    filterOf(walk),
    { limit: PAGE, position: walk.position ?? null },
    call,
  );
  if ((page.total ?? (await countItems(row.id))) > MOST_ITEMS) throw tooMany();
  await updateClockSkew(row.accountId, [page.items[0]?.createdAt ?? null]);
  const aim = { ...walk, earliest: Number(row.earliest), everything: row.everything };
  // A provider may ignore one of the filters.
  const wanted = page.items.filter(
    ({ type, status }) => isAmong(walk.type, type) && isAmong(walk.status, status),
  );
  const items = await itemsOf(row, wanted, aim);
  return db().transaction(async (tx) => {
    const gathering = page.next === null ? null : { ...walk, position: page.next };
    const after = await stepRow(tx, row, { gathering, expiresAt: fromNow(PREVIEW_MS) });
    if (after !== null) await insertItems(tx, items);
    return after;
  });
}

const isAmong = (words: readonly string[] | undefined, word: string | null) =>
  words === undefined || words.length === 0 || word === null || words.includes(word);

async function countItems(resendId: string): Promise<number> {
  const [row] = await db()
    .select({ count: count() })
    .from(resendItems)
    .where(and(eq(resendItems.resendId, resendId)));
  return Number(row?.count ?? 0);
}

function tooMany(): GuicheError {
  return new GuicheError('invalid_request', `At most ${MOST_ITEMS} transactions in one resend.`, {
    fields: [{ field: 'filter.from', message: 'too_many' }],
  });
}
