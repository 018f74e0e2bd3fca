import 'server-only';
import type { Call, ProviderPort } from '#lib/providers/port.ts';

const KEPT_MS = 60_000;
const kept = new Map<string, { until: number; webhooks: ReadonlyMap<string, string> }>();

/**
 * Ids of registered webhooks by their url, for records that name none; a url of two webhooks names neither. Empty
 * where the service does not list them.
 */
export async function webhooksByUrl(
  accountId: string,
  port: ProviderPort,
  call: Call,
): Promise<ReadonlyMap<string, string>> {
  const known = kept.get(accountId);
  if (known !== undefined && known.until > Date.now()) return known.webhooks;
  const list = (await port.webhooks?.list(call).catch(() => null)) ?? [];
  const webhooks = new Map<string, string>();
  const twice = new Set<string>();
  for (const { id, url } of list) {
    if (url === null) continue;
    if (webhooks.has(url)) twice.add(url);
    webhooks.set(url, id);
  }
  for (const url of twice) webhooks.delete(url);
  kept.set(accountId, { until: Date.now() + KEPT_MS, webhooks });
  return webhooks;
}
