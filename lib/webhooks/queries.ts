import { queryOptions } from '@tanstack/react-query';
import { type Answer, call } from '#lib/api/client.ts';
import { queryOf } from '#lib/api/endpoint-queries.ts';
import { moneyStateOf, stayed } from '#lib/core/status/money.ts';

/** Most deliveries since a rotation that are counted. */
const COUNTED = 200;

export const allWebhooks = (account: string) => ['webhooks', account] as const;

/** Polling interval while a rotation or an ownership check is open; they end within seconds. */
const SOON_MS = 3_000;
const REFRESH_LIST_MS = 30_000;

export const webhooksOptions = (account: string) =>
  queryOf(
    'GET /webhooks',
    { account },
    { refetchInterval: ({ state }) => (state.data?.items.some(isMoving) ? SOON_MS : REFRESH_LIST_MS) },
  );

const isMoving = ({ open, ownership }: Answer<'GET /webhooks'>['items'][number]) =>
  open !== null || ownership?.status === 'pending';

export type WebhookList = Answer<'GET /webhooks'>;
export type WebhookRow = WebhookList['items'][number];
export type SecretFact = NonNullable<WebhookRow['secret']>;
export type CallbackSecret = Answer<'GET /callback-secret'>;
export type TestDelivery = Answer<'POST /webhooks/{id}/test'>;
export type SignatureVerdict = Answer<'POST /signature-check'>;

export const callbackSecretOptions = (account: string) =>
  queryOf(
    'GET /callback-secret',
    { account },
    {
      under: allWebhooks(account),
      refetchInterval: ({ state }) => (state.data?.open ? SOON_MS : false),
    },
  );

const CHANGE_KINDS = [
  'webhook.register',
  'webhook.edit',
  'webhook.remove',
  'webhook.rotate',
  'callback-secret.create',
  'callback-secret.rotate',
];

/** Webhook changes that operators made through Guichê, newest first. */
export const changesOptions = (account: string) =>
  queryOf('GET /operations', { account, query: { kind: CHANGE_KINDS.join(','), limit: 8 } });

/** Deliveries since an instant, of one endpoint or (null) of the transactions' own callbackUrl. */
export function sinceOptions(account: string, id: string | null, from: string) {
  return queryOptions({
    // Below `deliveries`, so that their events refresh it.
    queryKey: ['deliveries', account, 'since', id, from] as const,
    queryFn: async ({ signal }) => {
      const query = { from, limit: COUNTED, ...(id === null ? {} : { webhookId: id }) };
      const page = await call('GET /deliveries', { account, query, signal });
      const items = id === null ? page.items.filter(({ webhookId }) => webhookId === null) : page.items;
      return countSince(items, page.nextCursor !== null, page.completeAt);
    },
    refetchInterval: SOON_MS,
  });
}

type Counted = {
  outcome: string;
  transactionId: string | null;
  amount: number | null;
  transactionStatus: string | null;
};

/** `more`: some were not counted. `unreported`: cents of paid transactions whose callback failed. */
export function countSince(items: readonly Counted[], more: boolean, completeAt: string | null) {
  const failed = items.filter(({ outcome }) => outcome === 'failed' || outcome === 'given_up');
  const paid = new Map<string, number>();
  for (const { transactionId, amount, transactionStatus } of failed)
    if (transactionId !== null && amount !== null && stayed(moneyStateOf(transactionStatus)))
      paid.set(transactionId, amount);
  const delivered = items.filter(({ outcome }) => outcome === 'delivered' || outcome === 'recovered').length;
  const unreported = [...paid.values()].reduce((sum, cents) => sum + cents, 0);
  return { delivered, failed: failed.length, unreported, more, completeAt };
}
export type Since = ReturnType<typeof countSince>;
