import { queryOptions } from '@tanstack/react-query';
import { queryOf } from '#lib/api/endpoint-queries.ts';

/** Tells if an address looks public; a name's answer is believed for a minute. */
export const addressSeenOptions = (account: string, url: string) =>
  queryOptions({
    ...queryOf('POST /address-check', ['webhooks', account, 'address', url], {
      account,
      body: { url },
    }),
    staleTime: 60_000,
  });
