import { send, urlOf } from '#lib/api/client.ts';
import { inClearQuery, pagesOf, queryOf, recordQuery } from '#lib/api/endpoint-queries.ts';
import { shouldRetry } from '#lib/api/query-client.ts';
import type { Draft } from '#lib/disputes/contract.ts';
import type { QueueFilter } from '#lib/disputes/disputes.list.ts';
import { toQuery } from '#lib/list/parsers.ts';

/** While an outcome is unknown, the page polls often: it must show the result within 10 s. */
const UNKNOWN_MS = 4_000;
const QUEUE_SIZE = 100;
export const FIRST_DUE_QUERY = { state: 'open', limit: 4 } as const;

export const allDisputes = (account: string) => ['disputes', account] as const;

const REFETCH_MS = 30_000;
const whileOnScreen = { refetchInterval: REFETCH_MS, staleTime: REFETCH_MS / 2 };

/** The first four open disputes by deadline, for the navigation and the overview. */
export const firstDueOptions = (account: string) =>
  queryOf('GET /disputes', { account, query: FIRST_DUE_QUERY }, { ...whileOnScreen, retry: shouldRetry });

/** The queue by deadline, filtered. `sums` and `completeAt` describe the whole queue. */
export const queueOptions = (account: string, filter: QueueFilter) =>
  pagesOf('GET /disputes', { account, query: { ...toQuery(filter), limit: QUEUE_SIZE } }, whileOnScreen);

/** The most recently answered disputes. */
export const recentOptions = (account: string) =>
  queryOf(
    'GET /disputes',
    { account, query: { state: 'answered', limit: 6 } },
    { ...whileOnScreen, retry: shouldRetry },
  );

export const disputeOptions = recordQuery('GET /disputes/{id}', {
  refetchInterval: ({ state }) =>
    state.data?.dispute.sending === null || state.data === undefined ? REFETCH_MS : UNKNOWN_MS,
  staleTime: REFETCH_MS / 2,
});

/** The same with personal data in clear. */
export const revealedDisputeOptions = inClearQuery('GET /disputes/{id}');

export const payerOptions = recordQuery('GET /disputes/{id}/payer', {
  staleTime: 5 * REFETCH_MS,
  meta: { live: false },
});

/** The provider's defenses, or those that Guichê sent if the provider does not let the account read them. */
export const defensesOptions = recordQuery('GET /disputes/{id}/defenses', { staleTime: REFETCH_MS / 2 });

export const draftOptions = recordQuery('GET /disputes/{id}/draft', whileOnScreen);

/** What would be sent for a stored version; never served from the cache. */
export const previewOptions = (account: string, id: string, version: number) =>
  queryOf(
    'GET /disputes/{id}/draft/preview',
    { account, params: { id } },
    { under: [...allDisputes(account), version], staleTime: 0, gcTime: 0, meta: { live: false } },
  );

/** The last send operation of a defense. */
export const lastTryOptions = (account: string, id: string) =>
  queryOf(
    'GET /operations',
    { account, query: { kind: 'defense', target: id, limit: 1 } },
    { staleTime: REFETCH_MS / 2 },
  );

/** Uploads one file to the draft. Throws CallError with the server's problem, also for too large a file. */
export async function addAttachment(account: string, id: string, file: File): Promise<Draft> {
  const form = new FormData();
  form.append('file', file, file.name);
  const url = urlOf('POST /disputes/{id}/draft/attachments', account, { id });
  const init = { method: 'POST', headers: { accept: 'application/json' }, body: form };
  const answer = await send(url, init, true);
  return (await answer.json()) as Draft;
}

export function attachmentUrl(account: string, id: string, attachment: string): string {
  return urlOf('GET /disputes/{id}/draft/attachments/{attachment}', account, { id, attachment });
}
