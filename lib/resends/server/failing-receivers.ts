import 'server-only';
import { and, eq } from 'drizzle-orm';
import { db } from '#lib/db/client.ts';
import { resendItems } from '#lib/db/schema/resends.ts';
import type { Incident } from '#lib/deliveries/contract.ts';
import { hostOf } from '#lib/deliveries/rules.ts';
import { getIncidents } from '#lib/deliveries/server/get-incidents.ts';
import type { ResendRow } from '#lib/resends/server/resend-row.ts';

/** Receivers among a resend's addresses that take nothing right now. */
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
