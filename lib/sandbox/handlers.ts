import 'server-only';
import type { Handlers } from '#lib/api/serve.ts';
import type { simulatorEndpoints } from '#lib/sandbox/contract.ts';
import {
  clearFault,
  failDeliveries,
  faultCalls,
  moveTime,
  openDispute,
  payCharge,
  setState,
} from '#lib/sandbox/server/controls.ts';
import { getSimulator } from '#lib/sandbox/server/get-simulator.ts';

export const simulatorHandlers = {
  'POST /simulator/clear': clearFault,
  'POST /simulator/dispute': openDispute,
  'POST /simulator/fail-deliveries': failDeliveries,
  'POST /simulator/fault': faultCalls,
  'POST /simulator/pay': payCharge,
  'GET /simulator': getSimulator,
  'POST /simulator/state': setState,
  'POST /simulator/time': moveTime,
} satisfies Handlers<typeof simulatorEndpoints>;
