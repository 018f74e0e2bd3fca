import 'server-only';
import { and, asc, desc, eq, gte, isNotNull, isNull, lt } from 'drizzle-orm';
import type { Account } from '#lib/accounts/server/account.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { databaseNow, fromNow } from '#lib/data/clock.ts';
import { deliveries, deliveryIndexes } from '#lib/data/schema/deliveries.ts';
import { resendItems } from '#lib/data/schema/resends.ts';
import { getCoveredIndex } from '#lib/deliveries/server/get-index-reach.ts';
import type { Call, ProviderPort } from '#lib/providers/port.ts';
import { partOf } from '#lib/providers/reach.ts';
import { DAY_MS } from '#lib/resends/rules.ts';
import { batchStep } from '#lib/resends/server/batch.ts';
import { collectSelection } from '#lib/resends/server/collect-selection.ts';
import { insertItems, itemOf, itemsOf } from '#lib/resends/server/items.ts';
import { updateClockSkew } from '#lib/resends/server/rate-state.ts';
import {
  Collection,
  type CollectionOf,
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

/** Reads a resend's transactions, then plans its requests, until done or `until` (epoch ms). Resumable. */
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
  const begin = gathering.kind === 'walk' ? Date.parse(gathering.from) : 0;
  // A single transaction's records are read separately.
  const single = row.scope === 'transaction';
  const from = single ? Date.now() : Math.max(begin, Number(row.earliest));
  const soon = Math.min(until, Date.now() + INDEX_MS);
  const covered = await getCoveredIndex(account, { from, until: soon, call });
  await updateClockSkew(account.id, covered.newestAt?.toISOString());
  const indexFrom = single ? null : covered.from;
  return (await stepRow(row, { indexFrom })) ?? (await resendById(row.id)) ?? row;
}

/** Document 1 gives no length for this period; Guichê assumes a filter's longest window. */
const PERIOD_MS = 7 * DAY_MS;
const MOST = 50_000;

/** A webhook's resend requeues any failed delivery (document 1): one per transaction and event. */
async function collectWebhook(row: ResendRow, { webhook }: CollectionOf<'webhook'>) {
  const { accountId } = row;
  const [index] = await db().select().from(deliveryIndexes).where(eq(deliveryIndexes.accountId, accountId));
  const newestAt = index?.newestAt?.getTime() ?? databaseNow();
  const failures = await db()
    .selectDistinctOn([deliveries.transactionId, deliveries.event])
    .from(deliveries)
    .where(
      and(
        eq(deliveries.accountId, accountId),
        eq(deliveries.webhookId, webhook.id),
        eq(deliveries.delivered, false),
        gte(deliveries.createdAt, new Date(newestAt - PERIOD_MS)),
        isNotNull(deliveries.transactionId),
      ),
    )
    .orderBy(asc(deliveries.transactionId), asc(deliveries.event), desc(deliveries.createdAt))
    .limit(MOST);
  const items = failures.map((one) => ({
    ...itemOf(row, one.transactionId ?? ''),
    event: one.event ?? '',
    createdAt: one.transactionCreatedAt,
    status: one.transactionStatus,
    amount: one.amount,
    clientReference: one.clientReference,
    url: webhook.url ?? one.url,
    webhookId: webhook.id,
  }));
  return stepRow(row, { gathering: null, estimated: true }, (tx) => insertItems(tx, items));
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
      return collectWebhook(row, gathering);
  }
}

type Walk = CollectionOf<'walk'>;

const filterOf = ({ from, to, type, status }: Walk) => ({ from, to, type, status });

/** Counts transactions that are too old with one call, since they may far outnumber the others. */
async function beginWalk(row: ResendRow, walk: Walk, { port, call }: CollectDeps): Promise<ResendRow | null> {
  const earliest = row.earliest.toISOString();
  const begun = { ...walk, begun: true };
  if (walk.from >= earliest) return stepRow(row, { gathering: begun });
  const older = { ...filterOf(walk), to: walk.to < earliest ? walk.to : earliest };
  const page = await port.transactions?.list(older, { limit: 1, position: null }, call);
  const total = page?.total ?? 0;
  if (walk.onlyFailed && total > MOST_ITEMS) throw tooMany();
  // A count cannot select the failed ones.
  if (walk.onlyFailed || total <= MOST_OUTSIDE) return stepRow(row, { gathering: begun });
  return stepRow(row, {
    gathering: walk.to <= earliest ? null : { ...begun, from: earliest },
    outsideCount: total,
  });
}

async function walkPage(row: ResendRow, walk: Walk, { port, call }: CollectDeps): Promise<ResendRow | null> {
  const pageRequest = { limit: PAGE, position: walk.position ?? null };
  const page = await partOf(port, 'transactions').list(filterOf(walk), pageRequest, call);
  if ((page.total ?? (await db().$count(resendItems, eq(resendItems.resendId, row.id)))) > MOST_ITEMS)
    throw tooMany();
  await updateClockSkew(row.accountId, page.items[0]?.createdAt);
  const aim = { ...walk, earliest: Number(row.earliest), everything: row.everything };
  // A provider may ignore one of the filters.
  const wanted = page.items.filter(
    ({ type, status }) => isAmong(walk.type, type) && isAmong(walk.status, status),
  );
  const items = await itemsOf(row, wanted, aim);
  const gathering = page.next === null ? null : { ...walk, position: page.next };
  return stepRow(row, { gathering, expiresAt: fromNow(PREVIEW_MS) }, (tx) => insertItems(tx, items));
}

const isAmong = (wanted: readonly string[] | undefined, word: string | null) =>
  wanted === undefined || wanted.length === 0 || word === null || wanted.includes(word);

function tooMany(): GuicheError {
  return new GuicheError('invalid_request', `At most ${MOST_ITEMS} transactions in one resend.`, {
    fields: [{ field: 'filter.from', message: 'too_many' }],
  });
}

const MOST_FAILURES = 100_000;

type Failures = CollectionOf<'failures'>;

const openOf = (accountId: string, { from, to, webhook, host }: Failures) =>
  and(
    eq(deliveries.accountId, accountId),
    eq(deliveries.open, true),
    webhook === null ? isNull(deliveries.webhookId) : eq(deliveries.webhookId, webhook.id),
    host === null ? undefined : eq(deliveries.host, host),
    from === null ? undefined : gte(deliveries.createdAt, new Date(from)),
    to === null ? undefined : lt(deliveries.createdAt, new Date(to)),
    isNotNull(deliveries.transactionId),
  );

/** True if the index has an open failure in the scope of a newly written resend. */
export async function hasFailures(tx: Transaction, { accountId, gathering }: ResendRow): Promise<boolean> {
  const aim = Collection.parse(gathering);
  if (aim.kind !== 'failures') return true;
  const { transactionId: id } = deliveries;
  const found = await tx.select({ id }).from(deliveries).where(openOf(accountId, aim)).limit(1);
  return found.length > 0;
}

/** Adds the index's open failures as selected transactions; the next step reads them from the provider. */
async function collectFailures(row: ResendRow, aim: Failures): Promise<ResendRow | null> {
  const found = await db()
    .selectDistinct({ id: deliveries.transactionId })
    .from(deliveries)
    .where(openOf(row.accountId, aim))
    .limit(MOST_FAILURES);
  const items = found.map(({ id }) => itemOf(row, id ?? '', 'remaining', false));
  const { webhook, host } = aim;
  const gathering: Collection = { kind: 'selection', phase: 'choose', position: null, webhook, host };
  return stepRow(row, { gathering }, (tx) => insertItems(tx, items));
}
