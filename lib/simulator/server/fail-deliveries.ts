import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import type { SimulatorState } from '#lib/simulator/contract.ts';
import { type BodyOf, changeSimulator } from '#lib/simulator/server/change.ts';

type Input = { ctx: Ctx; body: BodyOf<'POST /simulator/fail-deliveries'> };

const MINUTE_MS = 60_000;
/** The simulator takes an end as a length of its time; about three years stand for "until it is taken off". */
const NO_END_MS = 99_000_000_000;

/** Makes the next deliveries to one address, or to all, fail: so many, for so long, or until it is taken off. */
export async function failDeliveries({ ctx, body }: Input): Promise<SimulatorState> {
  const { forMinutes, ...rest } = body;
  const untilMs =
    forMinutes !== undefined ? forMinutes * MINUTE_MS : rest.count === undefined ? NO_END_MS : undefined;
  return changeSimulator({
    ctx,
    action: 'fail-deliveries',
    path: 'fail-deliveries',
    body: { ...rest, ...(untilMs === undefined ? {} : { untilMs }) },
    target: body.url,
  });
}
