import 'server-only';
import type { Handlers } from '#lib/api/serve.ts';
import type { overviewEndpoints } from '#lib/overview/contract.ts';
import {
  getBalance,
  getBlock,
  getHealth,
  getProfile,
  getServiceStatus,
} from '#lib/overview/server/get-account.ts';
import { getToday, getVolume } from '#lib/overview/server/get-today.ts';

export const overviewHandlers = {
  'GET /balance': getBalance,
  'GET /block': getBlock,
  'GET /health': getHealth,
  'GET /overview/today': getToday,
  'GET /overview/volume': getVolume,
  'GET /profile': getProfile,
  'GET /service-status': getServiceStatus,
} satisfies Handlers<typeof overviewEndpoints>;
