import 'server-only';
import { and, eq, gte, isNotNull, isNull, lt } from 'drizzle-orm';
import { db, type Transaction } from '#lib/data/client.ts';
import { deliveries } from '#lib/data/schema/deliveries.ts';
import { resendItems } from '#lib/data/schema/resends.ts';
import type { Incident } from '#lib/deliveries/contract.ts';
import { hostOf } from '#lib/deliveries/rules.ts';
import { getIncidents } from '#lib/deliveries/server/get-incidents.ts';
import { insertItems } from '#lib/resends/server/items.ts';
import { Collection, type ResendRow, stepRow } from '#lib/resends/server/resend-row.ts';

const MOST = 100_000;

type Failures = Extract<Collection, { kind: 'failures' }>;

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
  const found = await tx
    .select({ id: deliveries.transactionId })
    .from(deliveries)
    .where(openOf(accountId, aim))
    .limit(1);
  return found.length > 0;
}

/** Adds the index's open failures as selected transactions; the next step reads them from the provider. */
export async function collectFailures(row: ResendRow, aim: Failures): Promise<ResendRow | null> {
  const { webhook, host } = aim;
  const found = await db()
    .selectDistinct({ id: deliveries.transactionId })
    .from(deliveries)
    .where(openOf(row.accountId, aim))
    .limit(MOST);
  const items = found.map(({ id }) => ({
    resendId: row.id,
    accountId: row.accountId,
    transactionId: id ?? '',
    state: 'remaining',
    read: false,
  }));
  const gathering: Collection = { kind: 'selection', phase: 'choose', position: null, webhook, host };
  return db().transaction(async (tx) => {
    const after = await stepRow(tx, row, { gathering });
    if (after !== null) await insertItems(tx, items);
    return after;
  });
}

/** Receivers of a resend that are failing right now. */
export async function failingReceivers(row: ResendRow): Promise<Incident[]> {
  const { items } = await getIncidents(row.accountId);
  const incidents = items.filter(({ failing }) => failing);
  if (incidents.length === 0) return [];
  const urls = await db()
    .selectDistinct({ url: resendItems.url, webhookId: resendItems.webhookId })
    .from(resendItems)
    .where(and(eq(resendItems.resendId, row.id), eq(resendItems.state, 'remaining')))
    .limit(5_000);
  return incidents.filter((incident) =>
    urls.some(({ url, webhookId }) =>
      incident.webhookId === null
        ? hostOf(url) === incident.host && webhookId === null
        : webhookId === incident.webhookId,
    ),
  );
}
