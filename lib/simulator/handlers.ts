import 'server-only';
import type { Handlers } from '#lib/api/serve.ts';
import type { simulatorEndpoints } from '#lib/simulator/contract.ts';
import { clearFault } from '#lib/simulator/server/clear-fault.ts';
import { failDeliveries } from '#lib/simulator/server/fail-deliveries.ts';
import { faultCalls } from '#lib/simulator/server/fault-calls.ts';
import { getSimulator } from '#lib/simulator/server/get-simulator.ts';
import { moveTime } from '#lib/simulator/server/move-time.ts';
import { openDispute } from '#lib/simulator/server/open-dispute.ts';
import { payCharge } from '#lib/simulator/server/pay-charge.ts';
import { setState } from '#lib/simulator/server/set-state.ts';

export const simulatorHandlers = {
  'POST /simulator/clear': ({ ctx, body }) => clearFault({ ctx, body }),
  'POST /simulator/dispute': ({ ctx, body }) => openDispute({ ctx, body }),
  'POST /simulator/fail-deliveries': ({ ctx, body }) => failDeliveries({ ctx, body }),
  'POST /simulator/fault': ({ ctx, body }) => faultCalls({ ctx, body }),
  'POST /simulator/pay': ({ ctx, body }) => payCharge({ ctx, body }),
  'GET /simulator': ({ ctx }) => getSimulator({ ctx }),
  'POST /simulator/state': ({ ctx, body }) => setState({ ctx, body }),
  'POST /simulator/time': ({ ctx, body }) => moveTime({ ctx, body }),
} satisfies Handlers<typeof simulatorEndpoints>;
