import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import type { Call } from '#lib/providers/port.ts';

/** A call made for the operator who waits for it, ended with their request. */
export function pageCall(ctx: Ctx): Call {
  return {
    priority: 'operator',
    purpose: 'page',
    ...(ctx.signal === undefined ? {} : { signal: ctx.signal }),
  };
}

/** A call whose answer is shared: it outlives the request that happened to start it. */
export const SHARED_CALL: Call = { priority: 'operator', purpose: 'page' };
