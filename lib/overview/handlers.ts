import 'server-only';
import type { Handlers } from '#lib/api/serve.ts';
import type { overviewEndpoints } from '#lib/overview/contract.ts';
import { getBalance } from '#lib/overview/server/get-balance.ts';
import { getBlock } from '#lib/overview/server/get-block.ts';
import { getHealth } from '#lib/overview/server/get-health.ts';
import { getProfile } from '#lib/overview/server/get-profile.ts';
import { getServiceStatus } from '#lib/overview/server/get-service-status.ts';
import { getToday } from '#lib/overview/server/get-today.ts';
import { getVolume } from '#lib/overview/server/get-volume.ts';

export const overviewHandlers = {
  'GET /balance': ({ ctx }) => getBalance({ ctx }),
  'GET /block': ({ ctx }) => getBlock({ ctx }),
  'GET /health': ({ ctx }) => getHealth({ ctx }),
  'GET /overview/today': ({ ctx }) => getToday({ ctx }),
  'GET /overview/volume': ({ ctx }) => getVolume({ ctx }),
  'GET /profile': ({ ctx }) => getProfile({ ctx }),
  'GET /service-status': ({ ctx }) => getServiceStatus({ ctx }),
} satisfies Handlers<typeof overviewEndpoints>;
