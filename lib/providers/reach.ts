import { accountUnconfigured, GuicheError } from '#lib/core/errors.ts';
import type { Call, ProviderPort } from '#lib/providers/port.ts';

/** An account's provider as a task reaches it: what it offers, and what travels with each call of this task. */
export type Reach = {
  port: ProviderPort;
  call: Call;
  /** Throws `not_supported` where the account's kind or service has no such part. */
  part<M extends keyof ProviderPort>(member: M): NonNullable<ProviderPort[M]>;
};

/** For an operator who waits: the calls end with their request. */
export const reachFor = (port: ProviderPort, signal?: AbortSignal): Reach => ({
  port,
  call: { priority: 'operator', signal },
  part(member) {
    return partOf(this.port, member);
  },
});

/** The same of a port alone, as an operation's kind is given it, or of a part of it. */
export function partOf<T, M extends keyof T>(whole: T, member: M): NonNullable<T[M]> {
  const part = whole[member];
  if (part == null && (whole as { unconfigured?: true }).unconfigured === true) throw accountUnconfigured();
  if (part == null) throw new GuicheError('not_supported', `This account does not offer ${String(member)}.`);
  return part;
}

/** Its answer is shared, or belongs to an operation: it outlives the request that began it. */
export const SHARED_CALL: Call = { priority: 'operator' };

/** Asks what became of an operation. */
export const LOOK_UP_CALL: Call = { priority: 'operator', urgent: true };

/** Nobody waits for it. */
export const backgroundCall = (signal?: AbortSignal): Call => ({ priority: 'background', signal });
