import { accountUnconfigured, GuicheError } from '#lib/core/errors.ts';
import type { Call, ProviderPort } from '#lib/providers/port.ts';

/** An account's provider for one task: its port, and the options of each call of the task. */
export type Reach = {
  port: ProviderPort;
  call: Call;
  /** Throws `not_supported` when the account's kind or service has no such part. */
  part<M extends keyof ProviderPort>(member: M): NonNullable<ProviderPort[M]>;
};

/** For a waiting operator: the calls end with the operator's request. */
export const reachFor = (port: ProviderPort, signal?: AbortSignal): Reach => ({
  port,
  call: { priority: 'operator', signal },
  part(member) {
    return partOf(this.port, member);
  },
});

/** A member of a port or of a part. Throws `not_supported` when it is missing. */
export function partOf<T, M extends keyof T>(whole: T, member: M): NonNullable<T[M]> {
  const part = whole[member];
  if (part == null && (whole as { unconfigured?: true }).unconfigured === true) throw accountUnconfigured();
  if (part == null) throw new GuicheError('not_supported', `This account does not offer ${String(member)}.`);
  return part;
}

/** Outlives the request that started it, as others share its answer or an operation needs it. */
export const SHARED_CALL: Call = { priority: 'operator' };

export const LOOK_UP_CALL: Call = { priority: 'operator', urgent: true };

/** For work that no operator waits for. */
export const backgroundCall = (signal?: AbortSignal): Call => ({ priority: 'background', signal });
