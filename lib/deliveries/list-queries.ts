import { call } from '#lib/api/client.ts';
import type { DeliveryFilters } from '#lib/deliveries/deliveries.list.ts';
import { packed, type Row, type Sums, toRowPage, type Whole } from '#lib/deliveries/rows.ts';
import { LOOK_AGAIN_MS } from '#lib/list/cursor-queries.ts';
import { rowQueries } from '#lib/list/row-queries.ts';

/** While the history is still being read, what is on screen grows. */
const READING_MS = 5_000;

/** The history by cursor. An outcome changes after its row came, and an index that is still read grows. */
export const deliveryRows = rowQueries<DeliveryFilters, Row, Sums, Whole>({
  key: 'deliveries',
  fetch: async (account, query, signal) =>
    toRowPage(await call('GET /deliveries', { account, query, ...(signal ? { signal } : {}) })),
  packed,
  renews: (newest) => (newest?.reach.reading ? READING_MS : LOOK_AGAIN_MS),
});
