import type { Account } from './account.ts';
import type { Api, Faults } from './faults.ts';
import type { Incoming } from './http.ts';
import type { LogBook } from './log.ts';
import type { Restart } from './options.ts';
import type { Requests } from './requests.ts';
import type { Deliveries } from './types.ts';
import type { ControlledClock } from './world/clock.ts';
import type { Life } from './world/life.ts';
import type { SandboxWorld } from './world/world.ts';

export type ControlParts = {
  world: SandboxWorld;
  life: Life;
  clock: ControlledClock;
  account: Account;
  faults: Faults;
  requests: Requests;
  log: LogBook;
  deliveries: () => Deliveries;
  saveClock: () => void;
  restart: Restart;
  /** The speed it was started with. */
  usualSpeed: number;
  /** The other APIs' own controls. */
  others: Partial<Record<Exclude<Api, 'pix'>, ApiControl>>;
};

/** Part that an API other than the Pix account's adds to the control API; asked for by `api` in the body. */
export type ApiControl = {
  /** By name: pay, dispute, state, fail-deliveries …; those it lacks are refused. */
  actions: Record<string, (input: Input, incoming: Incoming) => unknown>;
  state(): unknown;
  /** Takes out failing deliveries: one, or all. */
  clear(id?: string): void;
  /** Puts right what was put wrong. */
  normal(): void;
};

/** Refusals of the control API; it is the simulator's own, so its errors are plain. */
export class ControlError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The body of a control call, not yet looked at. */
export type Input = Record<string, unknown>;
