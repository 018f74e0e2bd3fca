import 'server-only';
import type { Call, ProviderPort } from '#lib/providers/port.ts';

const KEPT_MS = 60_000;

export type WebhooksByUrl = ReadonlyMap<string, string>;
const kept = new Map<string, { until: number; webhooks: WebhooksByUrl }>();

/**
 * Ids of registered webhooks by their url, for records that name none; a url of two webhooks names neither. Null
 * where they could not be read, refused or unanswered: the next call asks again. (The list of a service that has no such
 * route is read as none.)
 */
export async function webhooksByUrl(
  accountId: string,
  port: ProviderPort,
  call: Call,
): Promise<WebhooksByUrl | null> {
  const known = kept.get(accountId);
  if (known !== undefined && known.until > Date.now()) return known.webhooks;
  try {
    const webhooks = byUrl((await port.webhooks?.list(call))?.items ?? []);
    kept.set(accountId, { until: Date.now() + KEPT_MS, webhooks });
    return webhooks;
  } catch {
    call.signal?.throwIfAborted();
    return null;
  }
}

function byUrl(list: readonly { id: string; url: string | null }[]): WebhooksByUrl {
  const webhooks = new Map<string, string>();
  const twice = new Set<string>();
  for (const { id, url } of list) {
    if (url === null) continue;
    if (webhooks.has(url)) twice.add(url);
    webhooks.set(url, id);
  }
  for (const url of twice) webhooks.delete(url);
  return webhooks;
}
