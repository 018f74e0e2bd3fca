import { infiniteQueryOptions } from '@tanstack/react-query';
import { type Answer, call } from '#lib/api/client.ts';
import type { InputOf } from '#lib/api/endpoint.ts';
import { pagesOf, queryOf, recordQuery } from '#lib/api/endpoint-queries.ts';
import type { Endpoints } from '#lib/endpoints.ts';
import { toQuery } from '#lib/list/parsers.ts';
import { isActive, waitsForResults } from '#lib/resends/progress.ts';
import type { ResendFilters } from '#lib/resends/resends.list.ts';

export type ResendDetail = Answer<'GET /resends/{id}'>;
type ResendPage = Answer<'GET /resends'>;
export type ResendLine = ResendPage['items'][number];
type ItemPage = Answer<'GET /resends/{id}/items'>;
export type ResendItemLine = ItemPage['items'][number];
export type Preview = Answer<'POST /resends/preview'>;
export type PlannedRequest = ResendDetail['requests'][number];
export type PreviewBody = InputOf<Endpoints['POST /resends/preview'], 'body'>;
export type Scope = Extract<PreviewBody, { scope: string }>;

const ITEMS_SIZE = 100;
const FOLLOWING_MS = 5_000;

type ItemFilter = { state: string | null; q: string | null };

/** Queries used on the deliveries page as well. */

export const allResends = (account: string) => ['resends', account] as const;

const RUNNING_MS = 2_500;
const REFETCH_MS = 30_000;

/** The last five resends; the deliveries page shows those that run. */
export const recentResendsOptions = (account: string) =>
  queryOf(
    'GET /resends',
    { account, query: { limit: 5 } },
    { refetchInterval: ({ state }) => (state.data?.items.some(isActive) ? RUNNING_MS : REFETCH_MS) },
  );

/** Polling interval of a resend on screen, in ms. */
function paceOf(job: Pick<ResendLine, 'state' | 'counts'> | undefined): number {
  if (job === undefined) return REFETCH_MS;
  if (job.state === 'running' || job.state === 'queued') return RUNNING_MS;
  return job.state === 'paused' || waitsForResults(job.counts) ? FOLLOWING_MS : REFETCH_MS;
}

export const resendsOptions = (account: string, filters: ResendFilters) =>
  pagesOf(
    'GET /resends',
    { account, query: { ...toQuery(filters), limit: 50 } },
    {
      refetchInterval: ({ state }) =>
        state.data?.pages[0]?.items.some(isActive) ? FOLLOWING_MS : REFETCH_MS,
    },
  );

export const resendOptions = recordQuery('GET /resends/{id}', {
  refetchInterval: ({ state }) => paceOf(state.data),
});

/** A transaction has one item per event, so each gets its own id. Defined once: it runs on new pages only. */
const withRowIds = ({ pages }: { pages: ItemPage[] }) => ({
  pages: pages.map((page) => ({
    ...page,
    items: page.items.map((item) => ({ ...item, id: `${item.transactionId} ${item.event ?? ''}` })),
  })),
});

export const resendItemsOptions = (account: string, id: string, { state, q }: ItemFilter) =>
  infiniteQueryOptions({
    ...pagesOf('GET /resends/{id}/items', {
      account,
      params: { id },
      query: { ...toQuery({ state, q }), limit: ITEMS_SIZE },
    }),
    select: withRowIds,
  });

/** All transaction ids of a resend in one state, for starting another resend with them. */
export async function itemIds(account: string, id: string, state: string): Promise<string[]> {
  const ids = new Set<string>();
  let cursor: string | null = null;
  do {
    const query = { limit: 200, state, ...(cursor === null ? {} : { cursor }) };
    const page: ItemPage = await call('GET /resends/{id}/items', { account, params: { id }, query });
    for (const item of page.items) ids.add(item.transactionId);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return [...ids];
}

/** Calls until the preview is complete. `onPart` gets each partial preview. */
export async function previewResend(
  account: string,
  scope: Scope,
  { onPart, signal }: { onPart?: (part: Preview) => void; signal?: AbortSignal } = {},
): Promise<Preview> {
  const options = signal && { signal };
  let preview = await call('POST /resends/preview', { account, body: scope, ...options });
  while (!preview.complete) {
    onPart?.(preview);
    const body = { previewId: preview.previewId };
    preview = await call('POST /resends/preview', { account, body, ...options });
  }
  return preview;
}
