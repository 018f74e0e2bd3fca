import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, send, urlOf } from '#lib/api/client.ts';
import { shouldRetry } from '#lib/api/query-client.ts';
import type { Draft } from '#lib/disputes/contract.ts';
import type { QueueFilter } from '#lib/disputes/disputes.list.ts';
import { byCursor, inClear, pageOf } from '#lib/list/cursor-queries.ts';
import { toQuery } from '#lib/list/to-query.ts';

const LOOK_AGAIN_MS = 30_000;
/** While an outcome is not known the page asks often: it must tell the truth within 10 s. */
const UNKNOWN_MS = 4_000;
const QUEUE_SIZE = 100;

export const disputeKeys = {
  all: (account: string) => ['disputes', account] as const,
  list: (account: string, filter: QueueFilter) =>
    [...disputeKeys.all(account), 'list', toQuery(filter)] as const,
  first: (account: string) => [...disputeKeys.all(account), 'first'] as const,
  recent: (account: string) => [...disputeKeys.all(account), 'recent'] as const,
  detail: (account: string, id: string) => [...disputeKeys.all(account), 'detail', id] as const,
  payer: (account: string, id: string) => [...disputeKeys.detail(account, id), 'payer'] as const,
  defenses: (account: string, id: string) => [...disputeKeys.detail(account, id), 'defenses'] as const,
  draft: (account: string, id: string) => [...disputeKeys.detail(account, id), 'draft'] as const,
  preview: (account: string, id: string, version: number) =>
    [...disputeKeys.detail(account, id), 'preview', version] as const,
};

const whileOnScreen = { refetchInterval: LOOK_AGAIN_MS, staleTime: LOOK_AGAIN_MS / 2 };

export const queueQuery = (filter: QueueFilter, cursor: string | null) => pageOf(filter, QUEUE_SIZE, cursor);

/** The queue by deadline, narrowed; `sums` and `completeAt` are of the whole. */
export function queueOptions(account: string, filter: QueueFilter) {
  return infiniteQueryOptions({
    queryKey: disputeKeys.list(account, filter),
    queryFn: ({ pageParam, signal }) =>
      call('GET /disputes', { account, query: queueQuery(filter, pageParam), signal }),
    ...byCursor,
    ...whileOnScreen,
  });
}

/** The first four by deadline: navigation, overview. */
export function firstDueOptions(account: string) {
  return queryOptions({
    queryKey: disputeKeys.first(account),
    queryFn: ({ signal }) => call('GET /disputes', { account, query: { state: 'open', limit: 4 }, signal }),
    ...whileOnScreen,
    retry: shouldRetry,
  });
}

/** Answered a short while ago. */
export function recentOptions(account: string) {
  return queryOptions({
    queryKey: disputeKeys.recent(account),
    queryFn: ({ signal }) =>
      call('GET /disputes', { account, query: { state: 'answered', limit: 6 }, signal }),
    ...whileOnScreen,
    retry: shouldRetry,
  });
}

export function disputeOptions(account: string, id: string) {
  return queryOptions({
    queryKey: disputeKeys.detail(account, id),
    queryFn: ({ signal }) => call('GET /disputes/{id}', { account, params: { id }, query: {}, signal }),
    refetchInterval: ({ state }) =>
      state.data?.dispute.sending === null || state.data === undefined ? LOOK_AGAIN_MS : UNKNOWN_MS,
    staleTime: LOOK_AGAIN_MS / 2,
  });
}

/** The same with personal data in clear. Each read is audited, so it happens once, when it is asked for. */
export function revealedDisputeOptions(account: string, id: string) {
  return queryOptions({
    queryKey: [...disputeKeys.detail(account, id), 'revealed'],
    queryFn: ({ signal }) =>
      call('GET /disputes/{id}', { account, params: { id }, query: { reveal: '1' }, signal }),
    ...inClear,
  });
}

export function payerOptions(account: string, id: string) {
  return queryOptions({
    queryKey: disputeKeys.payer(account, id),
    queryFn: ({ signal }) => call('GET /disputes/{id}/payer', { account, params: { id }, signal }),
    staleTime: 5 * LOOK_AGAIN_MS,
    meta: { live: false },
  });
}

/** The service's defenses, or (where it does not let them be read) those that Guichê sent. */
export function defensesOptions(account: string, id: string) {
  return queryOptions({
    queryKey: disputeKeys.defenses(account, id),
    queryFn: ({ signal }) => call('GET /disputes/{id}/defenses', { account, params: { id }, signal }),
    staleTime: LOOK_AGAIN_MS / 2,
  });
}

export function draftOptions(account: string, id: string) {
  return queryOptions({
    queryKey: disputeKeys.draft(account, id),
    queryFn: ({ signal }) => call('GET /disputes/{id}/draft', { account, params: { id }, signal }),
    staleTime: LOOK_AGAIN_MS / 2,
    refetchInterval: LOOK_AGAIN_MS,
  });
}

/** Exactly what would be sent for a stored version; never shown from memory. */
export function previewOptions(account: string, id: string, version: number) {
  return queryOptions({
    queryKey: disputeKeys.preview(account, id, version),
    queryFn: ({ signal }) => call('GET /disputes/{id}/draft/preview', { account, params: { id }, signal }),
    staleTime: 0,
    gcTime: 0,
    meta: { live: false },
  });
}

/** How the last sending of a dispute's defense ended; under `operations`, whose events renew it. */
export function lastTryOptions(account: string, id: string) {
  return queryOptions({
    queryKey: ['operations', account, 'last-defense', id],
    queryFn: ({ signal }) => {
      const query = { kind: 'defense', target: id, limit: 1 };
      return call('GET /operations', { account, query, signal });
    },
    staleTime: LOOK_AGAIN_MS / 2,
  });
}

/** One file of the draft; throws CallError with the server's problem, also for files that are too large. */
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
