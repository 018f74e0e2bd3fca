import 'server-only';
import { GuicheError, type ProblemCode } from '#lib/errors.ts';
import type { Call, ProviderPort } from '#lib/providers/port.ts';

const KEPT_MS = 60_000;
/** No answer at all; what else a service says of its list stays said for a while. */
const UNANSWERED: readonly ProblemCode[] = ['provider_timeout', 'provider_unavailable', 'rate_limited'];

export type WebhooksByUrl = ReadonlyMap<string, string>;
const kept = new Map<string, { until: number; webhooks: WebhooksByUrl | null }>();

/**
 * Ids of registered webhooks by their url, for records that name none; a url of two webhooks names neither. Null
 * where they are not known: the service does not list them, or did not answer now, which the next call asks again.
 */
export async function webhooksByUrl(
  accountId: string,
  port: ProviderPort,
  call: Call,
): Promise<WebhooksByUrl | null> {
  const known = kept.get(accountId);
  if (known !== undefined && known.until > Date.now()) return known.webhooks;
  try {
    const webhooks = byUrl((await port.webhooks?.list(call)) ?? []);
    kept.set(accountId, { until: Date.now() + KEPT_MS, webhooks });
    return webhooks;
  } catch (error) {
    call.signal?.throwIfAborted();
    const refused = error instanceof GuicheError && !UNANSWERED.includes(error.code);
    if (refused) kept.set(accountId, { until: Date.now() + KEPT_MS, webhooks: null });
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
