import { overviewEndpoints } from '#lib/overview/contract.ts';
import { searchEndpoints } from '#lib/search/contract.ts';
import { sessionEndpoints } from '#lib/session/contract.ts';
import { simulatorEndpoints } from '#lib/simulator/contract.ts';
import { systemEndpoints } from '#lib/system/contract.ts';
import { transactionEndpoints } from '#lib/transactions/contract.ts';

/** Every endpoint of the HTTP API: the server and its tests read it, the browser imports only its type. */
export const endpoints = {
  ...overviewEndpoints,
  ...searchEndpoints,
  ...sessionEndpoints,
  ...simulatorEndpoints,
  ...systemEndpoints,
  ...transactionEndpoints,
} as const;
export type Endpoints = typeof endpoints;
