import { PixError } from '../errors.ts';
import type { PixRoute } from '../types.ts';
import { recordJson } from './delivery-json.ts';
import type { History } from './history.ts';
import { historyQuery } from './history-filter.ts';

/** GET /user/callbacks and GET /user/callbacks/{id}. */
export function historyRoutes(history: History): PixRoute[] {
  return [
    {
      method: 'GET',
      path: '/user/callbacks',
      async handle({ query }) {
        const wanted = historyQuery(query);
        const { rows, hasNextPage } = await history.page(wanted);
        const pagination = { page: wanted.page, limit: wanted.limit, hasNextPage };
        return { status: 200, json: { pagination, callbacks: rows.map(recordJson) } };
      },
    },
    {
      method: 'GET',
      path: '/user/callbacks/:id',
      handle({ params }) {
        const found = history.get(params.id ?? '');
        if (!found) throw new PixError(404, 'PZG404', 'Callback não encontrado.');
        return { status: 200, json: recordJson(found) };
      },
    },
  ];
}
