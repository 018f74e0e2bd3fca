import { queryOptions } from '@tanstack/react-query';
import type { Answer } from '#lib/api/client.ts';
import { queryOf } from '#lib/api/endpoint-queries.ts';

/** Asked on several pages: apart from what the page of webhooks asks. */

export const allWebhooks = (account: string) => ['webhooks', account] as const;

/** A rotation, an ownership check: things that end within seconds are looked at often while they are open. */
export const SOON_MS = 3_000;
const LOOK_AGAIN_MS = 30_000;

export const webhooksOptions = (account: string) =>
  queryOptions({
    ...queryOf('GET /webhooks', [...allWebhooks(account), 'list'] as const, { account }),
    refetchInterval: ({ state }) => (state.data?.items.some(isMoving) ? SOON_MS : LOOK_AGAIN_MS),
  });

const isMoving = ({ open, ownership }: Answer<'GET /webhooks'>['items'][number]) =>
  open !== null || ownership?.status === 'pending';
