import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import type { SimulatorState } from '#lib/simulator/contract.ts';
import { type BodyOf, changeSimulator } from '#lib/simulator/server/change.ts';

type Input = { ctx: Ctx; body: BodyOf<'POST /simulator/fault'> };

/** Arms a fault for the next calls of one route, or of all. */
export async function faultCalls({ ctx, body }: Input): Promise<SimulatorState> {
  const target = [body.method, body.path].filter((part) => part !== undefined).join(' ') || undefined;
  return changeSimulator({ ctx, action: 'fault', path: 'fault', body, target });
}
