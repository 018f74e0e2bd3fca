import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { send, urlOf } from '#lib/api/client.ts';
import { inClearOf, pagesOf, queryOf } from '#lib/api/endpoint-queries.ts';
import { shouldRetry } from '#lib/api/query-client.ts';
import type { Draft } from '#lib/disputes/contract.ts';
import type { QueueFilter } from '#lib/disputes/disputes.list.ts';
import { toQuery } from '#lib/list/parsers.ts';
import { pageOf } from '#lib/list/row-queries.ts';

/** While an outcome is unknown, the page polls often: it must show the result within 10 s. */
const UNKNOWN_MS = 4_000;
const QUEUE_SIZE = 100;

const allDisputes = (account: string) => ['disputes', account] as const;

const REFETCH_MS = 30_000;

const whileOnScreen = { refetchInterval: REFETCH_MS, staleTime: REFETCH_MS / 2 };

export const FIRST_DUE_QUERY = { state: 'open', limit: 4 } as const;

/** The first four open disputes by deadline, for the navigation and the overview. */
export const firstDueOptions = (account: string) =>
  queryOptions({
    ...queryOf('GET /disputes', [...allDisputes(account), 'first'] as const, {
      account,
      query: FIRST_DUE_QUERY,
    }),
    ...whileOnScreen,
    retry: shouldRetry,
  });

export const disputeKeys = {
  all: allDisputes,
  detail: (account: string, id: string) => [...allDisputes(account), 'detail', id] as const,
  defenses: (account: string, id: string) => [...disputeKeys.detail(account, id), 'defenses'] as const,
  draft: (account: string, id: string) => [...disputeKeys.detail(account, id), 'draft'] as const,
};

export const queueQuery = (filter: QueueFilter, cursor: string | null) => pageOf(filter, QUEUE_SIZE, cursor);

/** The queue by deadline, filtered. `sums` and `completeAt` describe the whole queue. */
export const queueOptions = (account: string, filter: QueueFilter) =>
  infiniteQueryOptions({
    ...pagesOf('GET /disputes', [...allDisputes(account), 'list', toQuery(filter)], (cursor) => ({
      account,
      query: queueQuery(filter, cursor),
    })),
    ...whileOnScreen,
  });

/** The most recently answered disputes. */
export const recentOptions = (account: string) =>
  queryOptions({
    ...queryOf('GET /disputes', [...allDisputes(account), 'recent'], {
      account,
      query: { state: 'answered', limit: 6 },
    }),
    ...whileOnScreen,
    retry: shouldRetry,
  });

export const disputeOptions = (account: string, id: string) =>
  queryOptions({
    ...queryOf('GET /disputes/{id}', disputeKeys.detail(account, id), { account, params: { id } }),
    refetchInterval: ({ state }) =>
      state.data?.dispute.sending === null || state.data === undefined ? REFETCH_MS : UNKNOWN_MS,
    staleTime: REFETCH_MS / 2,
  });

/** The same with personal data in clear. */
export const revealedDisputeOptions = (account: string, id: string) =>
  queryOptions(inClearOf('GET /disputes/{id}', disputeKeys.detail(account, id), { account, params: { id } }));

export const payerOptions = (account: string, id: string) =>
  queryOptions({
    ...queryOf('GET /disputes/{id}/payer', [...disputeKeys.detail(account, id), 'payer'], {
      account,
      params: { id },
    }),
    staleTime: 5 * REFETCH_MS,
    meta: { live: false },
  });

/** The provider's defenses, or those that Guichê sent if the provider does not let the account read them. */
export const defensesOptions = (account: string, id: string) =>
  queryOptions({
    ...queryOf('GET /disputes/{id}/defenses', disputeKeys.defenses(account, id), { account, params: { id } }),
    staleTime: REFETCH_MS / 2,
  });

export const draftOptions = (account: string, id: string) =>
  queryOptions({
    ...queryOf('GET /disputes/{id}/draft', disputeKeys.draft(account, id), { account, params: { id } }),
    staleTime: REFETCH_MS / 2,
    refetchInterval: REFETCH_MS,
  });

/** What would be sent for a stored version; never served from the cache. */
export const previewOptions = (account: string, id: string, version: number) =>
  queryOptions({
    ...queryOf('GET /disputes/{id}/draft/preview', [...disputeKeys.detail(account, id), 'preview', version], {
      account,
      params: { id },
    }),
    staleTime: 0,
    gcTime: 0,
    meta: { live: false },
  });

/** The last send operation of a defense. Under `operations`, so that operation events refresh it. */
export const lastTryOptions = (account: string, id: string) =>
  queryOptions({
    ...queryOf('GET /operations', ['operations', account, 'last-defense', id], {
      account,
      query: { kind: 'defense', target: id, limit: 1 },
    }),
    staleTime: REFETCH_MS / 2,
  });

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
