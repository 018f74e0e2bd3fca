import 'server-only';
import type { Handlers } from '#lib/api/serve.ts';
import type { deliveryEndpoints } from '#lib/deliveries/contract.ts';
import { closeFailures, reopenFailures } from '#lib/deliveries/server/close-failures.ts';
import { getDelivery } from '#lib/deliveries/server/get-delivery.ts';
import { getHealth, getHealthInterval } from '#lib/deliveries/server/get-health.ts';
import { listIncidents } from '#lib/deliveries/server/get-incidents.ts';
import { getLastNotices, getNotices } from '#lib/deliveries/server/get-notices.ts';
import { exportDeliveries, listDeliveries } from '#lib/deliveries/server/list-deliveries.ts';
import { exportHandlers } from '#lib/list/server/export-list.ts';

export const deliveryHandlers = {
  'GET /deliveries/{id}': ({ ctx, id, query }) => getDelivery({ ctx, id, reveal: query.reveal === '1' }),
  'GET /deliveries/health/moment': getHealthInterval,
  'GET /deliveries/health': ({ ctx, query }) => getHealth({ ctx, span: query.span }),
  'GET /deliveries/notices': getLastNotices,
  'GET /deliveries/incidents': listIncidents,
  'POST /deliveries/failures/close': closeFailures,
  'POST /deliveries/failures/reopen': reopenFailures,
  ...exportHandlers('/deliveries', exportDeliveries),
  'GET /deliveries': listDeliveries,
  'GET /payments/{id}/notices': getNotices,
} satisfies Handlers<typeof deliveryEndpoints>;
