import type { Account } from './account.ts';
import type { Faults } from './faults.ts';
import type { LogBook } from './log.ts';
import type { Requests } from './requests.ts';
import type { Restart } from './running.ts';
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
