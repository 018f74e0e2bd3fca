import { toQuery } from '#lib/list/to-query.ts';

/** How often a list is looked at again. */
export const LOOK_AGAIN_MS = 30_000;

/** The query of one page of a list. */
export const pageOf = <F extends object>(filters: F, limit: number, cursor: string | null) => ({
  ...toQuery(filters),
  limit,
  ...(cursor === null ? {} : { cursor }),
});

type Read = { state: { error: unknown; data: { pages: unknown[] } | undefined } };

/** While only the first page was read, the list renews itself; rows must not move under somebody who reads on. */
export const firstPageEvery =
  (ms: number) =>
  ({ state }: Read): number | false =>
    state.error === null && state.data?.pages.length === 1 ? ms : false;
