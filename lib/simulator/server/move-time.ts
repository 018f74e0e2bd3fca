import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import type { SimulatorState } from '#lib/simulator/contract.ts';
import { type BodyOf, changeSimulator } from '#lib/simulator/server/change.ts';

type Input = { ctx: Ctx; body: BodyOf<'POST /simulator/time'> };

/** Sets the speed of the simulator’s clock or moves it ahead. */
export async function moveTime({ ctx, body }: Input): Promise<SimulatorState> {
  return changeSimulator({ ctx, action: 'time', path: 'time', body });
}
