import type { Account } from './account.ts';
import type { Api, Faults } from './faults.ts';
import type { Incoming } from './http.ts';
import type { LogBook } from './log.ts';
import type { Restart } from './options.ts';
import type { Requests } from './requests.ts';
import type { Deliveries } from './types.ts';
import type { BreakBook } from './world/breaks.ts';
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
  breaks: BreakBook;
  deliveries: () => Deliveries;
  saveClock: () => void;
  restart: Restart;
  /** The speed at startup. */
  usualSpeed: number;
  /** The control actions of the other APIs. */
  others: Partial<Record<Exclude<Api, 'pix'>, ApiControl>>;
};

/** Control actions of an API other than the Pix account's; `api` in the body selects it. */
export type ApiControl = {
  /** Actions by name: pay, dispute, state, fail-deliveries …; any other name is rejected. */
  actions: Record<string, (input: Input, incoming: Incoming) => unknown>;
  state(): unknown;
  /** Removes one injected delivery fault, or all. */
  clear(id?: string): void;
  /** Undoes all injected faults. */
  normal(): void;
};

/** An error of the control API, which is the simulator's own; so it has a plain format. */
export class ControlError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The unvalidated body of a control call. */
export type Input = Record<string, unknown>;
