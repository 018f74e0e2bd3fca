import { createHash } from 'node:crypto';
import type { Account } from '../account.ts';
import type { ApiControl } from '../control-parts.ts';
import { Faults as DeliveryFaults } from '../deliveries/faults.ts';
import { HttpSender } from '../deliveries/http-sender.ts';
import type { Faults } from '../faults.ts';
import type { Answer, Incoming } from '../http.ts';
import type { Requests } from '../requests.ts';
import type { Journal, SandboxClock, SandboxLog } from '../types.ts';
import { type ControlledHub, hubControl } from './control.ts';
import { type Credential, createCredentials } from './credentials.ts';
import { HubDeliveries } from './deliveries.ts';
import type { HubParts } from './parts.ts';
import { createRates } from './rates.ts';
import { hubRoutes } from './routes.ts';
import { createHubServer } from './server.ts';
import { createHubWorld } from './world.ts';

const ANSWER_LIMIT = 10_000;

export type HubOptions = {
  seed: number;
  anchor: number;
  clock: SandboxClock;
  journal: Journal;
  account: Account;
  faults: Faults;
  requests: Requests;
  log: SandboxLog;
  /** The first credential; it survives a reset. */
  credential: Credential;
};

export type Hub = {
  /** `path` is the part after /api/v1. */
  handle(incoming: Incoming, path: string): Promise<Answer | null>;
  control: ApiControl;
  start(): void;
  close(): void;
};

type CreatedHub = ControlledHub & { handle: Hub['handle'] };

export function hubCredential(seed: number): Credential {
  const digest = (use: string) => createHash('sha256').update(`sandbox hub ${use} ${seed}`).digest();
  return {
    clientId: `cli_${digest('client').toString('hex').slice(0, 22)}`,
    clientSecret: digest('secret').toString('base64url'),
  };
}

function make(options: HubOptions): CreatedHub {
  const { clock, journal, account, log } = options;
  const faults = new DeliveryFaults(() => clock.now());
  const sender = new HttpSender({ loopback: true, private: false }, ANSWER_LIMIT);
  const deliveries = new HubDeliveries({ clock, journal, account, sender, faults, log });
  const world = createHubWorld({
    seed: options.seed,
    anchor: options.anchor,
    clock,
    journal,
    onEvent: (event, core) => deliveries.push(event, core),
  });
  const { core } = world;
  const parts: HubParts = { world, core, book: core.book, account, rates: createRates(), log, now: core.now };
  const credentials = createCredentials(parts, options.credential);
  const { faults: armed, requests } = options;
  const handle = createHubServer({ parts, credentials, routes: hubRoutes(parts), faults: armed, requests });
  world.start();
  deliveries.start();
  return { parts, credentials, deliveries, faults, handle };
}

/** The simulator of document 2. Building its world is slow, so the first request builds it. */
export function createHub(options: HubOptions): Hub {
  let created: CreatedHub | null = null;
  const hub = () => {
    created ??= make(options);
    return created;
  };
  return {
    handle: (incoming, path) => hub().handle(incoming, path),
    control: hubControl(hub, () => created),
    start() {
      let used = false;
      options.journal.replay('hub', () => {
        used = true;
      });
      if (used) hub();
    },
    close: () => created?.deliveries.close(),
  };
}
